"""The route that is answered before everything else."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from annotate_app.web.direct import Direct


def _answer(_request: Request) -> Response:
    return PlainTextResponse("direct")


def _page(_request: Request) -> Response:
    return PlainTextResponse("page")


@pytest.fixture
def client() -> TestClient:
    direct = Route("/draft", _answer, methods=["POST"])
    routes = [direct, Route("/{rest:path}", _page, methods=["GET", "POST"])]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(Direct, route=direct)]))


def test_route_is_answered_with_the_headers_of_everything(client: TestClient) -> None:
    answer = client.post("/draft")
    assert answer.text == "direct"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_other_methods_are_passed_on(client: TestClient) -> None:
    assert client.get("/draft").text == "page"


@pytest.mark.parametrize("path", ["/", "/draft/", "/drafts"])
def test_everything_else_is_passed_on(client: TestClient, path: str) -> None:
    assert client.post(path).text == "page"
