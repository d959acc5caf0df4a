"""Tables come from migrations, and are those of the models."""

import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from annotate_app.errors import DatabaseError
from annotate_app.services.workplace import Workplace
from annotate_app.store.database import Database, open_database
from annotate_app.store.items import item_counts
from annotate_app.store.migrate import migrate, newest_version
from annotate_app.store.migrations.versions.v0003_counted_places import COUNT_PLACES
from annotate_app.store.models import Base
from tests.annotate_app.studio import new_study, rate_all, shown_item, start


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
    """Split a definition into its columns and constraints, in any order; added columns follow a comma."""
    parts = re.split(r"\n|\t|, (?=[a-z_]+ [A-Z])", sql)
    return sorted(part.strip().rstrip(",") for part in parts if part.strip())


def test_places_taken_before_they_were_counted_are_counted(sqlite_place: Workplace) -> None:
    study = new_study(sqlite_place, n_pairs=3, n_raters=3)
    raters = [start(sqlite_place, link.token) for link in study.links]
    rate_all(sqlite_place, raters[0])
    for rater in raters[1:]:
        shown_item(sqlite_place, rater)
    with sqlite_place.database.reading() as session:
        expected = item_counts(session, study.study_id)
    with sqlite_place.database.writing() as session:
        session.execute(text("UPDATE item SET n_running = 7, n_completed = 7, n_forward = 7, arm = 7"))
        session.execute(text(COUNT_PLACES))
    with sqlite_place.database.reading() as session:
        assert item_counts(session, study.study_id) == expected
