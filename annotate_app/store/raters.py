"""Raters, their invitations and their cookies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from annotate_app.store.models import InvitationRow, RaterRow, RaterSessionRow, StudyRow
from annotate_app.store.states import RaterState

__all__ = [
    "CookieOwner",
    "add_rater_session",
    "add_raters_with_invitations",
    "cookie_owner",
    "highest_number",
    "invitation_of",
    "invitations_of_study",
    "lock_raters",
    "locked_raters",
    "rater_numbered",
    "rater_of",
    "rater_of_session",
    "raters_of_study",
    "revoke_access",
    "session_owner",
]

_ONE = select(RaterRow).where(RaterRow.rater_id == bindparam("rater_id"))
_LOCKED = _ONE.with_for_update(key_share=True).execution_options(populate_existing=True)
_SEVERAL_LOCKED = (
    select(RaterRow)
    .where(
        RaterRow.study_id == bindparam("study_id"), RaterRow.rater_id.in_(bindparam("ids", expanding=True))
    )
    .order_by(RaterRow.number)
    .with_for_update(key_share=True)
    .execution_options(populate_existing=True)
)
_OF_SESSION = (
    select(RaterRow)
    .join(RaterSessionRow, RaterSessionRow.rater_id == RaterRow.rater_id)
    .where(RaterSessionRow.cookie_hash == bindparam("cookie_hash"), RaterSessionRow.revoked_at.is_(None))
)
_OWNER = (
    select(RaterRow.rater_id, RaterRow.study_id, StudyRow.language)
    .join(RaterSessionRow, RaterSessionRow.rater_id == RaterRow.rater_id)
    .join(StudyRow, StudyRow.study_id == RaterRow.study_id)
    .where(
        RaterSessionRow.cookie_hash == bindparam("cookie_hash"),
        RaterSessionRow.revoked_at.is_(None),
        RaterRow.revoked_at.is_(None),
        RaterRow.state != RaterState.WITHDRAWN,
    )
)


@dataclass(frozen=True, slots=True)
class CookieOwner:
    """Whose cookie it is, and the language of their study's pages."""

    rater_id: str
    study_id: str
    language: str


def invitation_of(session: Session, token_hash: str) -> InvitationRow | None:
    """Find an invitation by its token's hash."""
    return session.get(InvitationRow, token_hash)


def rater_of_session(session: Session, cookie_hash: str) -> RaterRow | None:
    """Find whose cookie this is, unless it was revoked."""
    return session.scalar(_OF_SESSION, {"cookie_hash": cookie_hash})


def session_owner(session: Session, cookie_hash: str) -> RaterRow | None:
    """Find whose cookie this is or was."""
    held = session.get(RaterSessionRow, cookie_hash)
    return None if held is None else rater_of(session, held.rater_id)


def invitations_of_study(session: Session, study_id: str) -> tuple[InvitationRow, ...]:
    """List the invitations of a study's raters, revoked ones too."""
    query = (
        select(InvitationRow)
        .join(RaterRow, RaterRow.rater_id == InvitationRow.rater_id)
        .where(RaterRow.study_id == study_id)
    )
    return tuple(session.scalars(query))


def revoke_access(session: Session, rater_id: str, *, at: datetime) -> None:
    """Revoke every link and cookie of a rater that is not revoked yet."""
    for table in (InvitationRow, RaterSessionRow):
        session.execute(
            update(table)
            .where(table.rater_id == rater_id, table.revoked_at.is_(None))
            .values(revoked_at=at)
            .execution_options(synchronize_session=False)
        )


def cookie_owner(session: Session, cookie_hash: str) -> CookieOwner | None:
    """Find who takes part with this cookie; None where it or the rater was shut out, or who withdrew."""
    found = session.connection().execute(_OWNER, {"cookie_hash": cookie_hash}).one_or_none()
    return None if found is None else CookieOwner(*found)


def add_rater_session(session: Session, *, cookie_hash: str, rater_id: str, at: datetime) -> None:
    """Store a cookie's hash."""
    session.add(RaterSessionRow(cookie_hash=cookie_hash, rater_id=rater_id, created_at=at, revoked_at=None))


def rater_of(session: Session, rater_id: str, *, lock: bool = False) -> RaterRow | None:
    """Load a rater; with `lock`, as the last committed, and kept from others until the transaction ends."""
    return session.scalar(_LOCKED if lock else _ONE, {"rater_id": rater_id})


def locked_raters(session: Session, study_id: str, rater_ids: Sequence[str]) -> Mapping[str, RaterRow]:
    """Load some of a study's raters as `rater_of` with `lock`.

    They are locked in the order of their numbers, as by `lock_raters`: nobody waits for who waits for them.
    """
    rows = session.scalars(_SEVERAL_LOCKED, {"study_id": study_id, "ids": list(rater_ids)})
    return {row.rater_id: row for row in rows}


def raters_of_study(session: Session, study_id: str) -> tuple[RaterRow, ...]:
    """List a study's raters by number."""
    return tuple(
        session.scalars(select(RaterRow).where(RaterRow.study_id == study_id).order_by(RaterRow.number))
    )


def lock_raters(session: Session, study_id: str) -> tuple[RaterRow, ...]:
    """List a study's raters by number as last committed, kept from others until the transaction ends.

    Whoever locks the study too does it afterwards, as raters who ask for an item do.
    """
    query = select(RaterRow).where(RaterRow.study_id == study_id).order_by(RaterRow.number)
    locked = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    return tuple(session.scalars(locked))


def rater_numbered(session: Session, study_id: str, number: int) -> RaterRow | None:
    """Find a study's rater by number."""
    return session.scalar(select(RaterRow).where(RaterRow.study_id == study_id, RaterRow.number == number))


def highest_number(session: Session, study_id: str) -> int:
    """Tell the highest number among a study's raters; 0 if there is none."""
    return session.scalar(select(func.max(RaterRow.number)).where(RaterRow.study_id == study_id)) or 0


def add_raters_with_invitations(
    session: Session, raters: Iterable[RaterRow], invitations: Iterable[InvitationRow]
) -> None:
    """Store new raters, then their invitations."""
    session.add_all(raters)
    session.flush()
    session.add_all(invitations)
