"""Go on after a break."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.services.access import actor_of, require_rater
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import rater_share
from annotate_app.store.events import add_event

__all__ = ["end_break"]


def end_break(place: Workplace, principal: RaterPrincipal) -> None:
    """Note that the rater goes on from here; ending a break twice is one."""
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        done = rater_share(session, rater.rater_id).n_completed
        if rater.rested_at == done:
            return
        rater.rested_at = done
        add_event(
            session,
            at=place.clock(),
            actor=actor_of(principal),
            action="ended_break",
            study_id=rater.study_id,
            about=rater.rater_id,
        )
