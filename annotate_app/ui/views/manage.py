"""Make a study larger, change its questions, or close it."""

from functools import partial

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.running import (
    ExtendedStudy,
    Extension,
    RevisedQuestions,
    extend_study,
    revise_questions,
)
from annotate_app.services.studies import StudySummary, close_study
from annotate_app.services.uploads import BatchSummary, list_batches
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.rubric_preview import show_rubric
from annotate_app.ui.components.text import alarm, prose
from annotate_app.ui.state import keep, take
from annotate_app.ui.views.staff_frame import problems_shown
from sim.schema.rubric_file import read_rubric_toml

__all__ = ["show_manage"]

_EXTENDED, _REVISED = "extended-study", "revised-questions"


def show_manage(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    """Show the forms that change an open study."""
    extended = take(_EXTENDED)
    if extended is not None:
        _done(extended)
    revised = take(_REVISED)
    if revised is not None:
        _said(revised)
    if summary.status == "closed":
        prose("The study is closed: it hands out no more items, and items begun may be finished.")
        return
    with problems_shown():
        _extend(place, admin, summary)
    with problems_shown():
        _revise(place, admin, summary)
    st.subheader("End", anchor=False)
    with st.popover("Close the study"):
        prose("No more items are handed out; items begun may still be finished. This cannot be undone.")
        st.button("Close it", key="close", on_click=partial(close_study, place, admin, summary.study_id))


def _extend(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    st.subheader("Make it larger", anchor=False)
    prose(
        "Raise how many raters rate each item, add the pairs of another batch, or both. Neither can be taken "
        "back. Whoever had finished keeps the completion code, and is offered more items on the last page."
    )
    batches = list_batches(place, admin)
    with st.form("extend", border=False):
        left, right = st.columns(2)
        per_item = left.number_input(
            f"Raters per item (now {summary.raters_per_item})",
            min(summary.raters_per_item + 1, 10_000),
            10_000,
            None,
            placeholder="as it is",
            key="extend-per-item",
        )
        batch = right.selectbox(
            "Add the pairs of",
            batches,
            index=None,
            format_func=_batch_name,
            placeholder="no batch",
            key="extend-batch",
        )
        again = st.checkbox("Give further items to raters who had finished, unasked", key="extend-again")
        if not st.form_submit_button("Make it larger", key="extend"):
            return
    wanted = None if per_item is None else int(per_item)
    extension = Extension(wanted, None if batch is None else batch.batch_id, again)
    keep(_EXTENDED, extend_study(place, admin, summary.study_id, extension))
    st.rerun()


def _revise(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    st.subheader("Change the questions", anchor=False)
    prose(
        "Items that are given out from now on ask the new version; items begun keep theirs. Each rating says "
        "which version it answered, and the bundle holds all of them."
    )
    file = st.file_uploader("Questions (TOML)", type="toml", key="revise-file")
    if file is None:
        return
    rubric = read_rubric_toml(file.getvalue(), source=file.name)
    with st.expander("What raters are asked then"):
        show_rubric(rubric)
    if st.button("Ask these from now on", key="revise"):
        keep(_REVISED, revise_questions(place, admin, summary.study_id, rubric))
        st.rerun()


def _said(revised: RevisedQuestions) -> None:
    begun = f"{revised.n_unfinished} items that were begun keep their questions."
    st.success(f"Version {revised.version} is asked from now on; {begun}")
    if revised.warnings:
        st.warning(" ".join(revised.warnings))


def _done(extended: ExtendedStudy) -> None:
    added = f"{extended.n_added} items were added ({extended.n_known} pairs were there before)."
    st.success(f"Each item gets {extended.raters_per_item} raters; {added}")
    if extended.reach.note:
        alarm(extended.reach.note)


def _batch_name(batch: BatchSummary) -> str:
    return f"{batch.name} ({batch.n_complete_pairs} complete pairs)"
