"""Writers who wait at the same moment share one commit, and so one wait for the disk."""

import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from annotate_app.errors import DatabaseError

__all__ = ["SharedCommits"]

_MOST_SHARING = 64
_LOOK_AGAIN_SECONDS = 0.05


class SharedCommits:
    """One writer at a time works in the open transaction; the last of those who wait commits it for all.

    An error undoes its writer's own work only: the first writer's is the whole transaction so far, every
    later one has a savepoint. Nobody goes on before the commit is done: what a writer acknowledges is on the
    disk. If the commit fails, it fails for all that shared it.

    Parameters
    ----------
    engine
        Begins transactions that write.
    busy_seconds
        How long a writer waits for its turn.
    info
        What the writers' sessions are given as their `info`.
    """

    def __init__(
        self, engine: Engine, *, busy_seconds: float, info: Mapping[str, object] | None = None
    ) -> None:
        self._engine = engine
        self._info = dict(info or {})
        self._busy_seconds = busy_seconds
        self._turn = threading.Lock()
        self.n_waiting = 0
        self._counting = threading.Lock()
        self._open: _Shared | None = None

    @contextmanager
    def writing(self) -> Generator[Session]:
        """Work in a transaction that is committed on leaving.

        Raises
        ------
        DatabaseError
            If no turn comes in time; nothing was stored then.
        """
        self._take_turn()
        try:
            shared = self._open = self._open or _Shared(self._engine.connect())
            shared.n_turns += 1
            try:
                with (
                    Session(
                        shared.begun(),
                        join_transaction_mode="rollback_only" if shared.n_turns == 1 else "create_savepoint",
                        expire_on_commit=False,
                        info=self._info,
                    ) as session,
                    session.begin(),
                ):
                    yield session
            finally:
                if self.n_waiting == 0 or shared.n_turns >= _MOST_SHARING or shared.is_lost():
                    self._finish(shared)
        finally:
            self._turn.release()
        self._wait(shared)

    def _take_turn(self) -> None:
        with self._counting:
            self.n_waiting += 1
        has_turn = self._turn.acquire(timeout=self._busy_seconds)
        with self._counting:
            self.n_waiting -= 1
        if not has_turn:
            raise DatabaseError("The database is busy. Nothing was stored; try again.")

    def _finish(self, shared: "_Shared") -> None:
        self._open = None
        shared.finish()

    def _wait(self, shared: "_Shared") -> None:
        """Wait for the commit; if whoever was to do it gave up waiting for its turn, do it."""
        while not shared.done.wait(_LOOK_AGAIN_SECONDS):
            if self._turn.acquire(blocking=False):
                try:
                    if self._open is shared:
                        self._finish(shared)
                finally:
                    self._turn.release()
        if shared.error is not None:
            raise shared.error


class _Shared:
    """A transaction and those who wait for its commit."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.n_turns = 0
        self.done = threading.Event()
        self.error: Exception | None = None

    def begun(self) -> Connection:
        """Begin with the first writer."""
        if not self._connection.in_transaction():
            self._connection.begin()
        return self._connection

    def is_lost(self) -> bool:
        """Tell whether an error ended the whole transaction, as a full disk does."""
        raw = self._connection.connection.dbapi_connection
        return raw is None or not getattr(raw, "in_transaction", True)

    def finish(self) -> None:
        """Commit, and say so to everybody."""
        try:
            if self.is_lost():
                self.error = DatabaseError("The database stored nothing of what was to be stored; try again.")
            else:
                self._connection.commit()
        except Exception as error:  # noqa: BLE001
            # A commit that failed may leave its transaction open: the connection is not used again.
            self._connection.invalidate()
            self.error = error
        finally:
            self._connection.close()
            self.done.set()
