"""Databases and workplaces; whatever takes `database` or `place` runs on SQLite and on PostgreSQL."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from annotate_app.services.workplace import Workplace
from annotate_app.store.database import Database, open_database
from annotate_app.store.migrate import migrate
from tests.annotate_app.databases import emptied, migrated_file, new_postgres_database, postgres_server
from tests.annotate_app.studio import TickingClock


@pytest.fixture(scope="session")
def postgres_server_url() -> Iterator[str]:
    """Start a PostgreSQL server once."""
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_database(postgres_server_url: str) -> Iterator[Database]:
    """Make a migrated PostgreSQL database once; `database` empties it for every test."""
    with new_postgres_database(postgres_server_url, f"blindpair_test_{os.getpid()}") as url:
        database = open_database(url)
        migrate(database)
        yield database
        database.close()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a migrated SQLite file once."""
    return migrated_file(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture
def sqlite_database(sqlite_template: Path, tmp_path: Path) -> Iterator[Database]:
    """Open a fresh SQLite database."""
    path = tmp_path / "blindpair.db"
    shutil.copyfile(sqlite_template, path)
    database = open_database(f"sqlite:///{path}")
    # Tests need not wait for the disk; those of durability open the file anew.
    event.listen(database.engine, "connect", lambda raw, _: raw.execute("PRAGMA synchronous = OFF").close())
    yield database
    database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Database:
    """Open a fresh database of either kind."""
    if request.param == "sqlite":
        return request.getfixturevalue("sqlite_database")
    return emptied(request.getfixturevalue("postgres_database"))


@pytest.fixture
def place(database: Database) -> Workplace:
    """Work on a fresh database, with a clock and randomness that repeat."""
    return Workplace(database, clock=TickingClock(), entropy=random.Random(7).randbytes)


@pytest.fixture
def sqlite_place(sqlite_database: Database) -> Workplace:
    """Work on a fresh SQLite database, where what is tested does not depend on the kind."""
    return Workplace(sqlite_database, clock=TickingClock(), entropy=random.Random(7).randbytes)


@pytest.fixture
def postgres_place(postgres_database: Database) -> Workplace:
    """Work on an empty PostgreSQL database, where what is tested concerns its server."""
    emptied(postgres_database)
    return Workplace(postgres_database, clock=TickingClock(), entropy=random.Random(7).randbytes)
