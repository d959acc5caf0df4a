"""Whoever wants the same at the same moment is served in one go, in one transaction."""

import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from annotate_app.errors import AppError

__all__ = ["Queue", "Together"]


class Together:
    """One caller at a time serves itself and all who wait under the same key; the others find it done.

    What keeps the database right is its transaction: other processes have queues of their own.
    """

    def __init__(self) -> None:
        self._queues: defaultdict[str, Queue] = defaultdict(Queue)

    def queue(self, key: str) -> "Queue":
        """Find the queue of a key."""
        return self._queues[key]

    def ask(self, key: str, who: str, serve: Callable[[Sequence[str]], None]) -> None:
        """Have `who` served, and return when that is done.

        Parameters
        ----------
        serve
            Serves everybody named, in the order in which they came, or nobody. If it fails for several, each
            is served alone, so that one cannot spoil it for the others; what it raises then is raised.
        """
        queue = self.queue(key)
        ticket = _Ticket(who)
        queue.join(ticket)
        with queue.turn:
            if ticket.is_done:
                return
            waiting = queue.take()
            # One that is not among them was so when serving several failed.
            _serve(waiting if ticket in waiting else [ticket], ticket, serve)


def _serve(batch: "list[_Ticket]", own: "_Ticket", serve: Callable[[Sequence[str]], None]) -> None:
    try:
        serve([ticket.who for ticket in batch])
    except AppError:
        if len(batch) == 1:
            raise
        serve([own.who])
        batch = [own]
    for ticket in batch:
        ticket.is_done = True


@dataclass(eq=False, slots=True)
class _Ticket:
    who: str
    is_done: bool = False


@dataclass(eq=False, slots=True)
class Queue:
    """Who waits, and whose turn it is."""

    turn: threading.Lock = field(default_factory=threading.Lock)
    _joining: threading.Lock = field(default_factory=threading.Lock)
    _waiting: list[_Ticket] = field(default_factory=list[_Ticket])

    @property
    def n_waiting(self) -> int:
        """How many wait to be taken."""
        return len(self._waiting)

    def join(self, ticket: _Ticket) -> None:
        """Wait at the end."""
        with self._joining:
            self._waiting.append(ticket)

    def take(self) -> list[_Ticket]:
        """Take everybody who waits, in the order in which they came."""
        with self._joining:
            taken, self._waiting = self._waiting, []
        return taken
