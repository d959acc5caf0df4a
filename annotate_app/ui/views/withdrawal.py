"""Withdraw from the study: what it would do, to be confirmed, and what it did."""

import streamlit as st

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import WithdrawalView, WithdrawnView
from annotate_app.errors import AppError
from annotate_app.services.rating import withdraw, withdrawal_view
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.chrome import page_frame
from annotate_app.ui.components.failure import said
from annotate_app.ui.components.text import alarm, completion_code, debriefing, link, prose
from annotate_app.ui.state import keep, kept, take
from annotate_app.ui.views.welcome import show_welcome

__all__ = ["WITHDRAWAL_PATH", "show_withdrawal", "withdrawal_link"]

WITHDRAWAL_PATH = "withdraw"
_WITHDRAWN, _PROBLEM = "withdrawn", "withdrawal-problem"


def withdrawal_link() -> None:
    """Offer the way out, quietly."""
    link("Withdraw from this study", f"/{WITHDRAWAL_PATH}")


def show_withdrawal(place: Workplace, rater: RaterPrincipal | None) -> None:
    """Ask whether it is meant; afterwards, when the cookie opens nothing any more, say what was done."""
    done = kept(_WITHDRAWN)
    if rater is None and done is None:
        show_welcome()
        return
    with page_frame():
        st.html('<p class="bp-brand">Blindpair</p>')
        if rater is None:
            _withdrawn(done)
        else:
            _ask(place, rater, withdrawal_view(place, rater))


def _ask(place: Workplace, rater: RaterPrincipal, view: WithdrawalView) -> None:
    st.title("Withdraw from this study?", anchor=False)
    problem = take(_PROBLEM)
    if problem:
        alarm(problem)
    prose(f"{_will(view)} This cannot be undone, and your link opens nothing any more. You need no reason.")
    prose("If you only want a break, go back: you can stop at any time and come back with the same link.")
    st.button("Withdraw", type="primary", key="withdraw", on_click=_withdraw, args=(place, rater))
    link("Go back, and stay in the study", "/")


def _withdraw(place: Workplace, rater: RaterPrincipal) -> None:
    try:
        keep(_WITHDRAWN, withdraw(place, rater))
    except AppError as error:
        keep(_PROBLEM, said(error))


def _withdrawn(view: WithdrawnView) -> None:
    st.title("You have withdrawn", anchor=False)
    if view.done == 0:
        prose("You had submitted nothing, and nothing more will be asked of you.")
    elif view.keeps_ratings:
        prose(f"{_items(view.done)} kept. Nothing more will be asked of you.")
    else:
        prose(f"{_items(view.done)} deleted. Nothing more will be asked of you.")
    if view.back is not None:
        prose("Hand this code back to the page that sent you:")
        completion_code(view.back.code)
        if view.back.url is not None:
            link("Back to Prolific", view.back.url)
    elif view.completion_code is not None:
        prose("Your completion code stays valid:")
        completion_code(view.completion_code)
    debriefing(view.debriefing)
    prose("Thank you. You can close this page.")


def _will(view: WithdrawalView) -> str:
    if not view.keeps_ratings:
        return "Everything that you answered and typed in this study will be deleted."
    return (
        "What you have answered so far stays in the study, without your name; "
        "what you only typed is deleted, and nothing more will be asked of you."
    )


def _items(count: int) -> str:
    return "The 1 item that you submitted was" if count == 1 else f"The {count} items that you submitted were"
