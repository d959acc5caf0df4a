"""Which raters an analysis leaves out: decisions are only ever added, and the latest counts."""

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate_app.store.models import EventRow, ExclusionRow, RaterRow

__all__ = ["add_decision", "is_unblinded", "latest_decisions"]


def add_decision(session: Session, decision: ExclusionRow) -> None:
    """Store a decision."""
    session.add(decision)


def latest_decisions(session: Session, study_id: str) -> Mapping[str, ExclusionRow]:
    """Load the decisions that count in a study, by rater."""
    query = (
        select(ExclusionRow)
        .join(RaterRow, RaterRow.rater_id == ExclusionRow.rater_id)
        .where(RaterRow.study_id == study_id)
        .order_by(ExclusionRow.exclusion_id)
    )
    return {row.rater_id: row for row in session.scalars(query)}


def is_unblinded(session: Session, study_id: str) -> bool:
    """Tell whether the study was ever exported with its conditions."""
    query = select(EventRow.event_id).where(EventRow.study_id == study_id, EventRow.action == "unblinded")
    return session.scalar(query.limit(1)) is not None
