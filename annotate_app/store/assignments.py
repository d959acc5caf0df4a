"""Assignments: who has what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, delete, func, select, update
from sqlalchemy.orm import Session

from annotate_app.store.models import AssignmentRow, DraftRow, GuessRow, ItemRow, RaterRow, RatingRow
from annotate_app.store.states import AssignmentState
from sim.schema.rating import Purpose

__all__ = [
    "GivenItem",
    "RaterShare",
    "Submission",
    "assignment_for",
    "assignment_of",
    "assignments_of_rater",
    "assignments_of_study",
    "delete_assignments",
    "delete_drafts",
    "delete_drafts_of_assignment",
    "expired_assignments",
    "given_to_raters",
    "is_any_lease_over",
    "is_anything_running",
    "leave_reopened",
    "locked_with_rater",
    "open_assignments",
    "rater_share",
    "submissions_of_rater",
]


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


# The statements of a rating click are built once: building one takes longer than running it.
_ONE = select(AssignmentRow).where(AssignmentRow.assignment_id == bindparam("assignment_id"))
_LOCKED = _ONE.with_for_update(key_share=True).execution_options(populate_existing=True)
_WITH_RATER = (
    select(RaterRow, AssignmentRow)
    .join(AssignmentRow, AssignmentRow.rater_id == RaterRow.rater_id)
    .where(
        RaterRow.rater_id == bindparam("rater_id"), AssignmentRow.assignment_id == bindparam("assignment_id")
    )
    .with_for_update(key_share=True)
    .execution_options(populate_existing=True)
)
_OF_RATER = (
    select(AssignmentRow)
    .where(AssignmentRow.rater_id == bindparam("rater_id"))
    .order_by(AssignmentRow.position)
)
_SUBMITTED = (
    select(
        AssignmentRow.assignment_id,
        AssignmentRow.position,
        AssignmentRow.served_first,
        AssignmentRow.rubric_hash,
        AssignmentRow.submitted_at,
    )
    .where(AssignmentRow.rater_id == bindparam("rater_id"), AssignmentRow.submitted_at.is_not(None))
    .order_by(AssignmentRow.position)
)
_OPEN = (
    select(AssignmentRow)
    .where(
        AssignmentRow.rater_id.in_(bindparam("rater_ids", expanding=True)),
        and_(AssignmentRow.state != AssignmentState.COMPLETED, AssignmentRow.skipped_at.is_(None))
        | AssignmentRow.reopened_step.is_not(None),
    )
    .order_by(AssignmentRow.position)
)
_SHARE = select(
    func.count(),
    _count(AssignmentRow.state == AssignmentState.COMPLETED),
    func.coalesce(func.max(AssignmentRow.position), -1) + 1,
).where(AssignmentRow.rater_id == bindparam("rater_id"))
_GIVEN = (
    select(
        AssignmentRow.rater_id,
        AssignmentRow.item_id,
        ItemRow.purpose,
        ItemRow.pair_id,
        ItemRow.environment_id,
        ItemRow.arm,
        AssignmentRow.served_first == ItemRow.episode_1,
        AssignmentRow.state,
        AssignmentRow.position,
    )
    .join(AssignmentRow, AssignmentRow.item_id == ItemRow.item_id)
    .where(AssignmentRow.rater_id.in_(bindparam("rater_ids", expanding=True)))
    .order_by(AssignmentRow.position)
)
_OVER = (
    AssignmentRow.study_id == bindparam("study_id"),
    AssignmentRow.state == AssignmentState.RUNNING,
    AssignmentRow.lease_until < bindparam("now"),
)
_ONE_EXPIRED = select(AssignmentRow.assignment_id).where(*_OVER).limit(1)
_EXPIRED = (
    select(AssignmentRow)
    .where(*_OVER)
    .with_for_update(key_share=True, skip_locked=True)
    .execution_options(populate_existing=True)
)


@dataclass(frozen=True, slots=True)
class GivenItem:
    """An item that a rater was given; `is_forward` where its first episode was shown first."""

    rater_id: str
    item_id: str
    purpose: Purpose
    pair_id: str
    environment_id: str
    arm: int
    is_forward: bool
    state: AssignmentState
    position: int


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted item of a rater; `episode_id` is the episode that was shown first."""

    assignment_id: str
    position: int
    episode_id: str
    rubric_hash: str
    submitted_at: datetime


@dataclass(frozen=True, slots=True)
class RaterShare:
    """How many items a rater was given and completed, and the position of the next."""

    n_given: int
    n_completed: int
    next_position: int


def assignment_of(session: Session, assignment_id: str, *, lock: bool = False) -> AssignmentRow | None:
    """Load an assignment; with `lock`, as the last committed, and kept from others until the end."""
    return session.scalar(_LOCKED if lock else _ONE, {"assignment_id": assignment_id})


