"""List studies, and find one by what a user calls it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.errors import NotFoundError
from annotate_app.services.access import require_staff
from annotate_app.services.workplace import Workplace
from annotate_app.store.items import item_counts
from annotate_app.store.models import RaterRow, StudyRow
from annotate_app.store.raters import raters_of_study
from annotate_app.store.states import StudyState
from annotate_app.store.studies import all_studies, study_named, study_of
from sim.schema.rating import Purpose

__all__ = ["StudyState", "StudySummary", "find_study", "list_studies", "main_raters", "summary_of"]


@dataclass(frozen=True, slots=True)
class StudySummary:
    """A study at a glance; `n_completed` of `n_wanted` item ratings (items × raters per item) are in."""

    study_id: str
    name: str
    status: StudyState
    protocol: str
    created_at: datetime
    n_items: int
    n_raters: int
    n_completed: int
    n_wanted: int
    raters_per_item: int


def list_studies(place: Workplace, principal: Staff) -> tuple[StudySummary, ...]:
    """List all studies, newest first."""
    with place.database.reading() as session:
        require_staff(session, principal)
        return tuple(summary_of(session, study) for study in all_studies(session))


def find_study(place: Workplace, principal: Staff, name: str) -> StudySummary:
    """Find the study with this id or name.

    Raises
    ------
    NotFoundError
        If there is none; the text lists those there are.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        found = study_of(session, name) or study_named(session, name)
        if found is not None:
            return summary_of(session, found)
        studies = all_studies(session)
    known = ", ".join(f"{study.name!r} ({study.study_id})" for study in studies)
    raise NotFoundError(f"There is no study {name!r}. There are: {known or 'none yet'}.")


def summary_of(session: Session, study: StudyRow) -> StudySummary:
    """Count a study's items, raters and completed ratings, without its pilot."""
    items = item_counts(session, study.study_id)
    return StudySummary(
        study_id=study.study_id,
        name=study.name,
        status=study.state,
        protocol=study.protocol,
        created_at=study.created_at,
        n_items=len(items),
        n_raters=len(main_raters(session, study.study_id)),
        n_completed=sum(item.n_completed for item in items),
        n_wanted=len(items) * study.raters_per_item,
        raters_per_item=study.raters_per_item,
    )


def main_raters(session: Session, study_id: str) -> tuple[RaterRow, ...]:
    """List a study's raters by number, without those of its pilot."""
    return tuple(one for one in raters_of_study(session, study_id) if one.purpose is Purpose.MAIN)
