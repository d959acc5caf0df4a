"""An item as raters see it, for researchers: every control works, and nothing is recorded."""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import streamlit as st
from pydantic import ValidationError

from annotate_app.design.preview import PreviewItem, check_preview, preview_view
from annotate_app.design.principal import AdminPrincipal
from annotate_app.design.views import ItemView, ScreenValue
from annotate_app.errors import InvalidAnswersError
from annotate_app.language import Translation, phrase, translation_of
from annotate_app.services.running import BatchPreview, StudyPreview, preview_item
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.chrome import page_frame
from annotate_app.ui.components.rating_item import Notice, item_data, show_item
from annotate_app.ui.components.submission import StepAnswers
from annotate_app.ui.components.text import link, prose
from annotate_app.ui.state import keep, kept, take
from annotate_app.ui.views.staff_frame import problems_shown

__all__ = ["PREVIEW_PATH", "open_preview", "preview_data", "show_preview", "take_step"]

PREVIEW_PATH = "preview"

_PREVIEW, _NOTICE = "preview", "preview-notice"
_LINE = "Preview: nothing is recorded"


@dataclass(frozen=True, slots=True)
class _Preview:
    """What is previewed, how far it is, and how often it was begun anew."""

    source: StudyPreview | BatchPreview
    given: tuple[dict[str, ScreenValue | None], ...] = field(default=())
    round: int = 0


def open_preview(source: StudyPreview | BatchPreview) -> None:
    """Go to the page, at the first step."""
    keep(_PREVIEW, _Preview(source))
    st.switch_page(st.Page(_nothing, title="Preview", url_path=PREVIEW_PATH))


def show_preview(place: Workplace, admin: AdminPrincipal) -> None:
    """Show the step that is due, or the end."""
    preview = kept(_PREVIEW)
    if not isinstance(preview, _Preview):
        with page_frame():
            st.title("Nothing to preview", anchor=False)
            prose(
                "Choose a study on the studies page, or fill in the form for a new one, and preview it there."
            )
            link("Studies", "/studies")
        return
    with page_frame("full"), problems_shown():
        item = preview_item(place, admin, preview.source)
        if len(preview.given) < len(item.rubric.steps):
            _step(item, preview)
            return
    with page_frame():
        st.html('<p class="bp-brand">Blindpair</p>')
        st.title("End of the preview", anchor=False)
        prose(
            f"{_LINE}. A rater would now be given the next item, or the completion code after the last one."
        )
        with st.container(horizontal=True):
            st.button("From the beginning", type="primary", key="preview-again", on_click=_again)
        link("Back to the studies", "/studies")


def preview_data(view: ItemView, notice: Notice | None, translation: Translation) -> dict[str, Any]:
    """Describe a step to the component: marked as a preview, without drafts or ways to skip or withdraw."""
    data = item_data(view, (), notice, translation)
    words = {**data["words"], "item": _LINE}
    return {**data, "draft_url": "", "withdrawal_url": "", "skip_reasons": [], "words": words}


def take_step(item: PreviewItem, step: int, sent: object) -> StepAnswers | Notice:
    """Check what the component sent for a step as a rater's answers are checked; nothing is stored."""
    try:
        answers = StepAnswers.model_validate(sent)
    except ValidationError:
        return Notice(
            "problem", phrase("What this page sent could not be read. Reload the page and answer again.")
        )
    try:
        check_preview(item, step, answers.answers)
    except InvalidAnswersError as error:
        problems = {problem.key: problem.message for problem in error.problems}
        return Notice(
            "problem", phrase("Not submitted yet: see the marked questions."), problems, answers.answers
        )
    return answers


def _step(item: PreviewItem, preview: _Preview) -> None:
    view = preview_view(item, preview.given, name=f"preview-{preview.round}")
    data = preview_data(view, take(_NOTICE), translation_of(item.language))
    submitted = partial(_submitted, item, preview, data["key"])
    show_item(data, on_submitted=submitted, on_opened=_nothing, on_skipped=_nothing)


def _submitted(item: PreviewItem, preview: _Preview, key: str) -> None:
    # A step that was sent twice may be answered and its form gone already when the second message arrives.
    if key not in st.session_state:
        return
    taken = take_step(item, len(preview.given), st.session_state[key]["submitted"])
    if isinstance(taken, Notice):
        keep(_NOTICE, taken)
    else:
        keep(_PREVIEW, replace(preview, given=(*preview.given, dict(taken.answers))))


def _again() -> None:
    preview = kept(_PREVIEW)
    keep(_PREVIEW, replace(preview, given=(), round=preview.round + 1))


def _nothing() -> None:
    pass
