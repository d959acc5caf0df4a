"""Who is looking, and where everything is: resolved anew in every run from cookies and settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st

from annotate_app.design.principal import AdminPrincipal, RaterPrincipal
from annotate_app.language import ENGLISH, Translation, preferred_language, translation_of
from annotate_app.services.administration import admin_of_cookie
from annotate_app.services.rating import rater_of_cookie, why_ended
from annotate_app.services.workplace import Workplace, workplace_at
from annotate_app.settings import load_settings
from annotate_app.ui.cookies import ADMIN_COOKIE, RATER_COOKIE

__all__ = [
    "Visitor",
    "current_place",
    "current_visitor",
    "keep",
    "kept",
    "take",
]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whose cookies came along, and what the pages say to raters.

    One browser may hold a rater's cookie and an administrator's. `ended` says what happened to a rater's
    session that was one; None otherwise.
    """

    rater: RaterPrincipal | None = None
    admin: AdminPrincipal | None = None
    ended: str | None = None
    translation: Translation = field(default_factory=partial(translation_of, ENGLISH.code))


def current_place() -> Workplace:
    """Open this process's workplace."""
    return workplace_at(load_settings().database_url)


def current_visitor(place: Workplace, cookies: Mapping[str, str], *, accepted: str = "") -> Visitor:
    """Resolve both cookies; an unknown or ended one counts as none.

    Parameters
    ----------
    accepted
        The browser's `Accept-Language`: for visitors whose study is not known.
    """
    secret, admin = cookies.get(RATER_COOKIE), cookies.get(ADMIN_COOKIE)
    rater = rater_of_cookie(place, secret) if secret else None
    return Visitor(
        rater=rater,
        admin=admin_of_cookie(place, admin) if admin else None,
        ended=why_ended(place, secret) if secret and rater is None else None,
        translation=translation_of(preferred_language(accepted).code if rater is None else rater.language),
    )


def keep(name: str, value: Any) -> None:
    """Keep something for the runs to come of this browser tab; nothing that matters lives only here."""
    st.session_state[f"kept-{name}"] = value


def kept(name: str) -> Any:
    """Look at what was kept, or None."""
    return st.session_state.get(f"kept-{name}")


def take(name: str) -> Any:
    """Take what was kept, or None; the next run does not find it."""
    return st.session_state.pop(f"kept-{name}", None)
