"""One step of one item: what was sent is stored in one transaction, then the next view is shown."""

from functools import partial

import streamlit as st
from pydantic import ValidationError

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ItemView
from annotate_app.errors import AppError, DatabaseError, InvalidAnswersError, NotAllowedError
from annotate_app.language import Translation, phrase
from annotate_app.services.rating import answer_step, is_current, reopen, return_to_current, skip_item
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.chrome import page_frame
from annotate_app.ui.components.failure import log_away
from annotate_app.ui.components.rating_item import Notice, item_data, item_key, show_item
from annotate_app.ui.components.submission import OpenedItem, SkippedItem, StepAnswers
from annotate_app.ui.state import keep, take

__all__ = ["open_item", "show_rating", "skip", "submit_step", "unread_step"]

_NOTICE = "notice"
_NOT_STORED = phrase(
    "The server cannot store anything just now. Your answers are still here; submit again in a moment."
)
_UNREADABLE = phrase("What this page sent could not be read. Reload the page and answer again.")


def show_rating(place: Workplace, rater: RaterPrincipal, view: ItemView, translation: Translation) -> None:
    """Show the step; its callbacks run before the next view is found."""
    notice = take(_NOTICE)
    key = item_key(view)
    with page_frame("full"):
        show_item(
            item_data(view, view.submitted, notice, translation),
            on_submitted=partial(_submitted, place, rater, view),
            on_opened=partial(_opened, place, rater, key),
            on_skipped=partial(_skipped, place, rater, key),
        )


def submit_step(place: Workplace, rater: RaterPrincipal, sent: object) -> Notice | None:
    """Store what the component sent; the notice says what became of it where it was not stored."""
    try:
        step = StepAnswers.model_validate(sent)
    except ValidationError:
        return Notice("problem", _UNREADABLE)
    try:
        answer_step(
            place,
            rater,
            assignment=step.ref,
            step=step.step,
            revision=step.revision,
            answers=step.answers,
            seconds=step.seconds,
        )
    except InvalidAnswersError as error:
        problems = {problem.key: problem.message for problem in error.problems}
        return Notice(
            "problem", phrase("Not submitted yet: see the marked questions."), problems, step.answers
        )
    except DatabaseError as error:
        log_away(error)
        return Notice("problem", _NOT_STORED, answers=step.answers)
    except AppError as error:
        return Notice("problem", error.message)
    return None


def unread_step(place: Workplace, rater: RaterPrincipal, view: ItemView) -> Notice | None:
    """Say what became of a form that was sent after it had left the page; None where it is answered."""
    try:
        is_open = is_current(place, rater, assignment=view.assignment, step=view.step, revision=view.revision)
    except DatabaseError as error:
        log_away(error)
        return Notice("problem", _NOT_STORED)
    except AppError as error:
        return Notice("problem", error.message)
    return Notice("problem", _UNREADABLE) if is_open else None


def open_item(place: Workplace, rater: RaterPrincipal, sent: object) -> Notice | None:
    """Reopen an earlier item, or go on where the rater was."""
    try:
        opened = OpenedItem.model_validate(sent)
    except ValidationError:
        return Notice("problem", phrase("What this page sent could not be read. Reload the page."))
    try:
        if opened.ref is None:
            return_to_current(place, rater)
        else:
            reopen(place, rater, opened.ref)
    except DatabaseError as error:
        log_away(error)
        return Notice("problem", _NOT_STORED)
    except NotAllowedError as error:
        return Notice("problem", error.message)
    return None


def skip(place: Workplace, rater: RaterPrincipal, sent: object) -> Notice | None:
    """Skip the item; the notice says why where that was not possible."""
    try:
        skipped = SkippedItem.model_validate(sent)
    except ValidationError:
        return Notice("problem", phrase("What this page sent could not be read. Reload the page."))
    try:
        skip_item(place, rater, assignment=skipped.ref, reason=skipped.reason, remark=skipped.remark)
    except InvalidAnswersError as error:
        return Notice("problem", error.problems[0].message)
    except DatabaseError as error:
        log_away(error)
        return Notice("problem", _NOT_STORED)
    except AppError as error:
        return Notice("problem", error.message)
    return None


def _submitted(place: Workplace, rater: RaterPrincipal, view: ItemView) -> None:
    key = item_key(view)
    if key in st.session_state:
        keep(_NOTICE, submit_step(place, rater, st.session_state[key]["submitted"]))
    else:
        # A step that was sent twice may be answered and its form gone when the second message arrives.
        keep(_NOTICE, unread_step(place, rater, view))


def _skipped(place: Workplace, rater: RaterPrincipal, key: str) -> None:
    if key in st.session_state:
        keep(_NOTICE, skip(place, rater, st.session_state[key]["skipped"]))


def _opened(place: Workplace, rater: RaterPrincipal, key: str) -> None:
    if key in st.session_state:
        keep(_NOTICE, open_item(place, rater, st.session_state[key]["opened"]))
