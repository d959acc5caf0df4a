"""Leave the instructions and begin."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.errors import NotAllowedError
from annotate_app.services.access import actor_of, require_rater
from annotate_app.services.rating.due_questions import due_questions
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.states import RaterState
from annotate_app.store.studies import study_of
from sim.schema.questionnaire import Moment

__all__ = ["start_rating"]


def start_rating(place: Workplace, principal: RaterPrincipal) -> None:
    """Store that the rater read the instructions; a second time changes nothing.

    Raises
    ------
    NotAllowedError
        Without consent, or before the questions of the study are answered.
    """
    now = place.clock()
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        if rater.state in {RaterState.ACTIVE, RaterState.FINISHED}:
            return
        if rater.state is not RaterState.CONSENTED:
            raise NotAllowedError("Please read and accept the consent text first.")
        study = study_of(session, rater.study_id)
        if study is not None and due_questions(session, study, rater, (Moment.BEFORE,)) is not None:
            raise NotAllowedError("Please answer the questions before the first item.")
        rater.state = RaterState.ACTIVE
        rater.started_at = now
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="started",
            study_id=rater.study_id,
            about=rater.rater_id,
        )
