"""The one HTML page that Streamlit's pages live in, with the app's own style sheet in its head."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from annotate_app.language import Language, translation_of
from annotate_app.ui.components.rating_item import ASSET_PREFIX, asset_version

__all__ = ["PageShell", "shell_html"]

_INLINE_SCRIPT = re.compile(r"\s*(<!--[^>]*-->\s*)?<script>.*?</script>", re.DOTALL)
_BOT_DESCRIPTION = re.compile(r"\s*(<!--(?:(?!-->).)*-->\s*)?<link rel=\"service-desc\"[^>]*>", re.DOTALL)
_HTML = re.compile(r"<html[^>]*>")
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_NO_SCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)


@cache
def shell_html(language: Language) -> str:
    """Write Streamlit's page with the style sheet that decides every frame before the first paint.

    It says which language it is in and which way that is read.

    Its inline script, which the content security policy forbids anyway, and its address for bots go.
    """
    page = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    page = _BOT_DESCRIPTION.sub("", _INLINE_SCRIPT.sub("", page))
    page = _TITLE.sub("<title>Blindpair</title>", page)
    needs = translation_of(language.code).say("Blindpair needs JavaScript to run.")
    page = _NO_SCRIPT.sub(f"<noscript><p>{needs}</p></noscript>", page)
    page = _HTML.sub(f'<html lang="{language.code}" dir="{language.direction}">', page)
    sheet = f'<link rel="stylesheet" href="{ASSET_PREFIX}/{asset_version()}/page.css">'
    return page.replace("</head>", f"  {sheet}\n  </head>", 1)


class PageShell:
    """Answer with the app's own shell wherever Streamlit answers with its own.

    Parameters
    ----------
    apart
        Beginnings of the paths whose HTML is not Streamlit's.
    language_of
        The language of the page that is asked for.
    """

    def __init__(
        self, app: ASGIApp, *, apart: tuple[str, ...], language_of: Callable[[Request], Language]
    ) -> None:
        self._app = app
        self._apart = apart
        self._language_of = language_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and exchange the answer if it is a page."""
        if scope["type"] != "http" or scope["path"].startswith(self._apart):
            await self._app(scope, receive, send)
            return
        is_page = False

        async def send_shell(message: Message) -> None:
            nonlocal is_page
            if message["type"] == "http.response.start":
                is_page = message["status"] == 200 and _is_html(message)
            if not is_page:
                await send(message)
            elif message["type"] == "http.response.body" and not message.get("more_body", False):
                language = await run_in_threadpool(self._language_of, Request(scope))
                await _shell(language)(scope, receive, send)

        await self._app(scope, receive, send_shell)


def _is_html(message: Message) -> bool:
    return Headers(raw=message["headers"]).get("content-type", "").startswith("text/html")


def _shell(language: Language) -> HTMLResponse:
    return HTMLResponse(shell_html(language), headers={"Cache-Control": "no-cache"})
