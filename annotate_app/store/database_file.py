"""The file of an SQLite database: it is made once, and afterwards only ever the same file is used."""

import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

from annotate_app.errors import DatabaseError

__all__ = ["DatabaseFile"]


class DatabaseFile:
    """Whether the file is still the one that was opened.

    A process that holds a deleted file open would go on writing to it, and everything would be lost with the
    process. A new connection to a file that is not there would make an empty one, and SQLite then throws away
    the `-wal` file beside it, in which the latest transactions are.
    """

    def __init__(self, name: str | None) -> None:
        self._path = Path(name) if name and name != ":memory:" else None
        self._opened: tuple[int, int] | None = None

    def check(self) -> None:
        """Refuse to use a file that is not in its place any more.

        Raises
        ------
        DatabaseError
            If it was opened before, and is away or another one now.
        """
        if self._opened is not None and self._found() != self._opened:
            raise DatabaseError(
                f"The database file {self._path} was removed or replaced while it was in use. Nothing was "
                "stored. Put it back, together with the files beside it whose names end in -wal and -shm "
                "(what was stored last is in them), and restart."
            )

    def connect(
        self, _dialect: object, _record: object, arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> sqlite3.Connection | None:
        """Connect to the file that is known, and never make one in its place; None before it is known."""
        if self._path is None or self._opened is None:
            return None
        self.check()
        return sqlite3.connect(f"file:{quote(str(arguments[0]))}?mode=rw", uri=True, **options)

    def remember(self, _connection: object, _record: object) -> None:
        """Know the file from the first connection on."""
        self._opened = self._opened or self._found()

    def _found(self) -> tuple[int, int] | None:
        try:
            status = None if self._path is None else self._path.stat()
        except OSError:
            return None
        return None if status is None else (status.st_dev, status.st_ino)
