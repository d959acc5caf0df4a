"""What was registered of studies before their conditions were looked at."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate_app.store.models import PreregistrationRow

__all__ = ["add_preregistration", "preregistrations_of"]


def add_preregistration(session: Session, row: PreregistrationRow) -> None:
    """Store a new version."""
    session.add(row)


def preregistrations_of(session: Session, study_id: str) -> tuple[PreregistrationRow, ...]:
    """Load every version of a study, oldest first."""
    query = (
        select(PreregistrationRow)
        .where(PreregistrationRow.study_id == study_id)
        .order_by(PreregistrationRow.version)
    )
    return tuple(session.scalars(query))
