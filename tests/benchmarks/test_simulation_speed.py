"""How fast one process simulates against a local endpoint, beside the openai package's own loop.

Run with `pytest -m benchmark -s tests/benchmarks/test_simulation_speed.py`.
"""

import asyncio
import random
import resource
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openai import AsyncOpenAI

from sim.launch import RunOptions, Surroundings, launch
from sim.llm.openai_client import OpenAIClient
from sim.llm.prices import read_prices
from sim.llm.scripted.client import ScriptedClient
from sim.plan import RoleModels
from sim.runner import Limits
from sim.schema.base import Mode
from tests.golden.records import BARGAIN
from tests.sim.fakes import Silent

AT_ONCE = 64
CALLS = 2000
TURN_LIMIT = 12
EPISODES = 100_000

pytestmark = pytest.mark.benchmark


@dataclass(frozen=True)
class Speed:
    """Calls a second: of this process's processor time, undisturbed by other processes, and by the clock."""

    busy: float
    clock: float


@pytest.fixture
def endpoint() -> Generator[str]:
    command = [sys.executable, "-m", "tests.sim.fake_endpoint", "--fixed"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
        finally:
            server.terminate()


def surroundings() -> Surroundings:
    return Surroundings(
        now=lambda: datetime.now(UTC),
        clock=time.monotonic,
        sleep=asyncio.sleep,
        chance=random.Random(1),
        code_version="0",
        check_outcome=lambda turns, scenario: None,
    )


def options_for(folder: Path, *, n: int) -> RunOptions:
    scenarios = folder / "scenarios.jsonl"
    scenarios.write_text(f"{BARGAIN.model_dump_json()}\n", encoding="utf-8")
    options = RunOptions(scenarios, folder / "run", (Mode.AGENTS,), RoleModels("m", "m", "m"), repeats=n)
    return replace(
        options, limits=Limits(concurrency=AT_ONCE), ending=replace(options.ending, turn_limit=TURN_LIMIT)
    )


async def plain_loop(url: str) -> Speed:
    """Requests a second of `chat.completions.create`, 64 at once, with a body of 12 messages."""
    messages = [{"role": "user" if n % 2 else "assistant", "content": "word " * 25} for n in range(12)]
    left = iter(range(CALLS))
    async with AsyncOpenAI(api_key="none", base_url=url) as client:

        async def work() -> None:
            for _ in left:
                await client.chat.completions.create(model="m", messages=messages)  # pyright: ignore[reportArgumentType]

        started, busy = time.perf_counter(), time.process_time()
        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
        return Speed(CALLS / (time.process_time() - busy), CALLS / (time.perf_counter() - started))


async def simulation(url: str, folder: Path) -> Speed:
    """Requests a second of a whole run: prompts, client, journal, parsing, episodes."""
    options = options_for(folder, n=CALLS // TURN_LIMIT + 1)
    async with OpenAIClient(api_key="none", base_url=url, timeout=60) as client:
        started, busy = time.perf_counter(), time.process_time()
        run = await launch(options, client, read_prices(), surroundings(), Silent())
        calls = sum(total.calls for total in run.totals)
        return Speed(calls / (time.process_time() - busy), calls / (time.perf_counter() - started))


def test_a_run_is_faster_than_a_plain_loop(endpoint: str, tmp_path: Path) -> None:
    ratios: list[float] = []
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        plain = asyncio.run(plain_loop(endpoint))
        ours = asyncio.run(simulation(endpoint, folder))
        ratios.append(ours.busy / plain.busy)
        print(  # noqa: T201
            f"calls a second of processor time: plain create {plain.busy:.0f}, run with journal "
            f"{ours.busy:.0f}, ratio {ratios[-1]:.2f} (by the clock {plain.clock:.0f}, {ours.clock:.0f}, "
            f"{ours.clock / plain.clock:.2f})"
        )
    assert max(ratios) >= 2.5


class Forgetful(Silent):
    """Keeps nothing."""

    def on_episode(self, episode: object) -> None: ...


def test_memory_does_not_grow_with_the_number_of_episodes(tmp_path: Path) -> None:
    options = replace(
        options_for(tmp_path, n=EPISODES),
        modes=(Mode.SCRIPT,),
        models=RoleModels("scripted", "scripted", "scripted"),
    )
    asyncio.run(launch(options, ScriptedClient(), read_prices(), surroundings(), Forgetful()))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{EPISODES} episodes planned and made in {megabytes:.0f} MB")  # noqa: T201
    assert megabytes < 500
