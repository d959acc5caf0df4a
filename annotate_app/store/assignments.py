"""Assignments: who has what, and how often each item was served in which order."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, bindparam, case, func, select, update
from sqlalchemy.orm import Session

from annotate_app.store.models import AssignmentRow, DraftRow, ItemRow
from annotate_app.store.states import AssignmentState
from sim.schema.rating import Purpose

__all__ = [
    "ItemCount",
    "RaterShare",
    "assignment_of",
    "assignments_of_rater",
    "assignments_of_study",
    "completed_counts",
    "draft_of",
    "is_anything_running",
    "item_counts",
    "leave_reopened",
    "open_assignments",
    "pairs_of_rater",
    "rater_share",
]


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


# The statements of a rating click are built once: building one takes longer than running it.
_ONE = select(AssignmentRow).where(AssignmentRow.assignment_id == bindparam("assignment_id"))
_LOCKED = _ONE.with_for_update(key_share=True).execution_options(populate_existing=True)
_OF_RATER = (
    select(AssignmentRow)
    .where(AssignmentRow.rater_id == bindparam("rater_id"))
    .order_by(AssignmentRow.position)
)
_OPEN = _OF_RATER.where(
    (AssignmentRow.state == AssignmentState.RUNNING) | AssignmentRow.reopened_step.is_not(None)
)
_SHARE = select(
    func.count(),
    _count(AssignmentRow.state == AssignmentState.COMPLETED),
    func.coalesce(func.max(AssignmentRow.position), -1) + 1,
).where(AssignmentRow.rater_id == bindparam("rater_id"))
_PAIRS_OF_RATER = (
    select(ItemRow.pair_id)
    .join(AssignmentRow, AssignmentRow.item_id == ItemRow.item_id)
    .where(AssignmentRow.rater_id == bindparam("rater_id"))
)
_FORWARD = AssignmentRow.served_first == ItemRow.episode_1
_TAKES = AssignmentRow.state.in_((AssignmentState.RUNNING, AssignmentState.COMPLETED))
_ITEM_COUNTS = (
    select(
        ItemRow.item_id,
        ItemRow.pair_id,
        ItemRow.episode_1,
        ItemRow.episode_2,
        _count(AssignmentRow.state == AssignmentState.COMPLETED),
        _count(AssignmentRow.state == AssignmentState.RUNNING),
        _count(_TAKES & _FORWARD),
        _count(_TAKES & ~_FORWARD),
    )
    .outerjoin(
        AssignmentRow,
        (AssignmentRow.item_id == ItemRow.item_id) & (AssignmentRow.study_id == ItemRow.study_id),
    )
    .where(ItemRow.study_id == bindparam("study_id"), ItemRow.purpose == Purpose.MAIN)
    .group_by(ItemRow.item_id, ItemRow.pair_id, ItemRow.episode_1, ItemRow.episode_2)
    .order_by(ItemRow.item_id)
)


@dataclass(frozen=True, slots=True)
class ItemCount:
    """How often an item is completed and running, and in which order it was served then.

    `n_forward` of the assignments show `episode_1` first, `n_reverse` show `episode_2` first.
    """

    item_id: str
    pair_id: str
    episode_1: str
    episode_2: str | None
    n_completed: int
    n_running: int
    n_forward: int
    n_reverse: int


@dataclass(frozen=True, slots=True)
class RaterShare:
    """How many items a rater was given and completed, and the position of the next."""

    n_given: int
    n_completed: int
    next_position: int


def assignment_of(session: Session, assignment_id: str, *, lock: bool = False) -> AssignmentRow | None:
    """Load an assignment; with `lock`, as the last committed, and kept from others until the end."""
    return session.scalar(_LOCKED if lock else _ONE, {"assignment_id": assignment_id})


def assignments_of_rater(session: Session, rater_id: str) -> tuple[AssignmentRow, ...]:
    """List a rater's assignments in the order they were given."""
    return tuple(session.scalars(_OF_RATER, {"rater_id": rater_id}))


def open_assignments(session: Session, rater_id: str) -> tuple[AssignmentRow, ...]:
    """List a rater's running and reopened assignments in the order they were given."""
    return tuple(session.scalars(_OPEN, {"rater_id": rater_id}))


def rater_share(session: Session, rater_id: str) -> RaterShare:
    """Count a rater's assignments."""
    return RaterShare(*session.execute(_SHARE, {"rater_id": rater_id}).one())


def assignments_of_study(session: Session, study_id: str) -> tuple[AssignmentRow, ...]:
    """List all assignments of a study by their random id."""
    query = (
        select(AssignmentRow).where(AssignmentRow.study_id == study_id).order_by(AssignmentRow.assignment_id)
    )
    return tuple(session.scalars(query))


def pairs_of_rater(session: Session, rater_id: str) -> frozenset[str]:
    """List the pairs that a rater was ever given an item of."""
    return frozenset(session.scalars(_PAIRS_OF_RATER, {"rater_id": rater_id}))


def item_counts(session: Session, study_id: str) -> tuple[ItemCount, ...]:
    """Count the assignments of every main item of a study, in the order of the items' ids."""
    return tuple(ItemCount(*row) for row in session.execute(_ITEM_COUNTS, {"study_id": study_id}))


def is_anything_running(session: Session, study_id: str) -> bool:
    """Tell whether somebody of the study has an item in hand that is not submitted."""
    running = AssignmentRow.state == AssignmentState.RUNNING
    query = select(AssignmentRow.assignment_id).where(AssignmentRow.study_id == study_id, running).limit(1)
    return session.scalar(query) is not None


def completed_counts(session: Session) -> Mapping[str, int]:
    """Count the completed assignments per study."""
    query = (
        select(AssignmentRow.study_id, func.count())
        .where(AssignmentRow.state == AssignmentState.COMPLETED)
        .group_by(AssignmentRow.study_id)
    )
    return {row[0]: row[1] for row in session.execute(query)}


def leave_reopened(session: Session, rater_id: str) -> None:
    """Close every reopened item of a rater."""
    session.execute(
        update(AssignmentRow)
        .where(AssignmentRow.rater_id == rater_id, AssignmentRow.reopened_step.is_not(None))
        .values(reopened_step=None)
    )


def draft_of(session: Session, assignment_id: str, step: int) -> DraftRow | None:
    """Load the draft of one step."""
    return session.get(DraftRow, (assignment_id, step))
