"""What the headers say, and which requests count as the app's own."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from annotate_app.web.security import CloseDoors, SecurityHeaders, content_security_policy, is_same_origin


def _hello(request: Request) -> PlainTextResponse:
    return PlainTextResponse("same" if is_same_origin(request) else "other")


def _client() -> TestClient:
    def is_staff(request: Request) -> bool:
        return request.cookies.get("who") == "staff"

    return TestClient(
        Starlette(
            routes=[
                Route(path, _hello)
                for path in ("/", "/studies", "/join/x", "/_stcore/metrics", "/_stcore/agent/mcp")
            ],
            middleware=[
                Middleware(SecurityHeaders),
                Middleware(
                    CloseDoors, staff_pages=frozenset({"/studies"}), is_staff=is_staff, sign_in="/sign-in"
                ),
            ],
        ),
        follow_redirects=False,
    )


def test_headers_are_on_every_answer() -> None:
    headers = _client().get("/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_private_answers_are_not_stored() -> None:
    client = _client()
    assert client.get("/join/x").headers["Cache-Control"] == "no-store"
    assert "Cache-Control" not in client.get("/").headers


def test_policy_names_no_other_host() -> None:
    policy = content_security_policy("rate.example.org:8501")
    assert "ws://rate.example.org:8501 wss://rate.example.org:8501" in policy
    assert policy.count("example.org") == 2
    assert "*" not in policy
    assert "http" not in policy


@pytest.mark.parametrize("host", ["", "a b", "x; script-src *", "evil\r\nX: 1", "a,b"])
def test_policy_leaves_out_a_host_that_is_none(host: str) -> None:
    assert "ws://" not in content_security_policy(host)
    assert "\n" not in content_security_policy(host)


@pytest.mark.parametrize(
    ("headers", "answer"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, "same"),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}, "other"),
        ({"Origin": "http://testserver"}, "same"),
        ({"Origin": "http://elsewhere"}, "other"),
        ({"Origin": "null"}, "other"),
        ({"Origin": "http://[::1"}, "other"),
        ({}, "other"),
    ],
)
def test_same_origin(headers: dict[str, str], answer: str) -> None:
    assert _client().get("/", headers=headers).text == answer


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/agent/mcp"])
def test_closed_doors_are_not_found(path: str) -> None:
    assert _client().get(path).status_code == 404


def test_staff_pages_send_others_to_sign_in() -> None:
    client = _client()
    answer = client.get("/studies/")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in")
    assert client.get("/studies", headers={"Cookie": "who=staff"}).status_code == 200
