"""Links, signing in and signing out over HTTP."""

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from annotate_app.services.administration import admin_of_cookie, create_administrator
from annotate_app.services.rating import rater_of_cookie
from annotate_app.services.workplace import Workplace
from annotate_app.ui.cookies import ADMIN_COOKIE, RATER_COOKIE
from annotate_app.web.entrance import Entrance
from annotate_app.web.throttle import AddressThrottle
from tests.annotate_app.studio import OPERATOR, new_study

PASSWORD = "correct horse battery staple"


@pytest.fixture
def user(place: Workplace) -> str:
    return create_administrator(place, OPERATOR, user="ada", password=PASSWORD).user


def test_link_becomes_a_cookie_that_scripts_cannot_read(client: TestClient, place: Workplace) -> None:
    link = new_study(place).links[0]
    answer = client.get(link.path)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert link.token not in cookie
    rater = rater_of_cookie(place, client.cookies[RATER_COOKIE])
    assert rater is not None
    assert rater.rater_id == link.rater_id


def test_unknown_link_is_a_friendly_page(client: TestClient) -> None:
    answer = client.get("/join/<script>")
    assert answer.status_code == 404
    assert "Set-Cookie" not in answer.headers
    assert "does not open a session" in answer.text
    assert "<script>" not in answer.text


def test_admin_leads_to_the_form_and_then_to_the_studies(client: TestClient, user: str) -> None:
    assert client.get("/admin").headers["Location"] == "/admin/sign-in"
    client.post("/admin/sign-in", data={"user": user, "password": PASSWORD})
    assert client.get("/admin").headers["Location"] == "/studies"


def test_signing_in_sets_a_cookie_and_goes_to_the_studies(
    client: TestClient, place: Workplace, user: str
) -> None:
    answer = client.post("/admin/sign-in", data={"user": user, "password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/studies")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert admin_of_cookie(place, client.cookies[ADMIN_COOKIE]) is not None
    assert client.get("/admin/sign-in").status_code == 303


@pytest.mark.parametrize(("name", "password"), [("ada", "wrong"), ("nobody", PASSWORD), ("", "")])
def test_wrong_user_or_password_sets_nothing(client: TestClient, user: str, name: str, password: str) -> None:
    answer = client.post("/admin/sign-in", data={"user": name, "password": password})
    assert answer.status_code == 401
    assert "Set-Cookie" not in answer.headers
    assert 'role="alert"' in answer.text
    assert not password or password not in answer.text


def test_signing_in_from_another_site_is_refused(client: TestClient, user: str) -> None:
    answer = client.post(
        "/admin/sign-in", data={"user": user, "password": PASSWORD}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


def test_repeated_failures_are_slowed_down(client: TestClient, user: str) -> None:
    statuses = [
        client.post("/admin/sign-in", data={"user": user, "password": "wrong"}).status_code for _ in range(12)
    ]
    assert statuses[0] == 401
    assert 429 in statuses


def test_an_address_is_slowed_down_whatever_names_it_tries(place: Workplace, user: str) -> None:
    throttle = AddressThrottle(burst=3)
    entrance = Entrance(lambda: place, secure=False, home="/studies", throttle=throttle)
    client = TestClient(Starlette(routes=entrance.routes()), headers={"Sec-Fetch-Site": "same-origin"})
    sent = [{"user": f"name {number}", "password": "wrong"} for number in range(3)]
    answers = [client.post("/admin/sign-in", data=form) for form in sent]
    assert [answer.status_code for answer in answers] == [401, 401, 401]
    answer = client.post("/admin/sign-in", data={"user": user, "password": PASSWORD})
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)
    assert "Set-Cookie" not in answer.headers


def test_a_huge_form_is_refused(client: TestClient) -> None:
    assert client.post("/admin/sign-in", data={"user": "x" * 20_000, "password": ""}).status_code == 413


def test_signing_out_ends_the_session(client: TestClient, place: Workplace, user: str) -> None:
    client.post("/admin/sign-in", data={"user": user, "password": PASSWORD})
    secret = client.cookies[ADMIN_COOKIE]
    answer = client.post("/admin/sign-out")
    assert answer.headers["Location"] == "/admin/sign-in"
    assert admin_of_cookie(place, secret) is None
    assert client.get("/admin/sign-in").status_code == 200


def test_signing_out_from_another_site_is_refused(client: TestClient, place: Workplace, user: str) -> None:
    client.post("/admin/sign-in", data={"user": user, "password": PASSWORD})
    client.post("/admin/sign-out", headers={"Sec-Fetch-Site": "cross-site"})
    assert admin_of_cookie(place, client.cookies[ADMIN_COOKIE]) is not None


@pytest.mark.parametrize("path", ["/admin/x", "/join/x/y", "/enter/a/b", "/admin/sign-in/more"])
def test_unknown_pages_beside_these_do_not_exist(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "no such page" in answer.text
