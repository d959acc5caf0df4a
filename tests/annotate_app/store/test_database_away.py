"""A database that is briefly away or locked: said clearly, nothing stored twice, and it goes on after."""

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from sqlalchemy import event, func, select, text

from annotate_app.errors import DatabaseError
from annotate_app.services.workplace import Workplace
from annotate_app.store.database import open_database
from annotate_app.store.models import RatingRow
from tests.annotate_app.studio import n_rows, new_study, shown_item, start, submit


def test_removed_file_takes_no_more_ratings(sqlite_place: Workplace) -> None:
    rater = start(sqlite_place, new_study(sqlite_place).links[0].token)
    view = shown_item(sqlite_place, rater)
    Path(sqlite_place.database.engine.url.database or "").unlink()
    with pytest.raises(DatabaseError, match="removed or replaced"):
        submit(sqlite_place, rater, view, {"naturalness": "a"})
    with pytest.raises(DatabaseError, match="removed or replaced"):
        sqlite_place.database.ping()


def test_file_moved_away_and_back_has_lost_nothing(sqlite_place: Workplace, tmp_path: Path) -> None:
    rater = start(sqlite_place, new_study(sqlite_place).links[0].token)
    submit(sqlite_place, rater, view := shown_item(sqlite_place, rater), {"naturalness": "a"})
    url = sqlite_place.database.engine.url
    file, away = Path(url.database or ""), tmp_path / "away.db"
    file.rename(away)
    with ExitStack() as many:
        for _ in range(15):
            with pytest.raises(DatabaseError, match="removed or replaced"):
                many.enter_context(sqlite_place.database.reading()).execute(text("SELECT 1"))
    assert not file.exists()
    with pytest.raises(DatabaseError, match="removed or replaced"):
        submit(sqlite_place, rater, view, {"naturalness": "a"})
    away.rename(file)
    assert n_rows(sqlite_place, RatingRow) == 1
    sqlite_place.database.close()
    again = open_database(str(url))
    with again.reading() as session:
        assert session.scalar(select(func.count()).select_from(RatingRow)) == 1
    again.close()


def test_new_connection_never_makes_a_file_where_one_was(sqlite_place: Workplace) -> None:
    new_study(sqlite_place)
    file = Path(sqlite_place.database.engine.url.database or "")
    sqlite_place.database.close()
    file.rename(file.with_name("away.db"))
    with pytest.raises(DatabaseError, match="removed or replaced"):
        sqlite_place.database.engine.connect()
    assert not file.exists()


def test_file_that_is_no_database_is_said(sqlite_place: Workplace) -> None:
    file = Path(sqlite_place.database.engine.url.database or "")
    sqlite_place.database.close()
    file.write_bytes(b"not a database " * 1000)
    with pytest.raises(DatabaseError, match="does not answer"):
        sqlite_place.database.ping()


def test_lost_connections_are_replaced(postgres_place: Workplace, postgres_server_url: str) -> None:
    rater = start(postgres_place, new_study(postgres_place).links[0].token)
    view = shown_item(postgres_place, rater)
    with postgres_place.database.engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    submit(postgres_place, rater, view, {"naturalness": "a"})
    assert n_rows(postgres_place, RatingRow) == 1


def test_connection_lost_in_the_middle_stores_nothing(postgres_place: Workplace) -> None:
    with pytest.raises(DatabaseError, match="does not answer"), postgres_place.database.writing() as session:
        session.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    assert n_rows(postgres_place, RatingRow) == 0


def test_file_locked_by_another_program_is_said_and_over(sqlite_place: Workplace) -> None:
    rater = start(sqlite_place, new_study(sqlite_place).links[0].token)
    view = shown_item(sqlite_place, rater)
    database = sqlite_place.database
    database.close()
    event.listen(database.engine, "connect", lambda raw, _: raw.execute("PRAGMA busy_timeout = 20").close())
    with closing(sqlite3.connect(database.engine.url.database or "")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseError, match=r"locked.*Nothing was stored; try again"):
            submit(sqlite_place, rater, view, {"naturalness": "a"})
        assert n_rows(sqlite_place, RatingRow) == 0
        assert shown_item(sqlite_place, rater) == view
        other.rollback()
    submit(sqlite_place, rater, view, {"naturalness": "a"})
    assert n_rows(sqlite_place, RatingRow) == 1
