"""Which pages there are for whom: a page that a role may not see does not exist for it."""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from annotate_app.design.principal import AdminPrincipal
from annotate_app.errors import AppError, DatabaseError
from annotate_app.language import preferred_language, translation_of
from annotate_app.services.administration import sign_out
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.chrome import page_frame
from annotate_app.ui.components.failure import said
from annotate_app.ui.components.text import alarm
from annotate_app.ui.cookies import ADMIN_COOKIE
from annotate_app.ui.state import Visitor, current_place, current_visitor
from annotate_app.ui.views.new_study import show_new_study
from annotate_app.ui.views.preview import PREVIEW_PATH, show_preview
from annotate_app.ui.views.session import show_session
from annotate_app.ui.views.staff_frame import staff_heading
from annotate_app.ui.views.studies import show_studies
from annotate_app.ui.views.upload import show_upload
from annotate_app.ui.views.welcome import show_welcome
from annotate_app.ui.views.withdrawal import WITHDRAWAL_PATH, show_withdrawal

__all__ = ["STAFF_HOME", "STAFF_PATHS", "pages_for", "run_app"]

STAFF_HOME = "studies"
_UPLOAD, _NEW_STUDY = "upload", "new-study"
STAFF_PATHS = frozenset(f"/{path}" for path in (STAFF_HOME, _UPLOAD, _NEW_STUDY, PREVIEW_PATH))
"""Addresses of the pages that only administrators have."""


def run_app(cookies: Mapping[str, str], headers: Mapping[str, str]) -> None:
    """Find out whose cookies these are, offer that role's pages, and run the one asked for."""
    accepted = headers.get("Accept-Language", "")
    st.set_page_config(page_title="Blindpair", layout="wide", initial_sidebar_state="collapsed")
    try:
        place = current_place()
        visitor = current_visitor(place, cookies, accepted=accepted)
        pages = pages_for(place, visitor, partial(_sign_out, place, cookies))
        st.navigation(pages, position="hidden" if visitor.admin is None else "top").run()
    except AppError as error:
        translation = translation_of(preferred_language(accepted).code)
        with page_frame():
            alarm(said(error, translation))
            if isinstance(error, DatabaseError):
                st.button(translation.say("Try again"), type="primary", key="try-again")


def pages_for(place: Workplace, visitor: Visitor, leave: Callable[[], None]) -> list[StreamlitPage]:
    """List the pages of a visitor; the first is shown at the bare address.

    Parameters
    ----------
    leave
        Ends the administrator's session.
    """
    staff = [] if visitor.admin is None else _staff_pages(place, visitor.admin, leave)
    if visitor.rater is not None:
        home: Callable[[], None] = partial(show_session, place, visitor.rater, visitor.translation)
    elif staff:
        home = partial(st.switch_page, staff[0])
    else:
        home = partial(show_welcome, visitor.translation, visitor.ended)
    visibility = "visible" if visitor.rater is not None else "hidden"
    return [
        st.Page(home, title="Rate", url_path="rate", default=True, visibility=visibility),
        # Whoever has just withdrawn is nobody's rater any more, and is told so on the same page.
        st.Page(
            partial(show_withdrawal, place, visitor.rater, visitor.translation),
            title="Withdraw",
            url_path=WITHDRAWAL_PATH,
            visibility="hidden",
        ),
        *staff,
    ]


def _staff_pages(place: Workplace, admin: AdminPrincipal, leave: Callable[[], None]) -> list[StreamlitPage]:
    def page(title: str, path: str, show: Callable[[Workplace, AdminPrincipal], None]) -> StreamlitPage:
        def show_framed() -> None:
            with page_frame("staff"):
                staff_heading(title, admin, leave)
                show(place, admin)

        return st.Page(show_framed, title=title, url_path=path)

    return [
        page("Studies", STAFF_HOME, show_studies),
        page("Upload", _UPLOAD, show_upload),
        page("New study", _NEW_STUDY, show_new_study),
        st.Page(
            partial(show_preview, place, admin), title="Preview", url_path=PREVIEW_PATH, visibility="hidden"
        ),
    ]


def _sign_out(place: Workplace, cookies: Mapping[str, str]) -> None:
    secret = cookies.get(ADMIN_COOKIE)
    if secret:
        sign_out(place, secret)
