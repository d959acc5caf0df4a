"""A run that is killed again and again ends as one that was left alone."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import httpx2
import pytest

from sim.canonical import canonical_lines
from sim.launch import RunOptions, Surroundings, launch, plan_of
from sim.llm.openai_client import OpenAIClient
from sim.llm.prices import read_prices
from sim.plan import RoleModels
from sim.run_directory import read_manifest
from sim.runner import Limits, RunSummary
from sim.scenario_file import ScenarioFile
from sim.scenarios.outcomes import check_outcome
from sim.schema.base import Mode
from sim.schema.episode import Episode
from sim.schema.jsonl import read_jsonl_file
from tests.golden.records import BARGAIN, FRIENDS
from tests.sim.fake_endpoint import Unreliable
from tests.sim.fakes import NOON, Silent, no_wait

BLINDPAIR = str(Path(sys.executable).parent / "blindpair")
KEY = "sk-never-shown-42"


@contextmanager
def fake_endpoint(seed: int) -> Generator[str]:
    command = [sys.executable, "-m", "tests.sim.fake_endpoint", "--seed", str(seed), "--faults"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
        finally:
            server.terminate()


def command(options: RunOptions, url: str) -> list[str]:
    return [
        *(BLINDPAIR, "sim", "run", "-s", str(options.scenarios), "-o", str(options.output), "-m", "fake"),
        *("--base-url", url, "--repeats", str(options.repeats), "--concurrency", "16"),
    ]


def until_nothing_is_left(arguments: list[str]) -> None:
    """Failed episodes are tried again on each start, so the run goes on until a start finds nothing to do."""
    for _ in range(4):
        done = subprocess.run(arguments, env=environment(), capture_output=True, text=True, check=False)
        assert KEY not in done.stdout + done.stderr
        assert done.returncode in {0, 1}, done.stderr
        if done.returncode == 0:
            return


def environment() -> dict[str, str]:
    return {**os.environ, "OPENAI_API_KEY": KEY}


def kill_now_and_then(arguments: list[str], output: Path, *, kills: int, chance: random.Random) -> None:
    """Kill each start at a random moment after its journal has grown."""
    for _ in range(kills):
        journal = output / "calls.sqlite-wal"
        size = journal.stat().st_size if journal.exists() else 0
        with subprocess.Popen(
            arguments, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as run:
            while run.poll() is None and not (journal.exists() and journal.stat().st_size > size):
                time.sleep(0.01)
            time.sleep(chance.random() * 0.3)
            run.send_signal(signal.SIGKILL)


def options_of(scenarios: Path, output: Path, repeats: int) -> RunOptions:
    models = RoleModels("fake", "fake", "fake")
    modes = (Mode.SCRIPT, Mode.AGENTS)
    return RunOptions(scenarios, output, modes, models, repeats=repeats, limits=Limits(concurrency=16))


def canonical(options: RunOptions) -> list[str]:
    file = read_jsonl_file(options.output / "episodes.jsonl", Episode)
    assert not file.problems
    ids = [located.record.episode_id for located in file.records]
    assert len(ids) == len(set(ids))
    plan = plan_of(options, ScenarioFile(options.scenarios), salt=read_manifest(options.output).salt)
    assert set(ids) <= {planned.episode_id for planned in plan}
    return list(canonical_lines((located.record for located in file.records), plan))


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    path = tmp_path / "scenarios.jsonl"
    path.write_text(f"{BARGAIN.model_dump_json()}\n{FRIENDS.model_dump_json()}\n", encoding="utf-8")
    return path


class Endpoint:
    """The unreliable endpoint behind the real client, without a network; kills the run at some calls."""

    def __init__(self, seed: int, kills: Iterable[int] = ()) -> None:
        self._answer = Unreliable(seed, faults=True)
        self._kills = set(kills)
        self.calls = 0

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.calls += 1
        if self.calls in self._kills:
            raise KilledError
        answer = self._answer(request.content)
        if answer.status == 0:
            raise httpx2.RemoteProtocolError("hung up")
        return httpx2.Response(answer.status, content=answer.body, headers=dict(answer.headers))


class KilledError(BaseException):
    """Nothing catches it."""


async def start(options: RunOptions, endpoint: Endpoint) -> RunSummary:
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(endpoint))
    around = Surroundings(
        now=lambda: NOON,
        clock=count().__next__,
        sleep=no_wait,
        chance=random.Random(1),
        code_version="0",
        check_outcome=check_outcome,
    )
    async with OpenAIClient(api_key=KEY, base_url="http://fake/v1", timeout=5, http_client=http) as client:
        return (await launch(options, client, read_prices(), around, Silent())).summary


def run_to_the_end(options: RunOptions, endpoint: Endpoint) -> None:
    for _ in range(30):
        try:
            summary = asyncio.run(start(options, endpoint))
        except BaseExceptionGroup as group:
            if group.split(KilledError)[1] is not None:
                raise
        else:
            if summary.done + summary.given_up == summary.planned:
                return
    pytest.fail("the run did not come to its end")


def test_an_interrupted_run_equals_an_uninterrupted_one(scenarios: Path, tmp_path: Path) -> None:
    whole, killed = (options_of(scenarios, tmp_path / name, 8) for name in ("whole", "killed"))
    run_to_the_end(whole, Endpoint(5))
    run_to_the_end(killed, Endpoint(5, kills=(1, 7, 30, 31, 90, 140, 200)))
    expected = canonical(whole)
    assert canonical(killed) == expected
    assert 28 <= len(expected) <= 32


@pytest.mark.slow
def test_200_episodes_killed_15_times_equal_those_left_alone(scenarios: Path, tmp_path: Path) -> None:
    whole, killed = (options_of(scenarios, tmp_path / name, 50) for name in ("whole", "killed"))
    with fake_endpoint(seed=5) as url:
        until_nothing_is_left(command(whole, url))
    with fake_endpoint(seed=5) as url:
        kill_now_and_then(command(killed, url), killed.output, kills=15, chance=random.Random(1))
        until_nothing_is_left(command(killed, url))
    expected = canonical(whole)
    assert canonical(killed) == expected
    assert len(expected) >= 190
    for file in (*whole.output.iterdir(), *killed.output.iterdir()):
        assert KEY.encode() not in file.read_bytes()
