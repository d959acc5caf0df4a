"""Connections and transactions, the same for SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, IntegrityError, InterfaceError
from sqlalchemy.exc import DatabaseError as UnusableDatabaseError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import ConnectionPoolEntry

from annotate_app.errors import ConflictError, DatabaseError
from annotate_app.store.database_file import DatabaseFile
from annotate_app.store.shared_commit import SharedCommits
from annotate_app.store.unchanging import Unchanging, session_info

__all__ = ["Database", "database_at", "open_database"]

_BUSY_SECONDS = 10
# Whoever finds no connection free waits for one: opening more would take longer.
_POOL: dict[str, Any] = {"pool_size": 20, "max_overflow": 0, "pool_use_lifo": True}
_WRITES = "blindpair_writes"


class Database:
    """An engine with two kinds of transaction: `reading` and `writing`.

    On SQLite one writer at a time is let through per process, so that many simultaneous writers queue in
    memory and not at the file's lock, where waiting is slow, and share commits; `BEGIN IMMEDIATE` keeps other
    processes apart.
    On PostgreSQL writers run side by side and lock the rows they decide upon.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        snapshots = engine if self.is_sqlite else engine.execution_options(isolation_level="REPEATABLE READ")
        writing = engine.execution_options(**{_WRITES: True})
        self.unchanging = Unchanging()
        info = session_info(self.unchanging)
        self._readers = sessionmaker(snapshots, expire_on_commit=False, info=info)
        self._writers = sessionmaker(writing, expire_on_commit=False, info=info)
        self._shared = SharedCommits(writing, busy_seconds=_BUSY_SECONDS, info=info)
        self._file = DatabaseFile(engine.url.database) if self.is_sqlite else None
        if self._file is not None:
            event.listen(engine, "do_connect", self._file.connect)
            event.listen(engine, "connect", self._file.remember)

    @contextmanager
    def reading(self) -> Generator[Session]:
        """Open a transaction that only reads; it sees one state of the database throughout."""
        if self._file is not None:
            self._file.check()
        with _unreachable(self.engine), self._readers() as session:
            yield session

    @contextmanager
    def writing(self) -> Generator[Session]:
        """Open a transaction that commits on leaving, or rolls everything back if an error leaves it."""
        if self._file is not None:
            with _unreachable(self.engine), self._shared.writing() as session:
                self._file.check()
                yield session
        else:
            with _unreachable(self.engine), self._writers.begin() as session:
                yield session

    def ping(self) -> None:
        """Ask the database for nothing.

        Raises
        ------
        DatabaseError
            If it does not answer.
        """
        if self._file is not None:
            self._file.check()
        with self.reading() as session:
            session.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close every pooled connection."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Make a new `Database` for a URL; its tables are not touched. See `store.migrate`.

    Parameters
    ----------
    url
        `sqlite:///FILE`, or `postgresql://USER:PASSWORD@HOST/NAME` (`postgres://` is understood too).

    Raises
    ------
    DatabaseError
        If the URL is neither.
    """
    try:
        parsed = make_url(
            url.replace("postgres://", "postgresql://", 1) if url.startswith("postgres:") else url
        )
    except ArgumentError:
        parsed = None
    if parsed is None or parsed.get_backend_name() not in {"sqlite", "postgresql"}:
        raise DatabaseError(
            "The database URL is not one of sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME. "
            "Check BLINDPAIR_DATABASE_URL."
        )
    if parsed.get_backend_name() == "postgresql":
        engine = create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True, **_POOL)
        return Database(engine)
    if parsed.database and parsed.database != ":memory:":
        _make_folder(Path(parsed.database).parent)
    engine = create_engine(parsed, connect_args={"timeout": _BUSY_SECONDS}, **_POOL)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return Database(engine)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"The folder {folder} cannot be made ({error.strerror}).") from error


@cache
def database_at(url: str) -> Database:
    """Open the database of a URL once per process, so that pages and routes share one pool and one queue."""
    return open_database(url)


def _prepare_sqlite(connection: sqlite3.Connection, _record: ConnectionPoolEntry) -> None:
    # The driver's own transaction handling starts no transaction before SELECT; ours says BEGIN itself.
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _unreachable(engine: Engine) -> Generator[None]:
    try:
        yield
    except IntegrityError as error:
        raise ConflictError(
            f"The database refused what contradicts its content ({error.orig}), most likely because somebody "
            "else stored something at the same moment. Nothing was stored; try again."
        ) from error
    except (UnusableDatabaseError, InterfaceError, PoolTimeoutError) as error:
        where = engine.url.render_as_string(hide_password=True)
        reason = error if isinstance(error, PoolTimeoutError) else error.orig
        raise DatabaseError(
            f"The database {where} does not answer ({reason}). Nothing was stored; try again."
        ) from error
