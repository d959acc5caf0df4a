"""Transactions: durable, isolated, and clear about a database that does not answer."""

import threading
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from annotate_app.errors import ConflictError, DatabaseError
from annotate_app.store.condition import durability, integrity_problems
from annotate_app.store.database import Database, database_at, open_database
from annotate_app.store.events import add_event, events_of_study
from annotate_app.store.models import EventRow, RatingRow
from annotate_app.store.states import ActorKind
from tests.annotate_app.studio import START


def note(database: Database, action: str = "tested") -> None:
    with database.writing() as session:
        add_event(session, at=START, actor=(ActorKind.OPERATOR, "me"), action=action)


def actions(database: Database) -> list[str]:
    with database.reading() as session:
        return list(session.scalars(text("SELECT action FROM event ORDER BY event_id")))


def test_sqlite_writes_ahead_and_fully_synchronised(sqlite_database: Database) -> None:
    database = open_database(str(sqlite_database.engine.url))
    assert durability(database).is_durable
    with database.reading() as session:
        assert session.scalar(text("PRAGMA foreign_keys")) == 1
        assert session.scalar(text("PRAGMA busy_timeout")) == 10_000
    assert integrity_problems(database) == ()
    database.close()


def test_sqlite_that_does_not_wait_for_the_disk_is_not_durable(sqlite_database: Database) -> None:
    assert not durability(sqlite_database).is_durable


def test_postgres_says_how_it_writes(postgres_database: Database) -> None:
    found = durability(postgres_database)
    assert found.is_durable == (
        "fsync=on" in found.settings and "synchronous_commit=off" not in found.settings
    )
    assert integrity_problems(postgres_database) == ()


def test_error_inside_rolls_everything_back(database: Database) -> None:
    with suppress(KeyError), database.writing() as session:
        add_event(session, at=START, actor=(ActorKind.OPERATOR, "me"), action="tested")
        session.flush()
        raise KeyError
    assert actions(database) == []


def test_readers_see_one_state_while_others_write(database: Database) -> None:
    note(database)
    query = text("SELECT count(*) FROM event")
    with database.reading() as session:
        before = session.scalar(query)
        writer = threading.Thread(target=note, args=(database,))
        writer.start()
        writer.join()
        assert session.scalar(query) == before == 1
    assert len(actions(database)) == 2


@pytest.mark.parametrize("statement", ["UPDATE event SET action = 'x'", "DELETE FROM event"])
def test_events_are_only_ever_added(database: Database, statement: str) -> None:
    note(database)
    with pytest.raises(ConflictError, match="only ever added"), database.writing() as session:
        session.execute(text(statement))
    assert actions(database) == ["tested"]


def test_contradiction_is_a_conflict(database: Database) -> None:
    rating = RatingRow(assignment_id="none", unit_id="u", revision=-1, dimension="d")
    with pytest.raises(ConflictError), database.writing() as session:
        session.add(rating)


def test_times_come_back_in_utc(database: Database) -> None:
    note(database)
    with database.reading() as session:
        event = session.get(EventRow, 1)
        assert event is not None
        assert event.at == START
        assert event.at.utcoffset() == START.utcoffset()


def test_time_without_offset_is_refused(sqlite_database: Database) -> None:
    with pytest.raises(Exception, match="offset from UTC"), sqlite_database.writing() as session:
        add_event(session, at=START.replace(tzinfo=None), actor=(ActorKind.OPERATOR, "me"), action="tested")


def test_enumerations_are_stored_by_value(database: Database) -> None:
    note(database)
    with database.reading() as session:
        assert session.scalar(text("SELECT actor_kind FROM event")) == "operator"
        assert events_of_study(session, "none") == ()


@pytest.mark.parametrize("url", ["mysql://somewhere/db", "not a url", "sqlite"])
def test_other_database_url_is_refused(url: str) -> None:
    with pytest.raises(DatabaseError, match="BLINDPAIR_DATABASE_URL"):
        open_database(url)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_database_that_does_not_answer_is_named_without_password(scheme: str) -> None:
    database = open_database(f"{scheme}://me:hidden@127.0.0.1:1/none")
    with pytest.raises(DatabaseError, match="does not answer") as caught, database.reading() as session:
        session.connection()
    assert "hidden" not in str(caught.value)


def test_process_shares_one_database_per_url(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'shared.db'}"
    assert database_at(url) is database_at(url)
    database_at(url).close()
    database_at.cache_clear()