def locked_with_rater(
    session: Session, rater_id: str, assignment_id: str
) -> tuple[RaterRow, AssignmentRow] | None:
    """Load a rater and one of the rater's assignments, as `rater_of` and `assignment_of` with `lock`."""
    found = session.execute(_WITH_RATER, {"rater_id": rater_id, "assignment_id": assignment_id}).one_or_none()
    return None if found is None else (found[0], found[1])


def assignment_for(session: Session, rater_id: str, item_id: str) -> AssignmentRow:
    """Load the assignment of an item that a rater was given."""
    return session.scalars(
        select(AssignmentRow).where(AssignmentRow.rater_id == rater_id, AssignmentRow.item_id == item_id)
    ).one()


def assignments_of_rater(session: Session, rater_id: str) -> tuple[AssignmentRow, ...]:
    """List a rater's assignments in the order they were given."""
    return tuple(session.scalars(_OF_RATER, {"rater_id": rater_id}))


def submissions_of_rater(session: Session, rater_id: str) -> tuple[Submission, ...]:
    """List what a rater submitted in the order it was given."""
    rows = session.connection().execute(_SUBMITTED, {"rater_id": rater_id})
    return tuple(Submission(*row) for row in rows)


def open_assignments(session: Session, rater_ids: Sequence[str]) -> tuple[AssignmentRow, ...]:
    """List some raters' unfinished and reopened assignments in the order they were given."""
    return tuple(session.scalars(_OPEN, {"rater_ids": list(rater_ids)}))


def rater_share(session: Session, rater_id: str) -> RaterShare:
    """Count a rater's assignments."""
    return RaterShare(*session.execute(_SHARE, {"rater_id": rater_id}).one())


def assignments_of_study(session: Session, study_id: str) -> tuple[AssignmentRow, ...]:
    """List all assignments of a study by their random id."""
    query = (
        select(AssignmentRow).where(AssignmentRow.study_id == study_id).order_by(AssignmentRow.assignment_id)
    )
    return tuple(session.scalars(query))


def given_to_raters(session: Session, rater_ids: Sequence[str]) -> Mapping[str, Sequence[GivenItem]]:
    """List what each of some raters was ever given, in the order it was given."""
    given: dict[str, list[GivenItem]] = {rater_id: [] for rater_id in rater_ids}
    for row in session.execute(_GIVEN, {"rater_ids": list(given)}):
        item = GivenItem(*row)
        given[item.rater_id].append(item)
    return given


def expired_assignments(session: Session, study_id: str, now: datetime) -> tuple[AssignmentRow, ...]:
    """List the running assignments whose lease is over, locked; those in use just now are passed over."""
    return tuple(session.scalars(_EXPIRED, {"study_id": study_id, "now": now}))


def is_any_lease_over(session: Session, study_id: str, now: datetime) -> bool:
    """Tell whether an item of the study lies untouched for too long."""
    return session.scalar(_ONE_EXPIRED, {"study_id": study_id, "now": now}) is not None


def is_anything_running(session: Session, study_id: str) -> bool:
    """Tell whether somebody of the study has an item in hand that is not submitted."""
    running = AssignmentRow.state == AssignmentState.RUNNING
    query = select(AssignmentRow.assignment_id).where(AssignmentRow.study_id == study_id, running).limit(1)
    return session.scalar(query) is not None


def leave_reopened(session: Session, rater_id: str) -> None:
    """Close every reopened item of a rater."""
    session.execute(
        update(AssignmentRow)
        .where(AssignmentRow.rater_id == rater_id, AssignmentRow.reopened_step.is_not(None))
        .values(reopened_step=None)
    )


def delete_drafts(session: Session, rater_id: str) -> None:
    """Delete everything that a rater typed and did not submit."""
    session.execute(delete(DraftRow).where(DraftRow.assignment_id.in_(_ids_of(rater_id))))


def delete_drafts_of_assignment(session: Session, assignment_id: str) -> None:
    """Delete what was typed for one item and not submitted."""
    session.execute(delete(DraftRow).where(DraftRow.assignment_id == assignment_id))


def delete_assignments(session: Session, rater_id: str) -> None:
    """Delete whatever a rater was given, rated, guessed and typed; the items' counts are not touched."""
    delete_drafts(session, rater_id)
    session.execute(delete(GuessRow).where(GuessRow.assignment_id.in_(_ids_of(rater_id))))
    session.execute(delete(RatingRow).where(RatingRow.assignment_id.in_(_ids_of(rater_id))))
    session.execute(delete(AssignmentRow).where(AssignmentRow.rater_id == rater_id))


def _ids_of(rater_id: str) -> Select[str]:
    return select(AssignmentRow.assignment_id).where(AssignmentRow.rater_id == rater_id)
