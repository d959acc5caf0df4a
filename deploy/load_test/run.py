"""One load test from an empty database to its figures."""

import asyncio
import math
import os
import random
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from annotate_app.services.workplace import workplace_at
from deploy.load_test.page import Page
from deploy.load_test.rater import Measured, Rater, Rhythm
from deploy.load_test.server import SERVE, Server, Servers
from deploy.load_test.stored import Comparison, compare
from deploy.load_test.study import make_study

__all__ = ["Figures", "Load", "run_load", "share"]

_AT_ONCE = 8
_TIMEOUT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Load:
    """How many sessions, how they work, how often the server is killed meanwhile.

    `database_url` None is SQLite in a folder of the test's own; `environment` is the server's. With several
    `n_processes` each session stays with one of them.
    """

    n_sessions: int
    rhythm: Rhythm
    n_kills: int = 0
    database_url: str | None = None
    seed: int = 1
    n_processes: int = 1
    environment: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Figures:
    """What came out; times are in milliseconds, memory in MB.

    Attributes
    ----------
    cpu_ms_per_step
        The server's processor time for each answered step, its drafts included; nan where it was killed.
    load_average
        Of the machine, over the last minute of the run.
    """

    n_sessions: int
    n_steps: int
    seconds: float
    click_ms: dict[str, float]
    draft_ms: dict[str, float]
    cpu_ms_per_step: float
    reruns_per_step: float
    memory_before: float
    memory_open: float
    memory_after: float
    memory_per_session: float
    n_kills: int
    n_reconnects: int
    errors: tuple[str, ...]
    stored: Comparison
    load_average: float


async def run_load(load: Load) -> Figures:
    """Make a study, start the server, let everybody rate, and compare."""
    with tempfile.TemporaryDirectory(prefix="blindpair-load-") as folder:
        url = load.database_url or f"sqlite:///{Path(folder) / 'blindpair.db'}"
        place = workplace_at(url)
        study = make_study(place, n_sessions=load.n_sessions, n_steps=load.rhythm.n_steps)
        environment = {**load.environment, "BLINDPAIR_DATABASE_URL": url}
        if load.n_kills:
            # Whoever starts again reads what the first start compiled.
            environment |= {
                "PYTHONDONTWRITEBYTECODE": "",
                "PYTHONPYCACHEPREFIX": str(Path(folder, "compiled")),
            }
        command = (*SERVE, "--workspace", folder)
        servers = Servers([Server(command, environment) for _ in range(load.n_processes)])
        try:
            await servers.start()
            outcome = await _rated(load, servers, study.tokens)
        finally:
            await servers.stop()
        found = compare(place, study, outcome.measured.acknowledged)
        place.database.close()
    return _figures(load, outcome, found)


@dataclass(frozen=True, slots=True)
class _Outcome:
    measured: Measured
    seconds: float
    cpu_seconds: float
    memory: tuple[float, float, float]


async def _rated(load: Load, servers: Servers, tokens: Sequence[str]) -> _Outcome:
    measured, limits = Measured(), httpx2.Limits(max_connections=200, max_keepalive_connections=200)
    async with httpx2.AsyncClient(timeout=_TIMEOUT_SECONDS, limits=limits) as client:
        raters = [
            Rater(
                await Page.join(client, servers.of(n).address, token),
                client,
                measured,
                random.Random(f"{load.seed} {n}"),
            )
            for n, token in enumerate(tokens)
        ]
        # The first session loads what all sessions share; it is not counted as a session's memory.
        await _all_begin(raters[: load.n_processes])
        before = servers.memory()
        await _all_begin(raters[load.n_processes :])
        opened = servers.memory()
        began, cpu = time.perf_counter(), servers.cpu_seconds()
        await asyncio.gather(
            _kill_now_and_then(load, servers, measured), *(rater.rate(load.rhythm) for rater in raters)
        )
        used = math.nan if load.n_kills else servers.cpu_seconds() - cpu
        after, seconds = servers.memory(), time.perf_counter() - began
        await asyncio.gather(*(rater.page.close() for rater in raters))
    return _Outcome(measured, seconds, used, (before, opened, after))


async def _all_begin(raters: Sequence[Rater]) -> None:
    few = asyncio.Semaphore(_AT_ONCE)

    async def begin(rater: Rater) -> None:
        async with few:
            await rater.begin()

    await asyncio.gather(*(begin(rater) for rater in raters))


async def _kill_now_and_then(load: Load, servers: Servers, measured: Measured) -> None:
    """Kill whenever another share of the steps is answered, and a moment later, in the midst of something."""
    chance = random.Random(load.seed)
    for kill in range(1, load.n_kills + 1):
        while len(measured.acknowledged) < kill * load.n_sessions * load.rhythm.n_steps / (load.n_kills + 1):
            measured.moved.clear()
            await measured.moved.wait()
        await asyncio.sleep(chance.uniform(0, load.rhythm.every))
        await servers.of(kill).kill()
        await servers.of(kill).start()


def _figures(load: Load, outcome: _Outcome, found: Comparison) -> Figures:
    measured, (before, opened, after) = outcome.measured, outcome.memory
    n_steps = len(measured.acknowledged)
    return Figures(
        n_sessions=load.n_sessions,
        n_steps=n_steps,
        seconds=outcome.seconds,
        click_ms=_shares(measured.clicks),
        draft_ms=_shares(measured.drafts),
        cpu_ms_per_step=1000 * outcome.cpu_seconds / max(1, n_steps),
        reruns_per_step=measured.n_runs / max(1, len(measured.clicks)),
        memory_before=before,
        memory_open=opened,
        memory_after=after,
        memory_per_session=(opened - before) / max(1, load.n_sessions - load.n_processes),
        n_kills=load.n_kills,
        n_reconnects=measured.n_reconnects,
        errors=tuple(measured.errors),
        stored=found,
        load_average=os.getloadavg()[0],
    )


def _shares(seconds: Sequence[float]) -> dict[str, float]:
    return {f"p{percent}": share(seconds, percent) for percent in (50, 95, 99)}


def share(seconds: Sequence[float], percent: int) -> float:
    """Tell below which time so many percent are, in milliseconds; 0 without any."""
    if not seconds:
        return 0.0
    return 1000 * sorted(seconds)[min(len(seconds) - 1, len(seconds) * percent // 100)]
