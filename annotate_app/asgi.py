"""The app for an ASGI server: Streamlit's pages, the routes beside them, and the headers on everything.

Serve it with `blindpair serve`, or with any ASGI server as `annotate_app.asgi:app`.
"""

import logging
import secrets
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotate_app.errors import DatabaseError
from annotate_app.services.workplace import Workplace, workplace_at
from annotate_app.settings import Settings, load_settings
from annotate_app.ui.state import STAFF_HOME, STAFF_PATHS
from annotate_app.web.assets import asset_route
from annotate_app.web.drafts import draft_route
from annotate_app.web.entrance import SIGN_IN_PATH, Entrance
from annotate_app.web.security import CloseDoors, SecurityHeaders

__all__ = ["app", "create_app"]

_LOG = logging.getLogger("blindpair")


def create_app(settings: Settings) -> st.App:
    """Make the app for a workspace; its database is opened with the first request."""

    def workplace() -> Workplace:
        return workplace_at(settings.database_url)

    entrance = Entrance(workplace, secure=settings.secure_cookies, home=f"/{STAFF_HOME}")
    return st.App(
        Path(__file__).with_name("app.py"),
        routes=[*entrance.routes(), draft_route(workplace), asset_route(), _health_route(workplace)],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(CloseDoors, staff_pages=STAFF_PATHS, is_staff=entrance.is_staff, sign_in=SIGN_IN_PATH),
        ],
        on_script_error=_say_sorry,
    )


def _health_route(workplace: Callable[[], Workplace]) -> Route:
    async def health(_request: Request) -> Response:
        try:
            await run_in_threadpool(workplace)
        except DatabaseError:
            return JSONResponse({"status": "the database does not answer"}, status_code=503)
        return JSONResponse({"status": "ok"})

    return Route("/healthz", health)


def _say_sorry(error: Exception) -> bool:
    """Log what went wrong under a reference, and show only the reference."""
    reference = secrets.token_hex(4)
    _LOG.error("page failed, reference %s", reference, exc_info=error)
    st.error(
        "Something went wrong on our side. Nothing that was saved is lost: reload the page to go on. "
        f"If it happens again, tell the researcher this reference: {reference}"
    )
    return True


app = create_app(load_settings())
