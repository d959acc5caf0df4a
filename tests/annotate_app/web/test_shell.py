"""The page that Streamlit's pages live in."""

import re

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from annotate_app.language import ENGLISH, Language, translation_of
from annotate_app.ui.components.rating_item import ASSET_PREFIX, asset_version
from annotate_app.web.shell import PageShell, shell_html

STREAMLITS = "<html><head><title>Streamlit</title></head></html>"


def _answer(request: Request) -> Response:
    match request.url.path:
        case "/data":
            return JSONResponse({"title": "Streamlit"})
        case "/missing":
            return HTMLResponse(STREAMLITS, status_code=404)
        case _:
            return HTMLResponse(STREAMLITS)


def _language_of(request: Request) -> Language:
    return translation_of(request.query_params.get("in", "en")).language


@pytest.fixture
def client() -> TestClient:
    routes = [Route("/{path:path}", _answer, methods=["GET", "HEAD"])]
    return TestClient(
        Starlette(
            routes=routes, middleware=[Middleware(PageShell, apart=("/admin",), language_of=_language_of)]
        )
    )


def test_style_sheet_stands_in_the_head() -> None:
    head, _, _ = shell_html(ENGLISH).partition("</head>")
    assert f'<link rel="stylesheet" href="{ASSET_PREFIX}/{asset_version()}/page.css">' in head


def test_nothing_is_left_that_the_policy_forbids_or_that_says_streamlit() -> None:
    assert re.search(r"<script>", shell_html(ENGLISH)) is None
    assert "<title>Blindpair</title>" in shell_html(ENGLISH)
    assert "_stcore/agent" not in shell_html(ENGLISH)
    assert '<div id="root"></div>' in shell_html(ENGLISH)
    assert re.search(r'<script type="module"[^>]* src="', shell_html(ENGLISH))


@pytest.mark.parametrize("path", ["/", "/studies", "/no-such-page"])
def test_every_page_of_streamlit_has_the_shell(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.text == shell_html(ENGLISH)
    assert answer.headers["Content-Length"] == str(len(answer.content))
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/data", "/missing", "/admin/sign-in"])
def test_everything_else_passes_as_it_is(client: TestClient, path: str) -> None:
    assert "Streamlit" in client.get(path).text


def test_head_is_answered(client: TestClient) -> None:
    assert client.head("/").status_code == 200


def test_page_says_its_language_and_direction(client: TestClient) -> None:
    assert '<html lang="en" dir="ltr">' in client.get("/").text
    assert '<html lang="ar" dir="rtl">' in client.get("/?in=ar").text
    assert "需要 JavaScript" in client.get("/?in=zh").text
