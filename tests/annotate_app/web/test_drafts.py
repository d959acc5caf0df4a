"""Drafts over HTTP: what is kept, and every refusal."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from annotate_app.design.principal import RaterPrincipal
from annotate_app.services.rating import open_invitation
from annotate_app.services.workplace import Workplace
from annotate_app.ui.cookies import RATER_COOKIE
from tests.annotate_app.studio import new_study, shown_item, some_answers, start, submit


class Session:
    """A rater with a cookie, and the item that is shown."""

    def __init__(self, place: Workplace) -> None:
        study = new_study(place)
        self.rater: RaterPrincipal = start(place, study.links[0].token)
        self.cookies = {"Cookie": f"{RATER_COOKIE}={open_invitation(place, study.links[0].token)}"}
        self.view = shown_item(place, self.rater)

    def draft(self, **changes: Any) -> dict[str, Any]:
        return {
            "ref": self.view.assignment,
            "step": 0,
            "revision": self.view.revision,
            "answers": {"naturalness": "b"},
            **changes,
        }


@pytest.fixture
def session(place: Workplace) -> Session:
    return Session(place)


def test_draft_is_kept_for_the_next_visit(client: TestClient, place: Workplace, session: Session) -> None:
    answer = client.post("/draft", json=session.draft(), headers=session.cookies)
    assert (answer.status_code, answer.content) == (204, b"")
    assert shown_item(place, session.rater).draft == {"naturalness": "b"}
    assert answer.headers["Cache-Control"] == "no-store"


def test_draft_of_a_submitted_step_is_a_conflict(
    client: TestClient, place: Workplace, session: Session
) -> None:
    submit(place, session.rater, session.view, {"naturalness": "a"})
    answer = client.post("/draft", json=session.draft(), headers=session.cookies)
    assert answer.status_code == 409
    assert shown_item(place, session.rater).draft == {}


def test_draft_without_a_cookie_is_nobodys(client: TestClient, place: Workplace, session: Session) -> None:
    assert client.post("/draft", json=session.draft()).status_code == 401
    assert (
        client.post("/draft", json=session.draft(), headers={"Cookie": f"{RATER_COOKIE}=made-up"}).status_code
        == 401
    )
    assert shown_item(place, session.rater).draft == {}


def test_draft_from_another_site_is_refused(client: TestClient, place: Workplace, session: Session) -> None:
    headers = {**session.cookies, "Sec-Fetch-Site": "cross-site"}
    assert client.post("/draft", json=session.draft(), headers=headers).status_code == 403
    assert shown_item(place, session.rater).draft == {}


def test_draft_of_somebody_elses_item_is_refused(client: TestClient, session: Session) -> None:
    answer = client.post("/draft", json=session.draft(ref="a" * 20), headers=session.cookies)
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b'{"ref": 1}',
        b"\xff",
        b'{"ref":"x","step":0,"revision":0,"answers":{"q":[]}}',
        b"[" * 200_000,
    ],
)
def test_what_is_no_draft_is_refused(client: TestClient, session: Session, body: bytes) -> None:
    headers = {**session.cookies, "Content-Type": "application/json"}
    assert client.post("/draft", content=body, headers=headers).status_code == 400


def test_other_content_is_refused(client: TestClient, session: Session) -> None:
    headers = {**session.cookies, "Content-Type": "text/plain"}
    assert client.post("/draft", content=b"{}", headers=headers).status_code == 415


def test_a_huge_draft_is_refused(client: TestClient, session: Session) -> None:
    huge = session.draft(answers={"remark": "x" * 1_100_000})
    assert client.post("/draft", json=huge, headers=session.cookies).status_code == 413


def test_a_huge_draft_in_chunks_is_refused(client: TestClient, session: Session) -> None:
    chunks = (b"x" * 100_000 for _ in range(20))
    headers = {**session.cookies, "Content-Type": "application/json"}
    assert client.post("/draft", content=chunks, headers=headers).status_code == 413


@pytest.mark.parametrize("remark", ["\\u0000", "\\ud800", "x" * 100_001])
def test_a_remark_that_cannot_be_kept_is_named_and_the_rest_kept(
    client: TestClient, place: Workplace, session: Session, remark: str
) -> None:
    submit(place, session.rater, session.view, {"naturalness": "a"})
    body = json.dumps(session.draft(step=1, answers={"goal.a.0": 4, "remark": "REMARK"}))
    headers = {**session.cookies, "Content-Type": "application/json"}
    answer = client.post("/draft", content=body.replace("REMARK", remark), headers=headers)
    assert answer.status_code == 200
    assert [problem["id"] for problem in answer.json()["problems"]] == ["remark"]
    assert shown_item(place, session.rater).draft == {"goal.a.0": 4}


def test_form_is_current_until_its_step_is_submitted(
    client: TestClient, place: Workplace, session: Session
) -> None:
    asked = {name: str(session.draft()[name]) for name in ("ref", "step", "revision")}
    assert client.get("/draft", params=asked, headers=session.cookies).status_code == 204
    view = shown_item(place, session.rater)
    submit(place, session.rater, view, some_answers(view))
    assert client.get("/draft", params=asked, headers=session.cookies).status_code == 409
    assert client.get("/draft", params=asked).status_code == 401
    assert client.get("/draft", params={**asked, "ref": "x"}, headers=session.cookies).status_code == 403
    assert client.get("/draft", params={"step": "x"}, headers=session.cookies).status_code == 400
