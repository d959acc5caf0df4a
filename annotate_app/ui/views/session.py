"""A rater's session: whatever is due now, from consent to the completion code."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import (
    BreakView,
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
from annotate_app.language import Translation, phrase
from annotate_app.services.rating import (
    decline,
    end_break,
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
from annotate_app.ui.views.questions import SESSION_PROBLEM, show_asked
from annotate_app.ui.views.rating import show_rating
from annotate_app.ui.views.withdrawal import withdrawal_link

__all__ = ["show_session"]

_LOOK_AGAIN_SECONDS = 20
_TAKE_PART = phrase("I agree and want to take part")
_GO_ON = phrase("I agree and want to go on")


def show_session(place: Workplace, rater: RaterPrincipal, translation: Translation) -> None:
    """Show where the rater stands."""
    view = session_view(place, rater)
    if isinstance(view, ItemView):
        show_rating(place, rater, view, translation)
        return
    with page_frame():
        st.html('<p class="bp-brand">Blindpair</p>')
        problem = take(SESSION_PROBLEM)
        if problem:
            alarm(problem)
        _show(place, rater, view, translation)
        if _takes_part(view):
            withdrawal_link(translation)


def _show(place: Workplace, rater: RaterPrincipal, view: SessionView, translation: Translation) -> None:
    match view:
        case ConsentView():
            _consent(place, rater, view, translation)
        case QuestionsView() | GuessView():
            show_asked(place, rater, view, translation)
        case InstructionsView():
            _instructions(place, rater, view, translation)
        case BreakView():
            _break(place, rater, view, translation)
        case WaitingView():
            _waiting(place, rater, translation)
        case FinishedView():
            _finished(place, rater, view, translation)
        case DeclinedView():
            _declined(place, rater, view, translation)
        case ClosedView():
            _closed(view, translation)
        case ItemView():
            show_rating(place, rater, view, translation)


def _takes_part(view: SessionView) -> bool:
    match view:
        case (
            InstructionsView() | QuestionsView() | GuessView() | BreakView() | WaitingView() | FinishedView()
        ):
            return True
        case ConsentView(is_changed=is_changed):
            return is_changed
        case ClosedView(done=done):
            return done > 0
        case _:
            return False


def _act(action: Callable[[], None], translation: Translation) -> None:
    """Do what a button stands for; the page says what went wrong."""
    try:
        action()
    except AppError as error:
        keep(SESSION_PROBLEM, said(error, translation))


def _consent(place: Workplace, rater: RaterPrincipal, view: ConsentView, translation: Translation) -> None:
    say = translation.say
    st.title(
        say("The consent text has changed") if view.is_changed else say("Before you begin"), anchor=False
    )
    if view.is_changed:
        prose(
            say(
                "You agreed to an earlier version of this text. Please read it again before you go on. "
                "Nothing of yours is lost; if you do not agree any more, you can withdraw below."
            )
        )
    _warning(view.warning)
    prose(view.text)
    if view.is_changed:
        _agree(place, rater, view.version, translation, key="agree", words=_GO_ON)
        return
    with st.container(horizontal=True):
        _agree(place, rater, view.version, translation, key="agree")
        st.button(
            say("I do not want to take part"),
            key="decline",
            on_click=_act,
            args=(partial(decline, place, rater), translation),
        )


def _agree(
    place: Workplace,
    rater: RaterPrincipal,
    version: str,
    translation: Translation,
    *,
    key: str,
    words: str = _TAKE_PART,
) -> None:
    st.button(
        translation.say(words),
        type="primary",
        key=key,
        on_click=_act,
        args=(partial(give_consent, place, rater, version=version), translation),
    )


def _instructions(
    place: Workplace, rater: RaterPrincipal, view: InstructionsView, translation: Translation
) -> None:
    say = translation.say
    st.title(say("How it works"), anchor=False)
    prose(view.text)
    prose(
        translation.count(
            "{count} item is waiting for you.", "{count} items are waiting for you.", view.total
        )
        + " "
        + say("You can stop at any time and come back with the same link.")
    )
    st.subheader(say("Keys"), anchor=False)
    prose(
        say("Everything works with the mouse, by touch, and with the keys that are printed on the buttons.")
    )
    show_keys(keys_of(translation))
    # Whatever the length of the text, the way on is in sight.
    with st.container(key="bp-in-sight"):
        st.button(
            say("Start rating"),
            type="primary",
            key="start",
            on_click=_act,
            args=(partial(start_rating, place, rater), translation),
        )


def _break(place: Workplace, rater: RaterPrincipal, view: BreakView, translation: Translation) -> None:
    say = translation.say
    st.title(say("Time for a break?"), anchor=False)
    prose(
        _rated(view.done, translation)
        + " "
        + translation.count("{count} item is left.", "{count} items are left.", view.left)
        + " "
        + say("Everything is saved.")
    )
    prose(
        say(
            "Rest your eyes as long as you like. You can also close this page and come back with the same "
            "link."
        )
    )
    st.button(
        say("Go on"),
        type="primary",
        key="end-break",
        on_click=_act,
        args=(partial(end_break, place, rater), translation),
    )


def _waiting(place: Workplace, rater: RaterPrincipal, translation: Translation) -> None:
    say = translation.say
    st.title(say("Nothing to rate just now"), anchor=False)
    prose(
        say(
            "Every item is in somebody's hands at the moment. One may come free; this page looks again by "
            "itself and goes on as soon as there is one. You can also come back later with the same link."
        )
    )
    st.button(say("Look again"), key="look-again")

    def look() -> None:
        if not isinstance(session_view(place, rater), WaitingView):
            st.rerun()

    st.fragment(look, run_every=_LOOK_AGAIN_SECONDS)()


def _finished(place: Workplace, rater: RaterPrincipal, view: FinishedView, translation: Translation) -> None:
    say = translation.say
    st.title(say("Thank you"), anchor=False)
    prose(_rated(view.done, translation) + " " + say("Everything is saved."))
    if view.back is None:
        prose(say("This is your completion code:"))
        completion_code(view.completion_code)
    else:
        prose(say("Hand this code back to finish your submission:"))
        _way_back(view.back, translation)
    if view.n_more:
        _more(place, rater, view.n_more, translation)
    debriefing(view.debriefing, translation)
    if not view.can_revise:
        return
    st.subheader(say("Look at an item again"), anchor=False)
    prose(say("You can still change answers that are not locked."))
    for item in submitted_items(place, rater):
        if item.can_revise:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.button(
                    say("Item {number}", number=item.number),
                    key=f"again-{item.number}",
                    on_click=_act,
                    args=(partial(reopen, place, rater, item.assignment), translation),
                )
                prose(item.hint)


def _more(place: Workplace, rater: RaterPrincipal, n_more: int, translation: Translation) -> None:
    prose(
        translation.count(
            "The study has {count} more item that you could rate.",
            "The study has {count} more items that you could rate.",
            n_more,
        )
        + " "
        + translation.say("You need not: your code stays valid either way.")
    )
    st.button(
        translation.say("Rate more"),
        key="go-on",
        on_click=_act,
        args=(partial(go_on, place, rater), translation),
    )


def _declined(place: Workplace, rater: RaterPrincipal, view: DeclinedView, translation: Translation) -> None:
    say = translation.say
    st.title(say("You decided not to take part"), anchor=False)
    if view.back is None:
        prose(say("Nothing else was recorded, and you can close this page."))
    else:
        prose(say("Nothing else was recorded. Hand this code back to the page that sent you:"))
        _way_back(view.back, translation)
    prose(say("Should you change your mind, agree here:"))
    _warning(view.warning)
    prose(view.text)
    _agree(place, rater, view.version, translation, key="reconsider")


def _closed(view: ClosedView, translation: Translation) -> None:
    say = translation.say
    st.title(say("This study is closed"), anchor=False)
    if view.completion_code is None:
        prose(say("It takes no more ratings. Thank you for your interest."))
        return
    prose(
        " ".join(
            (say("It takes no more ratings."), _rated(view.done, translation), say("Everything is kept."))
        )
    )
    prose(say("This is your completion code:"))
    completion_code(view.completion_code)
    debriefing(view.debriefing, translation)


def _warning(text: str) -> None:
    if text.strip():
        warning(text)


def _rated(done: int, translation: Translation) -> str:
    return translation.count("You rated {count} item.", "You rated {count} items.", done)


def _way_back(back: WayBack, translation: Translation) -> None:
    completion_code(back.code)
    if back.url is not None:
        link(translation.say("Back to Prolific"), back.url)
