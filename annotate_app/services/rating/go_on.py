"""Go on after the last item, where the study has more by now."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.services.access import actor_of, require_rater
from annotate_app.services.rating.next_item import items_left
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.states import RaterState, StudyState
from annotate_app.store.studies import study_of

__all__ = ["go_on"]


def go_on(place: Workplace, principal: RaterPrincipal) -> None:
    """Make a rater who had finished active again; the completion code stays.

    Where nothing is left by now, or the rater goes on already, nothing is changed.
    """
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        study = study_of(session, rater.study_id)
        if rater.state is not RaterState.FINISHED or study is None or study.state is not StudyState.OPEN:
            return
        if not items_left(session, study, rater):
            return
        rater.state = RaterState.ACTIVE
        add_event(
            session,
            at=place.clock(),
            actor=actor_of(principal),
            action="went_on",
            study_id=rater.study_id,
            about=rater.rater_id,
        )
