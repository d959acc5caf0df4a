"""Shut a rater out, or give a rater a new link: what was rated stays, and so does the place."""

from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.errors import NotFoundError, StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.rating.next_item import take_back
from annotate_app.services.secret import new_secret, secret_hash
from annotate_app.services.studies import RaterLink
from annotate_app.services.studies.add_raters import TOKEN_BYTES, expiry_problems
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import leave_reopened, open_assignments
from annotate_app.store.events import add_event
from annotate_app.store.models import InvitationRow, RaterRow
from annotate_app.store.raters import rater_numbered, rater_of, revoke_access
from annotate_app.store.states import AssignmentState, RaterState

__all__ = ["new_link", "revoke_rater"]


def revoke_rater(place: Workplace, principal: Staff, study_id: str, number: int) -> None:
    """Shut a rater out: link and sessions open nothing any more; a second time changes nothing.

    The item in hand goes back to the queue; ratings, drafts and the completion code stay. The rater is
    locked, as by every submission, so that nothing which is under way in a tab is stored afterwards.

    Raises
    ------
    NotFoundError
        If there is no such study or rater.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        rater = _locked(session, study_id, number)
        existing_study(session, study_id, lock=True)
        if rater.revoked_at is not None:
            return
        rater.revoked_at = now
        revoke_access(session, rater.rater_id, at=now)
        leave_reopened(session, rater.rater_id)
        for row in open_assignments(session, [rater.rater_id]):
            if row.state is AssignmentState.RUNNING:
                take_back(session, row, now)
        _note(session, principal, rater, "revoked_rater", now)


def new_link(
    place: Workplace, principal: Staff, study_id: str, number: int, *, expires_at: datetime | None = None
) -> RaterLink:
    """Make a rater's new link; the old ones and all sessions open nothing any more, the place is kept.

    Whoever was shut out comes in again by it.

    Raises
    ------
    StudyError
        If the rater withdrew, or the link would have expired already.
    NotFoundError
        If there is no such study or rater.
    """
    token, now = new_secret(place, n_bytes=TOKEN_BYTES), place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        rater = _locked(session, study_id, number)
        problems = expiry_problems(expires_at, now)
        if rater.state is RaterState.WITHDRAWN:
            problems.append(f"Rater {number} withdrew from the study: there is no way back in.")
        if problems:
            raise StudyError(problems)
        revoke_access(session, rater.rater_id, at=now)
        rater.revoked_at = None
        session.add(
            InvitationRow(
                token_hash=secret_hash(token), rater_id=rater.rater_id, created_at=now, expires_at=expires_at
            )
        )
        _note(session, principal, rater, "new_link", now)
        return RaterLink(rater.rater_id, rater.number, token, expires_at)


def _locked(session: Session, study_id: str, number: int) -> RaterRow:
    study = existing_study(session, study_id)
    found = rater_numbered(session, study_id, number)
    rater = None if found is None else rater_of(session, found.rater_id, lock=True)
    if rater is None:
        raise NotFoundError(f"Study {study.name!r} has no rater {number}.")
    return rater


def _note(session: Session, principal: Staff, rater: RaterRow, action: str, now: datetime) -> None:
    add_event(
        session,
        at=now,
        actor=actor_of(principal),
        action=action,
        study_id=rater.study_id,
        about=rater.rater_id,
    )
