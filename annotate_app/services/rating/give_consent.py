"""Agree to the study's consent text, or decline."""

from annotate_app.design.principal import RaterPrincipal
from annotate_app.errors import StaleFormError
from annotate_app.services.access import actor_of, require_rater
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.states import RaterState, TextKind
from annotate_app.store.studies import latest_text

__all__ = ["decline", "give_consent"]

_UNDECIDED = {RaterState.INVITED, RaterState.DECLINED}


def give_consent(place: Workplace, principal: RaterPrincipal, *, version: str) -> None:
    """Store that the rater agreed to this version of the text; a second time changes nothing.

    Whoever agreed to an earlier version agrees to the new one, and goes on from where they were.

    Raises
    ------
    StaleFormError
        If the text was changed after it was shown.
    """
    now = place.clock()
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        current = latest_text(session, rater.study_id, TextKind.CONSENT).version
        if rater.state not in _UNDECIDED and rater.consent_version == current:
            return
        if version != str(current):
            raise StaleFormError("The consent text was changed meanwhile. Please read it again.")
        if rater.state in _UNDECIDED:
            rater.state = RaterState.CONSENTED
        rater.consent_version = current
        rater.consented_at = now
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="gave_consent",
            study_id=rater.study_id,
            about=rater.rater_id,
            detail={"version": version},
        )


def decline(place: Workplace, principal: RaterPrincipal) -> None:
    """Store that the rater declined; nothing of the rater's is asked any more.

    Raises
    ------
    StaleFormError
        If the rater agreed meanwhile.
    """
    now = place.clock()
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        if rater.state not in _UNDECIDED:
            raise StaleFormError("You have agreed to take part already. You can stop at any time.")
        if rater.state is RaterState.DECLINED:
            return
        rater.state = RaterState.DECLINED
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="declined",
            study_id=rater.study_id,
            about=rater.rater_id,
        )
