"""The app for an ASGI server: Streamlit's pages, the routes beside them, and the headers on everything.

Serve it with `blindpair serve`, or with any ASGI server as `annotate_app.asgi:app`.
"""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from annotate_app.services.workplace import Workplace, workplace_at
from annotate_app.settings import Settings, load_settings
from annotate_app.ui.components.failure import say_sorry
from annotate_app.ui.navigation import STAFF_HOME, STAFF_PATHS
from annotate_app.web.assets import asset_route
from annotate_app.web.away import DatabaseAway
from annotate_app.web.direct import Direct
from annotate_app.web.drafts import draft_route
from annotate_app.web.entrance import OWN_PAGES, SIGN_IN_PATH, Entrance
from annotate_app.web.health import health_route
from annotate_app.web.icon import icon_routes
from annotate_app.web.security import CloseDoors, SecurityHeaders
from annotate_app.web.shell import PageShell
from annotate_app.web.visitor_language import PageLanguage

__all__ = ["app", "create_app"]


def create_app(settings: Settings) -> st.App:
    """Make the app for a workspace; its database is opened with the first request."""

    def workplace() -> Workplace:
        return workplace_at(settings.database_url)

    entrance = Entrance(workplace, secure=settings.secure_cookies, home=f"/{STAFF_HOME}")
    drafts = draft_route(workplace)
    return st.App(
        Path(__file__).with_name("app.py"),
        routes=[
            *entrance.routes(),
            drafts,
            asset_route(),
            *icon_routes(),
            health_route(workplace),
        ],
        middleware=[
            Middleware(Direct, route=drafts),
            Middleware(SecurityHeaders),
            Middleware(DatabaseAway),
            Middleware(
                PageShell,
                apart=OWN_PAGES,
                language_of=PageLanguage(workplace, staff_pages=STAFF_PATHS),
            ),
            Middleware(CloseDoors, staff_pages=STAFF_PATHS, is_staff=entrance.is_staff, sign_in=SIGN_IN_PATH),
        ],
        on_script_error=say_sorry,
    )


app = create_app(load_settings())
