"""Exchange an invitation's token for a cookie, and a cookie for its rater."""

from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.principal import RaterPrincipal
from annotate_app.errors import UnknownInvitationError
from annotate_app.language import phrase
from annotate_app.services.access import SHUT_OUT
from annotate_app.services.secret import new_secret, secret_hash
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.models import RaterRow
from annotate_app.store.raters import (
    add_rater_session,
    cookie_owner,
    invitation_of,
    rater_of,
    rater_of_session,
    session_owner,
)
from annotate_app.store.states import ActorKind, RaterState

__all__ = ["open_invitation", "rater_of_cookie", "why_ended"]

_COOKIE_BYTES = 32
_REPLACED = phrase(
    "This link was replaced by a newer one, and everything that you submitted is kept. Open the newest link "
    "that you were sent; if you have none, ask whoever invited you."
)


def open_invitation(place: Workplace, token: str, *, held: str | None = None) -> str:
    """Open a session for the rater whose invitation this is; several devices may have one.

    Parameters
    ----------
    token
        From the link `/join/<token>`.
    held
        The cookie that the browser already has; it is kept where it is this rater's.

    Returns
    -------
    str
        The secret for an HttpOnly cookie: 256 random bits, of which only a hash is stored.

    Raises
    ------
    UnknownInvitationError
        If the invitation is unknown, revoked or expired.
    """
    now = place.clock()
    with place.database.reading() as session:
        rater = _invited(session, token, now)
        if held is not None and rater_of_session(session, secret_hash(held)) is rater:
            return held
    secret = new_secret(place, n_bytes=_COOKIE_BYTES)
    with place.database.writing() as session:
        add_rater_session(session, cookie_hash=secret_hash(secret), rater_id=rater.rater_id, at=now)
        add_event(
            session,
            at=now,
            actor=(ActorKind.RATER, rater.rater_id),
            action="opened_invitation",
            study_id=rater.study_id,
            about=rater.rater_id,
        )
    return secret


def rater_of_cookie(place: Workplace, secret: str) -> RaterPrincipal | None:
    """Tell whose cookie this is; None if it is nobody's any more."""
    with place.database.reading() as session:
        owner = cookie_owner(session, secret_hash(secret))
    return None if owner is None else RaterPrincipal(owner.rater_id, owner.study_id, owner.language)


def why_ended(place: Workplace, secret: str) -> str | None:
    """Say to whoever holds a cookie that opens nothing any more what happened; None if it never did."""
    with place.database.reading() as session:
        rater = session_owner(session, secret_hash(secret))
        if rater is None or rater.state is RaterState.WITHDRAWN:
            return None
        return _REPLACED if rater.revoked_at is None else SHUT_OUT


def _invited(session: Session, token: str, now: datetime) -> RaterRow:
    invitation = invitation_of(session, secret_hash(token))
    rater = rater_of(session, invitation.rater_id) if invitation else None
    if invitation is None or rater is None:
        raise UnknownInvitationError(
            "This invitation link is not known here. Check that the whole link was copied, or ask "
            "whoever invited you for a new one."
        )
    if rater.state is RaterState.WITHDRAWN:
        raise UnknownInvitationError("You withdrew from this study, so this link opens nothing any more.")
    if rater.revoked_at is not None:
        raise UnknownInvitationError(SHUT_OUT)
    if invitation.revoked_at is not None:
        raise UnknownInvitationError(_REPLACED)
    if invitation.expires_at is not None and invitation.expires_at <= now:
        raise UnknownInvitationError("This invitation has expired. Ask whoever invited you for a new one.")
    return rater
