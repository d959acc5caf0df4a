"""Ratings: rows are only ever added, and the highest revision counts."""

from collections.abc import Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from annotate_app.store.models import AssignmentRow, RatingRow
from annotate_app.store.new_rows import insert_rows

__all__ = ["add_ratings", "ratings_of_assignment", "ratings_of_study"]

_OF_ASSIGNMENT = (
    select(RatingRow)
    .where(RatingRow.assignment_id == bindparam("assignment_id"))
    .order_by(RatingRow.revision)
)


def ratings_of_assignment(session: Session, assignment_id: str) -> tuple[RatingRow, ...]:
    """List every answer to one assignment, older revisions included and first."""
    return tuple(session.scalars(_OF_ASSIGNMENT, {"assignment_id": assignment_id}))


def ratings_of_study(session: Session, study_id: str) -> tuple[RatingRow, ...]:
    """List every answer in a study."""
    query = (
        select(RatingRow)
        .join(AssignmentRow, AssignmentRow.assignment_id == RatingRow.assignment_id)
        .where(AssignmentRow.study_id == study_id)
    )
    return tuple(session.scalars(query))


def add_ratings(session: Session, rows: Sequence[RatingRow]) -> None:
    """Store new answers."""
    insert_rows(session, rows)
