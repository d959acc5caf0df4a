"""How many ratings items are to get."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate_app.store.models import RaterRow, StudyRow
from sim.schema.rating import Purpose

__all__ = ["places_wanted"]


def places_wanted(session: Session, study: StudyRow, purpose: Purpose) -> int:
    """Tell how many ratings each item of a purpose is to get: in a pilot, one from every pilot rater."""
    if purpose is not Purpose.PILOT:
        return study.raters_per_item
    pilot = select(func.count()).where(RaterRow.study_id == study.study_id, RaterRow.purpose == Purpose.PILOT)
    return session.scalar(pilot) or 0
