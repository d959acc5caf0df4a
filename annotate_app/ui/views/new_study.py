"""Make a study from a batch."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.design.questions_in_language import in_language
from annotate_app.language import LANGUAGES, Language, translation_of
from annotate_app.services.running import BatchPreview
from annotate_app.services.studies import (
    DEFAULT_LEASE_MINUTES,
    MOST_CHECKS,
    MOST_ITEMS,
    MOST_REPEATS,
    StudyPlan,
    Withdrawal,
    create_study,
)
from annotate_app.services.uploads import BatchSummary, list_batches
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.links import show_links
from annotate_app.ui.components.raters_part import final_question_fields, raters_part
from annotate_app.ui.components.rubric_preview import show_rubric
from annotate_app.ui.components.text import alarm, prose
from annotate_app.ui.state import keep, take
from annotate_app.ui.views.preview import open_preview
from annotate_app.ui.views.staff_frame import problems_shown
from sim.schema.rubric import Rubric, builtin_rubric, builtin_rubrics
from sim.schema.rubric_file import read_rubric_toml
from sim.schema.study import Contrast

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from annotate_app.ui.components.plan_checks import PlanCheck

__all__ = ["show_new_study"]

_CREATED = "created-study"
_WITHDRAWAL_NAMES = {Withdrawal.KEEP: "are kept", Withdrawal.DELETE: "are deleted"}
_DEFAULT_PROTOCOL = "naturalness-then-goals"


def show_new_study(place: Workplace, admin: AdminPrincipal) -> None:
    """Show the page under its heading."""
    created = take(_CREATED)
    if created is not None:
        st.success(f"The study is open, with {created.n_items} items.")
        if created.reach.note:
            alarm(created.reach.note)
        show_links(created.links)
        st.divider()
    batches = list_batches(place, admin)
    if not batches:
        prose("There are no episodes yet. Upload a file first.")
        return
    batch = st.selectbox("Episodes", batches, format_func=_batch_name, key="batch")
    with problems_shown():
        language = _language()
        rubric, part = _rubric(language), raters_part(translation_of(language.code))
        if st.button("Preview as a rater", key="preview"):
            open_preview(BatchPreview(batch.batch_id, rubric, language=language.code))
        filled = _plan(batch, rubric, language)
        if filled is None:
            return
        if filled.check is not None:
            filled.check(place, admin, filled.plan)
            return
        keep(_CREATED, create_study(place, admin, part.added_to(filled.plan)))
        st.rerun()


def _rubric(language: Language) -> Rubric:
    """Ask for the questions, and show what they are."""
    left, right = st.columns(2)
    name = left.selectbox(
        "Protocol", builtin_rubrics(), index=builtin_rubrics().index(_DEFAULT_PROTOCOL), key="protocol"
    )
    own = right.file_uploader("Or your own questions (TOML)", type="toml", key="own-protocol")
    if own is None:
        rubric = in_language(builtin_rubric(name), translation_of(language.code))
    else:
        rubric = read_rubric_toml(own.getvalue(), source=own.name)
    with st.expander(f"What raters are asked: {rubric.rubric_id}"):
        prose(rubric.description)
        show_rubric(rubric)
    return rubric


@dataclass(frozen=True, slots=True)
class _Filled:
    """The form as it was sent; `check` where the plan is to be looked at, not made."""

    plan: StudyPlan
    check: "PlanCheck | None"


def _checks() -> "PlanCheck | None":
    # scipy comes with it: raters' pages start without.
    from annotate_app.ui.components.plan_checks import plan_checks  # noqa: PLC0415

    return plan_checks()


def _plan(batch: BatchSummary, rubric: Rubric, language: Language) -> _Filled | None:
    """Ask for everything else; None until the form is sent."""
    conditions = [count.condition for count in batch.conditions]
    with st.form("new-study", border=False):
        name = st.text_input("Name", placeholder="As researchers know it; raters never see it", key="name")
        left, right = st.columns(2)
        first = left.selectbox("First condition", conditions, key="first")
        second = right.selectbox("Second condition", conditions, min(1, len(conditions) - 1), key="second")
        columns = st.columns(3)
        per_item = columns[0].number_input("Raters per item", 1, 1000, 3, key="per-item")
        n_raters = columns[1].number_input("Rater links", 1, 10_000, 3, key="n-raters")
        per_rater = _limit(columns[2], "Items per rater", "per-rater")
        columns = st.columns(3)
        per_environment = _limit(columns[0], "Items per rater and environment", "per-environment")
        lease = _limit(
            columns[1],
            "Minutes until an untouched item goes to another rater",
            "lease",
            value=DEFAULT_LEASE_MINUTES,
            none="never",
        )
        break_every = _limit(columns[2], "Items between breaks", "break-every", none="no breaks")
        seed = st.number_input("Seed of the item order", 0, 2**31 - 1, 0, key="seed")
        checks = _attentiveness()
        withdrawal = _withdrawal()
        final = final_question_fields(first or "", second or "") if rubric.layout == "pair" else None
        check = _checks()
        if not st.form_submit_button("Create study", type="primary", key="create") and check is None:
            return None
    contrast = Contrast(first=first, second=second) if first and second and first != second else None
    plan = StudyPlan(
        name=name,
        batch_id=batch.batch_id,
        contrast=contrast,
        rubric=rubric,
        raters_per_item=int(per_item),
        n_raters=int(n_raters),
        items_per_rater=per_rater,
        items_per_environment=per_environment,
        lease_minutes=lease,
        break_every=break_every,
        repeats=checks.repeats,
        attention=checks.attention,
        withdrawal=withdrawal,
        final_question=final,
        language=language.code,
        seed=int(seed),
    )
    return _Filled(plan, check)


@dataclass(frozen=True, slots=True)
class _Checks:
    repeats: int
    attention: int


def _attentiveness() -> _Checks:
    """Ask how closely raters are looked at."""
    left, middle, _ = st.columns(3)
    repeats = left.number_input(
        "Own items shown again",
        0,
        MOST_REPEATS,
        0,
        help="At the end, with sides exchanged; left out of the analysis.",
        key="repeats",
    )
    attention = middle.number_input(
        "Attention checks per rater",
        0,
        MOST_CHECKS,
        0,
        help="A dialogue beside the same one out of order; left out of the analysis.",
        key="attention",
    )
    return _Checks(int(repeats), int(attention))


def _withdrawal() -> Withdrawal:
    return st.radio(
        "Ratings of somebody who withdraws",
        list(Withdrawal),
        format_func=_WITHDRAWAL_NAMES.__getitem__,
        horizontal=True,
        key="withdrawal",
    )


def _language() -> Language:
    return st.radio(
        "Language of the raters' pages",
        LANGUAGES,
        format_func=lambda language: language.name,
        horizontal=True,
        key="language",
        help="Built-in questions and texts are in it too; dialogues and your own texts stay as they are.",
    )


def _limit(
    column: "DeltaGenerator", label: str, key: str, *, value: int | None = None, none: str = "all"
) -> int | None:
    number = column.number_input(label, 1, MOST_ITEMS, value, placeholder=none, key=key)
    return None if number is None else int(number)


def _batch_name(batch: BatchSummary) -> str:
    return f"{batch.name} ({batch.n_complete_pairs} complete pairs)"
