"""A rater's session: whatever is due now, from consent to the completion code."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import (
    ClosedView,
    ConsentView,
    DeclinedView,
    FinishedView,
    GuessView,
    InstructionsView,
    ItemView,
    QuestionsView,
    SessionView,
    WaitingView,
    WayBack,
)
from annotate_app.errors import AppError
from annotate_app.services.rating import (
    decline,
    give_consent,
    go_on,
    reopen,
    session_view,
    start_rating,
    submitted_items,
)
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.chrome import page_frame
from annotate_app.ui.components.failure import said
from annotate_app.ui.components.keys import keys_of, show_keys
from annotate_app.ui.components.text import alarm, completion_code, debriefing, link, prose, warning
from annotate_app.ui.state import keep, take
from annotate_app.ui.views.questions import show_guesses, show_questions
from annotate_app.ui.views.rating import show_rating
from annotate_app.ui.views.withdrawal import withdrawal_link

__all__ = ["show_session"]

_PROBLEM = "session-problem"
_LOOK_AGAIN_SECONDS = 20


def show_session(place: Workplace, rater: RaterPrincipal) -> None:
    """Show where the rater stands."""
    view = session_view(place, rater)
    if isinstance(view, ItemView):
        show_rating(place, rater, view)
        return
    with page_frame():
        st.html('<p class="bp-brand">Blindpair</p>')
        problem = take(_PROBLEM)
        if problem:
            alarm(problem)
        _show(place, rater, view)
        if _takes_part(view):
            withdrawal_link()


def _show(place: Workplace, rater: RaterPrincipal, view: SessionView) -> None:
    match view:
        case ConsentView():
            _consent(place, rater, view)
        case QuestionsView():
            show_questions(place, rater, view)
        case GuessView():
            show_guesses(place, rater, view)
        case InstructionsView():
            _instructions(place, rater, view)
        case WaitingView():
            _waiting(place, rater)
        case FinishedView():
            _finished(place, rater, view)
        case DeclinedView():
            _declined(place, rater, view)
        case ClosedView():
            _closed(view)
        case ItemView():
            show_rating(place, rater, view)


def _takes_part(view: SessionView) -> bool:
    match view:
        case InstructionsView() | QuestionsView() | GuessView() | WaitingView() | FinishedView():
            return True
        case ConsentView(is_changed=is_changed):
            return is_changed
        case ClosedView(done=done):
            return done > 0
        case _:
            return False


def _act(action: Callable[[], None]) -> None:
    """Do what a button stands for; the page says what went wrong."""
    try:
        action()
    except AppError as error:
        keep(_PROBLEM, said(error))


def _consent(place: Workplace, rater: RaterPrincipal, view: ConsentView) -> None:
    st.title("The consent text has changed" if view.is_changed else "Before you begin", anchor=False)
    if view.is_changed:
        prose(
            "You agreed to an earlier version of this text. Please read it again before you go on. Nothing "
            "of yours is lost; if you do not agree any more, you can withdraw below."
        )
    _warning(view.warning)
    prose(view.text)
    if view.is_changed:
        st.button(
            "I agree and want to go on",
            type="primary",
            key="agree",
            on_click=_act,
            args=(partial(give_consent, place, rater, version=view.version),),
        )
        return
    with st.container(horizontal=True):
        st.button(
            "I agree and want to take part",
            type="primary",
            key="agree",
            on_click=_act,
            args=(partial(give_consent, place, rater, version=view.version),),
        )
        st.button(
            "I do not want to take part", key="decline", on_click=_act, args=(partial(decline, place, rater),)
        )


def _instructions(place: Workplace, rater: RaterPrincipal, view: InstructionsView) -> None:
    st.title("How it works", anchor=False)
    prose(view.text)
    waiting = "1 item is" if view.total == 1 else f"{view.total} items are"
    prose(f"{waiting} waiting for you. You can stop at any time and come back with the same link.")
    st.subheader("Keys", anchor=False)
    prose("Everything works with the mouse, by touch, and with the keys that are printed on the buttons.")
    show_keys(keys_of())
    # Whatever the length of the text, the way on is in sight.
    with st.container(key="bp-in-sight"):
        st.button(
            "Start rating",
            type="primary",
            key="start",
            on_click=_act,
            args=(partial(start_rating, place, rater),),
        )


def _waiting(place: Workplace, rater: RaterPrincipal) -> None:
    st.title("Nothing to rate just now", anchor=False)
    prose(
        "Every item is in somebody's hands at the moment. One may come free; this page looks again by itself "
        "and goes on as soon as there is one. You can also come back later with the same link."
    )
    st.button("Look again", key="look-again")

    def look() -> None:
        if not isinstance(session_view(place, rater), WaitingView):
            st.rerun()

    st.fragment(look, run_every=_LOOK_AGAIN_SECONDS)()


def _finished(place: Workplace, rater: RaterPrincipal, view: FinishedView) -> None:
    st.title("Thank you", anchor=False)
    items = "1 item" if view.done == 1 else f"{view.done} items"
    if view.back is None:
        prose(f"You rated {items}; everything is saved. This is your completion code:")
        completion_code(view.completion_code)
    else:
        prose(f"You rated {items}; everything is saved. Hand this code back to finish your submission:")
        _way_back(view.back)
    if view.n_more:
        _more(place, rater, view.n_more)
    debriefing(view.debriefing)
    if not view.can_revise:
        return
    st.subheader("Look at an item again", anchor=False)
    prose("You can still change answers that are not locked.")
    with st.container(horizontal=True):
        for item in submitted_items(place, rater):
            if item.can_revise:
                st.button(
                    f"Item {item.number}",
                    key=f"again-{item.number}",
                    on_click=_act,
                    args=(partial(reopen, place, rater, item.assignment),),
                )


def _more(place: Workplace, rater: RaterPrincipal, n_more: int) -> None:
    items = "1 more item" if n_more == 1 else f"{n_more} more items"
    prose(f"The study has {items} that you could rate. You need not: your code stays valid either way.")
    st.button("Rate more", key="go-on", on_click=_act, args=(partial(go_on, place, rater),))


def _declined(place: Workplace, rater: RaterPrincipal, view: DeclinedView) -> None:
    st.title("You decided not to take part", anchor=False)
    if view.back is not None:
        prose("Nothing else was recorded. Hand this code back to the page that sent you:")
        _way_back(view.back)
        prose("Should you change your mind, agree here:")
    else:
        prose(
            "Nothing else was recorded, and you can close this page. Should you change your mind, agree here:"
        )
    _warning(view.warning)
    prose(view.text)
    st.button(
        "I agree and want to take part",
        key="reconsider",
        on_click=_act,
        args=(partial(give_consent, place, rater, version=view.version),),
    )


def _closed(view: ClosedView) -> None:
    st.title("This study is closed", anchor=False)
    if view.completion_code is None:
        prose("It takes no more ratings. Thank you for your interest.")
        return
    items = "1 item" if view.done == 1 else f"{view.done} items"
    prose(
        f"It takes no more ratings. You rated {items}, and everything is kept. This is your completion code:"
    )
    completion_code(view.completion_code)
    debriefing(view.debriefing)


def _warning(text: str) -> None:
    if text.strip():
        warning(text)


def _way_back(back: WayBack) -> None:
    completion_code(back.code)
    if back.url is not None:
        link("Back to Prolific", back.url)
