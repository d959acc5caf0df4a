"""Go back to a submitted item, and forward again."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.errors import NotAllowedError
from annotate_app.services.access import actor_of, own_assignment, require_rater
from annotate_app.services.rating.stored_step import next_revisable_step, rubric_of
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import leave_reopened
from annotate_app.store.events import add_event
from annotate_app.store.states import AssignmentState, StudyState
from annotate_app.store.studies import study_of

__all__ = ["reopen", "return_to_current"]


def reopen(place: Workplace, principal: RaterPrincipal, assignment: str) -> None:
    """Make a submitted item the one that `session_view` shows, until it is submitted again or left.

    Raises
    ------
    NotAllowedError
        If the assignment is not this rater's, is not submitted, or has no step that may be revised, or the
        study is closed.
    """
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        study = study_of(session, rater.study_id)
        if study is None or study.state is not StudyState.OPEN:
            raise NotAllowedError("The study is closed: what you submitted is kept as it is.")
        leave_reopened(session, rater.rater_id)
        row = own_assignment(session, rater, assignment, lock=True)
        step = next_revisable_step(rubric_of(session, row), after=-1)
        if row.state is not AssignmentState.COMPLETED or step is None:
            raise NotAllowedError(
                "Only submitted items with answers that are not locked can be opened again."
            )
        row.reopened_step = step
        add_event(
            session,
            at=place.clock(),
            actor=actor_of(principal),
            action="reopened",
            study_id=row.study_id,
            about=row.assignment_id,
        )


def return_to_current(place: Workplace, principal: RaterPrincipal) -> None:
    """Leave a reopened item as it is stored and go on where the rater was."""
    with place.database.writing() as session:
        leave_reopened(session, require_rater(session, principal, lock=True).rater_id)
