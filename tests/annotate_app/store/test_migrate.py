"""Tables come from migrations, and are those of the models."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from annotate_app.errors import DatabaseError
from annotate_app.store.database import Database, open_database
from annotate_app.store.migrate import migrate, newest_version
from annotate_app.store.models import Base


def test_models_and_migrations_agree(database: Database) -> None:
    with database.reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_models_and_migrations_make_the_same_sqlite_tables(sqlite_database: Database) -> None:
    made = create_engine("sqlite://")
    Base.metadata.create_all(made)
    query = text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('table', 'index')")
    with made.connect() as connection, sqlite_database.reading() as session:
        models = {name: _words(sql) for name, sql in connection.execute(query)}
        migrated = {name: _words(sql) for name, sql in session.execute(query) if name != "alembic_version"}
    made.dispose()
    assert migrated == models


def test_migrating_twice_changes_nothing(sqlite_database: Database) -> None:
    migrate(sqlite_database)
    with sqlite_database.reading() as session:
        assert session.scalar(text("SELECT version_num FROM alembic_version")) == newest_version()


def test_new_file_and_its_folder_are_made(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'new folder' / '50% full.db'}")
    migrate(database)
    assert "rating" in inspect(database.engine).get_table_names()
    database.close()


def test_database_of_a_newer_version_is_refused_untouched(sqlite_database: Database) -> None:
    with sqlite_database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match=r"version 9999.*newer Blindpair"):
        migrate(sqlite_database)
    with sqlite_database.reading() as session:
        assert session.scalar(text("SELECT version_num FROM alembic_version")) == "9999"


def _words(sql: str) -> list[str]:
    """Split a definition into its parts, constraints in any order."""
    return sorted(part.strip().rstrip(",") for part in sql.replace("\t", "\n").splitlines() if part.strip())
