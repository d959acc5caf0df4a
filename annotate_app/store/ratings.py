"""Ratings: rows are only ever added, and the highest revision counts."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate_app.store.models import AssignmentRow, RatingRow

__all__ = ["add_ratings", "ratings_of_assignment", "ratings_of_study"]


def ratings_of_assignment(session: Session, assignment_id: str) -> tuple[RatingRow, ...]:
    """List every answer to one assignment, older revisions included and first."""
    query = select(RatingRow).where(RatingRow.assignment_id == assignment_id).order_by(RatingRow.revision)
    return tuple(session.scalars(query))


def ratings_of_study(session: Session, study_id: str) -> tuple[RatingRow, ...]:
    """List every answer in a study by its assignment's random id, unit, dimension and revision."""
    query = (
        select(RatingRow)
        .join(AssignmentRow, AssignmentRow.assignment_id == RatingRow.assignment_id)
        .where(AssignmentRow.study_id == study_id)
        .order_by(RatingRow.assignment_id, RatingRow.unit_id, RatingRow.dimension, RatingRow.revision)
    )
    return tuple(session.scalars(query))


def add_ratings(session: Session, rows: Iterable[RatingRow]) -> None:
    """Store new answers."""
    session.add_all(rows)
