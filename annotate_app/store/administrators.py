"""Administrators, their sessions, and failed attempts to sign in."""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from annotate_app.store.models import AdministratorRow, AdminSessionRow, SignInFailureRow

__all__ = [
    "add_admin_session",
    "add_administrator",
    "administrator_named",
    "administrator_of",
    "administrator_of_session",
    "count_failure",
    "forget_failures",
    "forget_old_failures",
    "session_with_hash",
    "sign_in_failure",
]


def administrator_of(session: Session, admin_id: str) -> AdministratorRow | None:
    """Load an administrator."""
    return session.get(AdministratorRow, admin_id)


def administrator_named(session: Session, user: str) -> AdministratorRow | None:
    """Find an administrator by the name used to sign in."""
    return session.scalar(select(AdministratorRow).where(AdministratorRow.user == user))


def administrator_of_session(session: Session, cookie_hash: str, *, at: datetime) -> AdministratorRow | None:
    """Find whose cookie this is, unless it has expired or was revoked."""
    return session.scalar(
        select(AdministratorRow)
        .join(AdminSessionRow, AdminSessionRow.admin_id == AdministratorRow.admin_id)
        .where(
            AdminSessionRow.cookie_hash == cookie_hash,
            AdminSessionRow.revoked_at.is_(None),
            AdminSessionRow.expires_at > at,
            AdministratorRow.disabled_at.is_(None),
        )
    )


def session_with_hash(session: Session, cookie_hash: str) -> AdminSessionRow | None:
    """Find an administrator's session by its cookie's hash."""
    return session.get(AdminSessionRow, cookie_hash)


def add_administrator(
    session: Session, *, admin_id: str, user: str, password_hash: str, at: datetime
) -> None:
    """Store a new administrator."""
    session.add(AdministratorRow(admin_id=admin_id, user=user, password_hash=password_hash, created_at=at))


def add_admin_session(
    session: Session, *, cookie_hash: str, admin_id: str, at: datetime, expires_at: datetime
) -> None:
    """Store a cookie's hash."""
    session.add(
        AdminSessionRow(cookie_hash=cookie_hash, admin_id=admin_id, created_at=at, expires_at=expires_at)
    )


def sign_in_failure(session: Session, user_hash: str) -> SignInFailureRow | None:
    """Load how often signing in failed lately under a name, kept from others until the transaction ends."""
    return session.get(SignInFailureRow, user_hash, with_for_update=True)


def count_failure(session: Session, row: SignInFailureRow | None, *, user_hash: str, at: datetime) -> None:
    """Count one more failed attempt under a name."""
    if row is None:
        session.add(SignInFailureRow(user_hash=user_hash, n_failures=1, last_at=at))
    else:
        row.n_failures += 1
        row.last_at = at


def forget_old_failures(session: Session, *, before: datetime) -> None:
    """Drop counts of failed attempts that nobody added to since."""
    session.execute(delete(SignInFailureRow).where(SignInFailureRow.last_at < before))


def forget_failures(session: Session, user_hash: str) -> None:
    """Start counting failed attempts under a name anew."""
    session.execute(delete(SignInFailureRow).where(SignInFailureRow.user_hash == user_hash))
