"""A study's address for people whom a platform sends, over HTTP."""

import pytest
from starlette.testclient import TestClient

from annotate_app.services.recruitment import Platform, RecruitmentPlan, open_recruitment
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import RaterRow
from annotate_app.ui.cookies import RATER_COOKIE
from tests.annotate_app.studio import OPERATOR, n_rows, new_study


@pytest.fixture
def study_id(place: Workplace) -> str:
    return new_study(place, n_raters=1).study_id


def test_prolific_leads_straight_into_the_session(
    client: TestClient, place: Workplace, study_id: str
) -> None:
    plan = RecruitmentPlan(Platform.PROLIFIC, completed_code="C")
    path = open_recruitment(place, OPERATOR, study_id, plan).partition("?")[0]
    answer = client.get(path, params={"PROLIFIC_PID": "p1", "STUDY_ID": "s", "SESSION_ID": "x"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert RATER_COOKIE in answer.cookies
    assert n_rows(place, RaterRow) == 2


def test_looking_at_an_open_address_makes_no_rater(
    client: TestClient, place: Workplace, study_id: str
) -> None:
    path = open_recruitment(place, OPERATOR, study_id, RecruitmentPlan(Platform.OPEN))
    assert "Continue" in client.get(path).text
    assert client.head(path, params={"PROLIFIC_PID": "p1"}).status_code == 200
    assert n_rows(place, RaterRow) == 1
    assert client.post(path).status_code == 303
    assert n_rows(place, RaterRow) == 2


def test_form_from_another_site_is_refused(client: TestClient, place: Workplace, study_id: str) -> None:
    path = open_recruitment(place, OPERATOR, study_id, RecruitmentPlan(Platform.OPEN))
    assert client.post(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert n_rows(place, RaterRow) == 1


def test_unknown_address_says_what_to_do(client: TestClient) -> None:
    answer = client.post("/enter/made-up")
    assert answer.status_code == 404
    assert "not known here" in answer.text
