"""Stop a study."""

from annotate_app.design.principal import Staff
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.states import StudyState

__all__ = ["close_study"]


def close_study(place: Workplace, principal: Staff, study_id: str) -> None:
    """Hand out no more items; items begun may still be finished. A second time changes nothing.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id, lock=True)
        if study.state is StudyState.CLOSED:
            return
        study.state = StudyState.CLOSED
        study.closed_at = now
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="closed_study",
            study_id=study_id,
            about=study_id,
        )
