"""Those who wait at the same moment are served at once, and nobody's failure is somebody else's."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from annotate_app.errors import NotAllowedError
from annotate_app.services.together import Together


class Counter:
    """Serves one caller, whom it holds until `n` others wait, and then everybody who waits."""

    def __init__(self, n: int, *, refused: str = "") -> None:
        self.batches: list[list[str]] = []
        self.refused = refused
        self.open = threading.Event()
        self.held = threading.Event()
        self.together = Together()
        self._n = n

    def serve(self, who: Sequence[str]) -> None:
        self.batches.append(list(who))
        if list(who) == ["first"]:
            self.held.set()
            self.open.wait()
        if self.refused in who:
            raise NotAllowedError("refused")

    def ask_all(self) -> list[BaseException | None]:
        """Have the first served while all others join the queue; what became of the others."""
        queue = self.together.queue("study")
        with ThreadPoolExecutor(self._n + 1) as pool:
            first = pool.submit(self.together.ask, "study", "first", self.serve)
            self.held.wait()
            others = [pool.submit(self.together.ask, "study", str(n), self.serve) for n in range(self._n)]
            while queue.n_waiting < self._n:
                pass
            self.open.set()
            first.result()
            return [other.exception() for other in others]


def test_all_who_wait_are_served_at_once() -> None:
    counter = Counter(5)
    assert counter.ask_all() == [None] * 5
    assert [sorted(batch) for batch in counter.batches] == [["first"], ["0", "1", "2", "3", "4"]]


def test_one_who_fails_spoils_it_for_nobody_else() -> None:
    counter = Counter(4, refused="2")
    failures = counter.ask_all()
    assert [type(failure) for failure in failures] == [
        type(None),
        type(None),
        NotAllowedError,
        type(None),
    ]
    assert sorted(one for batch in counter.batches for one in batch if len(batch) == 1) == [
        "0",
        "1",
        "2",
        "3",
        "first",
    ]


def test_failure_of_one_alone_is_raised_and_the_next_is_served() -> None:
    counter = Counter(0, refused="one")
    with pytest.raises(NotAllowedError):
        counter.together.ask("study", "one", counter.serve)
    counter.together.ask("study", "two", counter.serve)
    assert counter.batches == [["one"], ["two"]]


def test_queues_of_two_keys_do_not_wait_for_each_other() -> None:
    counter = Counter(0)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(counter.together.ask, "study", "first", counter.serve)
        counter.held.wait()
        counter.together.ask("other", "second", counter.serve)
        counter.open.set()
        first.result()
    assert counter.batches == [["first"], ["second"]]
