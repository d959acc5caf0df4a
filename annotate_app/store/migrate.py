"""Bring a database's tables to the form that this code needs."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from annotate_app.errors import DatabaseError
from annotate_app.store.database import Database

__all__ = ["migrate", "newest_version"]

_ONE_AT_A_TIME = 0x626C696E64
"""Key of the PostgreSQL advisory lock under which one process migrates."""


def migrate(database: Database) -> None:
    """Make or update the tables in one transaction; nothing happens where they are up to date.

    Raises
    ------
    DatabaseError
        If a newer Blindpair made the database, or it cannot be reached.
    """
    with database.reading() as session:
        if _version(session.connection()) == newest_version():
            return
    with database.writing() as session:
        connection = session.connection()
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ONE_AT_A_TIME})
        _check(_version(connection))
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def newest_version() -> str:
    """Name the newest revision that this code knows."""
    head = _script().get_current_head()
    if head is None:
        raise DatabaseError("This installation of Blindpair lacks its migrations; install it again.")
    return head


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check(version: str | None) -> None:
    known = {revision.revision for revision in _script().walk_revisions()}
    if version is not None and version not in known:
        raise DatabaseError(
            f"The database has version {version}; this Blindpair knows versions up to {newest_version()}: "
            "a newer Blindpair made it. Install that one to open it; nothing was changed."
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _script() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())
