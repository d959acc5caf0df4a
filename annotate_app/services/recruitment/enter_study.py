"""Let somebody in whom a platform sends: the same person is always the same rater."""

import re
from collections.abc import Mapping

from sqlalchemy.orm import Session

from annotate_app.errors import UnknownInvitationError
from annotate_app.services.access import SHUT_OUT
from annotate_app.services.secret import new_id, new_secret, secret_hash
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.models import RaterRow, RecruitmentRow
from annotate_app.store.raters import add_rater_session, highest_number, rater_of_session
from annotate_app.store.recruitment import n_recruited, rater_from, recruitment_of_token
from annotate_app.store.states import ActorKind, Platform, RaterState, StudyState
from annotate_app.store.studies import study_of

__all__ = ["enter_study"]

_COOKIE_BYTES = 32
_PERSON = re.compile(r"^[A-Za-z0-9_.-]{1,128}$")


def enter_study(place: Workplace, token: str, sent: Mapping[str, str], *, held: str | None = None) -> str:
    """Open a session for whoever comes through a study's address.

    The study stays locked meanwhile, so that a person who comes from two devices at once is one rater, and
    never more people come in than may.

    Parameters
    ----------
    token
        From the address `/enter/<token>`.
    sent
        What the platform added to the address, such as `PROLIFIC_PID`.
    held
        The cookie that the browser already has.

    Returns
    -------
    str
        The secret for an HttpOnly cookie.

    Raises
    ------
    UnknownInvitationError
        If the address is unknown or closed, full, or the platform did not say who comes.
    """
    with place.database.writing() as session:
        door = recruitment_of_token(session, secret_hash(token))
        if door is None:
            raise UnknownInvitationError(
                "This address is not known here. Check that the whole address was copied, or ask whoever "
                "invited you for a new one."
            )
        kept = rater_of_session(session, secret_hash(held)) if held is not None else None
        rater = _rater(session, place, door, _person(door, sent), kept)
        if held is not None and kept is rater:
            return held
        secret = new_secret(place, n_bytes=_COOKIE_BYTES)
        add_rater_session(session, cookie_hash=secret_hash(secret), rater_id=rater.rater_id, at=place.clock())
        return secret


def _rater(
    session: Session, place: Workplace, door: RecruitmentRow, person: str | None, kept: RaterRow | None
) -> RaterRow:
    """Find the person, or the owner of the browser's cookie where people have no names; else let them in."""
    study = study_of(session, door.study_id, lock=True)
    if person is not None:
        known = rater_from(session, door.study_id, door.platform, person)
    else:
        known = kept if kept is not None and kept.study_id == door.study_id else None
    if known is None:
        if study is None or study.state is StudyState.CLOSED or door.closed_at is not None:
            raise UnknownInvitationError("This study lets nobody new in. Thank you for your interest.")
        return _new_rater(session, place, door, person)
    if known.state is RaterState.WITHDRAWN:
        raise UnknownInvitationError("You withdrew from this study.")
    if known.revoked_at is not None:
        raise UnknownInvitationError(SHUT_OUT)
    return known


def _person(door: RecruitmentRow, sent: Mapping[str, str]) -> str | None:
    if door.platform is Platform.OPEN:
        return None
    person = sent.get("PROLIFIC_PID", "")
    if not _PERSON.match(person):
        raise UnknownInvitationError(
            "The address does not say who you are on Prolific. Open the study from Prolific's own page."
        )
    return person


def _new_rater(session: Session, place: Workplace, door: RecruitmentRow, person: str | None) -> RaterRow:
    if (
        door.most_raters is not None
        and n_recruited(session, door.study_id, door.platform) >= door.most_raters
    ):
        raise UnknownInvitationError("This study has all the people it needs. Thank you for your interest.")
    now = place.clock()
    rater = RaterRow(
        rater_id=f"r{new_id(place)}",
        study_id=door.study_id,
        number=highest_number(session, door.study_id) + 1,
        state=RaterState.INVITED,
        platform=door.platform.value,
        external_id=person,
        created_at=now,
    )
    session.add(rater)
    session.flush()
    actor = (ActorKind.RATER, rater.rater_id)
    add_event(session, at=now, actor=actor, action="entered", study_id=door.study_id, about=rater.rater_id)
    return rater
