"""Sign an administrator in and out."""

import hashlib
from datetime import datetime, timedelta

from annotate_app.design.principal import AdminPrincipal
from annotate_app.errors import SignInError, SignInThrottledError
from annotate_app.services.administration.passwords import hash_password, is_outdated, is_password
from annotate_app.services.secret import new_secret, secret_hash
from annotate_app.services.workplace import Workplace
from annotate_app.store.administrators import (
    add_admin_session,
    administrator_named,
    administrator_of_session,
    count_failure,
    forget_failures,
    forget_old_failures,
    session_with_hash,
    sign_in_failure,
)
from annotate_app.store.events import add_event
from annotate_app.store.states import ActorKind

__all__ = ["admin_of_cookie", "sign_in", "sign_out"]

_COOKIE_BYTES = 32
_SESSION = timedelta(hours=12)
_FREE_FAILURES = 5
_LONGEST_WAIT = timedelta(minutes=5)
_FORGOTTEN_AFTER = timedelta(days=1)


def sign_in(place: Workplace, *, user: str, password: str) -> str:
    """Check a password and open a session of 12 hours.

    Returns
    -------
    str
        The secret for an HttpOnly cookie: 256 random bits, of which only a hash is stored.

    Raises
    ------
    SignInError
        If user and password do not match; unknown users take as long as known ones.
    SignInThrottledError
        After five failures in a row for the same user, for twice as long after each further one.
    """
    now = place.clock()
    user_hash = hashlib.sha256(user.encode("utf-8", "surrogatepass")).hexdigest()
    # The attempt counts as failed until it is known to be good, so that simultaneous ones are counted too;
    # the slow check itself holds no lock.
    stored = _begin_attempt(place, user, user_hash, now)
    if not is_password(stored, password):
        raise SignInError("User and password do not match.")
    fresh_hash = hash_password(password) if stored is not None and is_outdated(stored) else None
    with place.database.writing() as session:
        administrator = administrator_named(session, user)
        if administrator is None or administrator.disabled_at is not None:
            raise SignInError("User and password do not match.")
        forget_failures(session, user_hash)
        administrator.password_hash = fresh_hash or administrator.password_hash
        secret = new_secret(place, n_bytes=_COOKIE_BYTES)
        add_admin_session(
            session,
            cookie_hash=secret_hash(secret),
            admin_id=administrator.admin_id,
            at=now,
            expires_at=now + _SESSION,
        )
        actor = (ActorKind.ADMINISTRATOR, administrator.admin_id)
        add_event(session, at=now, actor=actor, action="signed_in", about=administrator.admin_id)
        return secret


def admin_of_cookie(place: Workplace, secret: str) -> AdminPrincipal | None:
    """Tell whose session this is; None if it is nobody's any more."""
    with place.database.reading() as session:
        administrator = administrator_of_session(session, secret_hash(secret), at=place.clock())
        if administrator is None:
            return None
        return AdminPrincipal(administrator.admin_id, administrator.user)


def sign_out(place: Workplace, secret: str) -> None:
    """End the session of this cookie; an unknown one is ignored."""
    with place.database.writing() as session:
        row = session_with_hash(session, secret_hash(secret))
        if row is not None and row.revoked_at is None:
            row.revoked_at = place.clock()


def _begin_attempt(place: Workplace, user: str, user_hash: str, now: datetime) -> str | None:
    with place.database.writing() as session:
        failures = sign_in_failure(session, user_hash)
        if failures is not None and failures.n_failures >= _FREE_FAILURES:
            wait = min(timedelta(seconds=2 ** min(failures.n_failures - _FREE_FAILURES, 20)), _LONGEST_WAIT)
            # A last failure in the future means that the clock was set back meanwhile.
            if failures.last_at <= now < failures.last_at + wait:
                raise SignInThrottledError(failures.last_at + wait - now)
        if failures is None:
            # A new name takes the place of old ones, so that made-up names do not pile up.
            forget_old_failures(session, before=now - _FORGOTTEN_AFTER)
        count_failure(session, failures, user_hash=user_hash, at=now)
        administrator = administrator_named(session, user)
        return None if administrator is None else administrator.password_hash
