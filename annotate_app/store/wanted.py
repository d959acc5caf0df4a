"""How many ratings items are to get."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate_app.store.models import RaterRow, StudyRow
from sim.schema.rating import Purpose

__all__ = ["places_again", "places_wanted"]


def places_wanted(session: Session, study: StudyRow, purpose: Purpose) -> int:
    """Tell how many ratings each item of a purpose is to get: in a pilot, one from every pilot rater."""
    if purpose is not Purpose.PILOT:
        return study.raters_per_item
    pilot = select(func.count()).where(RaterRow.study_id == study.study_id, RaterRow.purpose == Purpose.PILOT)
    return session.scalar(pilot) or 0


def places_again(session: Session, study: StudyRow, purpose: Purpose) -> int | None:
    """Tell how many places items of a purpose have when a place is taken again; None for no limit.

    Checks are a rater's own: they keep no one else from anything.
    """
    return None if purpose in {Purpose.REPEAT, Purpose.ATTENTION} else places_wanted(session, study, purpose)
