"""Withdraw from the study: what it would do, to be confirmed, and what it did."""

import streamlit as st

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import WithdrawalView, WithdrawnView
from annotate_app.errors import AppError
from annotate_app.language import Translation, phrase
from annotate_app.services.rating import withdraw, withdrawal_view
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.chrome import page_frame
from annotate_app.ui.components.failure import said
from annotate_app.ui.components.text import alarm, completion_code, debriefing, link, prose
from annotate_app.ui.state import keep, kept, take
from annotate_app.ui.views.welcome import show_welcome

__all__ = ["WITHDRAWAL_PATH", "show_withdrawal", "withdrawal_link"]

WITHDRAWAL_PATH = "withdraw"
_WITHDRAWN, _LANGUAGE, _PROBLEM = "withdrawn", "withdrawn-language", "withdrawal-problem"
_DELETES = phrase("Everything that you answered and typed in this study will be deleted.")
_KEEPS = phrase(
    "What you have answered so far stays in the study, without your name; "
    "what you only typed is deleted, and nothing more will be asked of you."
)


def withdrawal_link(translation: Translation) -> None:
    """Offer the way out, quietly."""
    link(translation.say("Withdraw from this study"), f"/{WITHDRAWAL_PATH}")


def show_withdrawal(place: Workplace, rater: RaterPrincipal | None, translation: Translation) -> None:
    """Ask whether it is meant; afterwards, when the cookie opens nothing any more, say what was done."""
    done = kept(_WITHDRAWN)
    if rater is None and done is None:
        show_welcome(translation)
        return
    with page_frame():
        st.html('<p class="bp-brand">Blindpair</p>')
        if rater is None:
            _withdrawn(done, kept(_LANGUAGE))
        else:
            _ask(place, rater, withdrawal_view(place, rater), translation)


def _ask(place: Workplace, rater: RaterPrincipal, view: WithdrawalView, translation: Translation) -> None:
    say = translation.say
    st.title(say("Withdraw from this study?"), anchor=False)
    problem = take(_PROBLEM)
    if problem:
        alarm(problem)
    prose(say(_KEEPS if view.keeps_ratings else _DELETES))
    prose(say("This cannot be undone, and your link opens nothing any more. You need no reason."))
    prose(
        say("If you only want a break, go back: you can stop at any time and come back with the same link.")
    )
    st.button(
        say("Withdraw"), type="primary", key="withdraw", on_click=_withdraw, args=(place, rater, translation)
    )
    link(say("Go back, and stay in the study"), "/")


def _withdraw(place: Workplace, rater: RaterPrincipal, translation: Translation) -> None:
    try:
        keep(_WITHDRAWN, withdraw(place, rater))
        keep(_LANGUAGE, translation)
    except AppError as error:
        keep(_PROBLEM, said(error, translation))


def _withdrawn(view: WithdrawnView, translation: Translation) -> None:
    say = translation.say
    st.title(say("You have withdrawn"), anchor=False)
    if view.done == 0:
        prose(say("You had submitted nothing, and nothing more will be asked of you."))
    else:
        prose(_fate(view, translation))
        prose(say("Nothing more will be asked of you."))
    if view.back is not None:
        prose(say("Hand this code back to the page that sent you:"))
        completion_code(view.back.code)
        if view.back.url is not None:
            link(say("Back to Prolific"), view.back.url)
    elif view.completion_code is not None:
        prose(say("Your completion code stays valid:"))
        completion_code(view.completion_code)
    debriefing(view.debriefing, translation)
    prose(say("Thank you. You can close this page."))


def _fate(view: WithdrawnView, translation: Translation) -> str:
    if view.keeps_ratings:
        return translation.count(
            "The {count} item that you submitted was kept.",
            "The {count} items that you submitted were kept.",
            view.done,
        )
    return translation.count(
        "The {count} item that you submitted was deleted.",
        "The {count} items that you submitted were deleted.",
        view.done,
    )
