"""How fast 200 raters who ask at the same moment get their items; prints milliseconds and a ratio."""

import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from annotate_app.services.rating import session_view
from annotate_app.services.workplace import Workplace, workplace_at
from tests.annotate_app.databases import new_postgres_database, postgres_server
from tests.annotate_app.studio import new_study, shown_item, some_answers, start, submit

pytestmark = pytest.mark.benchmark

N_RATERS, N_PAIRS, PER_ITEM = 200, 100, 4


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workplace]:
    """Open an empty workspace on either database; PostgreSQL waits for the disk as in real use."""
    if request.param == "sqlite":
        yield workplace_at(f"sqlite:///{tmp_path / 'blindpair.db'}")
        return
    with postgres_server() as server, new_postgres_database(server, "claims") as url:
        opened = workplace_at(url)
        yield opened
        opened.database.close()


def test_200_raters_asking_at_once(place: Workplace, tmp_path: Path) -> None:
    study = new_study(place, n_pairs=N_PAIRS, n_raters=N_RATERS, raters_per_item=PER_ITEM)
    raters = [start(place, link.token) for link in study.links]
    views = [partial(session_view, place, rater) for rater in raters]
    first, again = _at_once(views), _at_once(views)
    bare = _at_once(_bare_transactions(tmp_path / "bare.db"))
    for name, seconds in (("first item", first), ("reload", again), ("bare transaction", bare)):
        say(f"{name:17} p50 {_share(seconds, 50):7.1f} ms   p95 {_share(seconds, 95):7.1f} ms")
    say(f"first item against a bare transaction, p95: {_share(first, 95) / _share(bare, 95):.1f} x")


def test_work_of_one_step(place: Workplace) -> None:
    study = new_study(place, n_pairs=N_PAIRS, n_raters=2, raters_per_item=PER_ITEM)
    rater = start(place, study.links[0].token)
    claims, answers = list[float](), list[float]()
    for _ in range(60):
        began = time.thread_time()
        view = shown_item(place, rater)
        claims.append(time.thread_time() - began)
        given = some_answers(view)
        began = time.thread_time()
        submit(place, rater, view, given)
        answers.append(time.thread_time() - began)
    say(f"view (claims included) p50 {_share(claims, 50):.1f} ms   p95 {_share(claims, 95):.1f} ms of CPU")
    say(f"answer                 p50 {_share(answers, 50):.1f} ms   p95 {_share(answers, 95):.1f} ms of CPU")


def say(line: str) -> None:
    sys.stdout.write(f"\n{line}")


def _bare_transactions(path: Path) -> list[Callable[[], object]]:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE claim (id INTEGER PRIMARY KEY, rater INTEGER)")
    turn = threading.Lock()

    def act() -> None:
        with turn:
            own = sqlite3.connect(path, timeout=30)
            own.execute("PRAGMA synchronous = FULL")
            own.execute("BEGIN IMMEDIATE")
            own.execute("INSERT INTO claim (rater) VALUES (1)")
            own.commit()
            own.close()

    return [act] * N_RATERS


def _at_once(actions: Sequence[Callable[[], object]]) -> list[float]:
    barrier = threading.Barrier(len(actions))
    seconds: list[float] = []

    def act(action: Callable[[], object]) -> None:
        barrier.wait()
        began = time.perf_counter()
        action()
        seconds.append(time.perf_counter() - began)

    threads = [threading.Thread(target=act, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seconds) == len(actions)
    return seconds


def _share(seconds: Sequence[float], percent: int) -> float:
    return 1000 * sorted(seconds)[min(len(seconds) - 1, len(seconds) * percent // 100)]
