"""Every route while the database is away: a friendly 503 that tells nothing, and an end to it afterwards."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from annotate_app.errors import DatabaseError
from annotate_app.services.rating import open_invitation
from annotate_app.services.workplace import Workplace
from annotate_app.store.database import open_database
from annotate_app.store.migrate import migrate
from annotate_app.ui.cookies import ADMIN_COOKIE, RATER_COOKIE
from annotate_app.web.away import DatabaseAway
from annotate_app.web.drafts import draft_route
from annotate_app.web.entrance import SIGN_IN_PATH, Entrance
from annotate_app.web.security import CloseDoors
from tests.annotate_app.databases import new_postgres_database
from tests.annotate_app.studio import new_study, shown_item, start

NOWHERE = "postgresql://user:hunter2@127.0.0.1:1/blindpair"
COOKIES = {"Cookie": f"{ADMIN_COOKIE}=some; {RATER_COOKIE}=some"}
DRAFT = {"ref": "x", "step": 0, "revision": 0, "answers": {}}
FORM = {"user": "ada", "password": "some password"}
PAGES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "join": ("GET", "/join/some-token", {}),
    "admin": ("GET", "/admin", {"headers": COOKIES}),
    "sign-in form": ("GET", SIGN_IN_PATH, {"headers": COOKIES}),
    "sign-in": ("POST", SIGN_IN_PATH, {"data": FORM}),
    "sign-out": ("POST", "/admin/sign-out", {"headers": COOKIES}),
    "staff page": ("GET", "/studies", {"headers": COOKIES}),
}


def asking(place: Workplace) -> TestClient:
    entrance = Entrance(lambda: place, secure=False, home="/studies")
    doors = Middleware(
        CloseDoors, staff_pages=frozenset({"/studies"}), is_staff=entrance.is_staff, sign_in=SIGN_IN_PATH
    )
    routes = [*entrance.routes(), draft_route(lambda: place)]
    app = Starlette(routes=routes, middleware=[Middleware(DatabaseAway), doors])
    return TestClient(app, follow_redirects=False, headers={"Sec-Fetch-Site": "same-origin"})


def removed(place: Workplace, _server_url: Callable[[], str]) -> Iterator[Workplace]:
    place.database.close()
    Path(place.database.engine.url.database or "").unlink()
    yield place


def broken(place: Workplace, _server_url: Callable[[], str]) -> Iterator[Workplace]:
    place.database.close()
    Path(place.database.engine.url.database or "").write_bytes(b"not a database " * 1000)
    yield place


def dropped(_place: Workplace, server_url: Callable[[], str]) -> Iterator[Workplace]:
    with new_postgres_database(server_url(), "blindpair_dropped") as url:
        database = open_database(url)
        migrate(database)
    yield Workplace(database)
    database.close()


def stopped(_place: Workplace, _server_url: Callable[[], str]) -> Iterator[Workplace]:
    yield Workplace(open_database(NOWHERE))


@pytest.fixture(params=[removed, broken, dropped, stopped], ids=lambda lose: lose.__name__)
def away(request: pytest.FixtureRequest, place: Workplace) -> Iterator[TestClient]:
    """Ask the routes of an app whose database went away, in one of several ways."""
    for lost in request.param(place, lambda: request.getfixturevalue("postgres_server_url")):
        yield asking(lost)


def test_every_page_says_so_in_plain_words(away: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    for method, path, sent in PAGES.values():
        caplog.clear()
        answer = away.request(method, path, **sent)
        assert (path, answer.status_code) == (path, 503)
        assert int(answer.headers["Retry-After"]) > 0
        assert "Please try again in a moment" in answer.text
        assert "Set-Cookie" not in answer.headers
        told = answer.text.partition("<h1>")[2].lower()
        assert [word for word in ("hunter2", "sql", "postgres", ".db", "127.0") if word in told] == []
        assert "the database is away" in caplog.text
        assert [word for word in ("hunter2", "some-token", "some password") if word in caplog.text] == []


def test_a_draft_is_answered_in_json(away: TestClient) -> None:
    answer = away.post("/draft", json=DRAFT, headers=COOKIES)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.json() == {"error": "the database does not answer; nothing is lost, try again"}


def test_a_locked_file_is_said_and_over(place: Workplace, caplog: pytest.LogCaptureFixture) -> None:
    link = new_study(place).links[0]
    rater = start(place, link.token)
    cookies = {"Cookie": f"{RATER_COOKIE}={open_invitation(place, link.token)}"}
    draft = {**DRAFT, "ref": shown_item(place, rater).assignment, "answers": {"naturalness": "a"}}
    database = place.database
    database.close()
    event.listen(database.engine, "connect", lambda raw, _: raw.execute("PRAGMA busy_timeout = 20").close())
    client = asking(place)
    with closing(sqlite3.connect(database.engine.url.database or "")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert client.get(link.path).status_code == 503
        assert client.post(SIGN_IN_PATH, data=FORM).status_code == 503
        assert client.post("/draft", json=draft, headers=cookies).status_code == 503
        other.rollback()
    assert "locked" in caplog.text
    assert client.get(link.path).status_code == 303
    assert client.post(SIGN_IN_PATH, data=FORM).status_code == 401
    assert client.post("/draft", json=draft, headers=cookies).status_code == 204


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match="cannot be made"):
        open_database(f"sqlite:///{tmp_path / 'file' / 'folder' / 'x.db'}")
