"""Several tasks at once on one desk, with one rule for when all of them stop."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from sim.errors import SimError
from sim.llm.budget import BudgetReachedError
from sim.llm.caller import Desk, StoppedError
from sim.llm.chat import CallError
from sim.llm.journal import StorageError
from sim.schema.run import FailureKind

__all__ = ["Shift"]

T = TypeVar("T")

_FAILURES_IN_A_ROW = 5
_OF_THE_SERVER = frozenset(
    {FailureKind.CONNECTION, FailureKind.TIMEOUT, FailureKind.RATE_LIMIT, FailureKind.SERVER}
)


class Shift:
    """Works through tasks until they are done, or a reason to stop is met.

    A spent budget, a full disk, an error that every call would meet, and five failures of the server with no
    success between are such reasons. Calls under way are then still answered and journaled.

    Attributes
    ----------
    stopped_by
        The reason; None where everything was worked through.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._in_a_row = 0
        self.stopped_by: SimError | None = None

    async def work_through(
        self, tasks: Iterator[T], do: Callable[[T], Awaitable[None]], *, concurrency: int
    ) -> None:
        """Do the tasks, so many at once; `do` calls `failed` or `succeeded` as it goes."""
        async with asyncio.TaskGroup() as workers:
            for _ in range(concurrency):
                workers.create_task(self._work(tasks, do))

    def succeeded(self) -> None:
        """Note that the server is well."""
        self._in_a_row = 0

    def failed(self, error: CallError) -> bool:
        """Note a failure; False where it is none of the task but a reason to stop, not to be recorded."""
        if error.fatal:
            self._stop(error)
            return False
        self._in_a_row = self._in_a_row + 1 if error.kind in _OF_THE_SERVER else 0
        if self._in_a_row >= _FAILURES_IN_A_ROW:
            self._stop(error)
        return True

    async def _work(self, tasks: Iterator[T], do: Callable[[T], Awaitable[None]]) -> None:
        for task in tasks:
            if self._desk.stopping:
                return
            try:
                await do(task)
            except StoppedError:
                return
            except (BudgetReachedError, StorageError) as error:
                self._stop(error)
                return

    def _stop(self, error: SimError) -> None:
        self._desk.stopping = True
        self.stopped_by = self.stopped_by or error
