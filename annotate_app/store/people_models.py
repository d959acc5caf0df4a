"""Tables of people: raters with their invitations, administrators, and what anybody did."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from annotate_app.store.base import Base, UtcDateTime, stored_enum
from annotate_app.store.states import ActorKind, RaterState
from sim.schema.rating import Purpose

__all__ = [
    "AdminSessionRow",
    "AdministratorRow",
    "EventRow",
    "ExclusionRow",
    "InvitationRow",
    "RaterRow",
    "RaterSessionRow",
    "SignInFailureRow",
]


class RaterRow(Base):
    """A person in one study.

    Attributes
    ----------
    platform, external_id
        Who the rater is on a crowd platform; None for plain invitations.
    rested_at
        How many items were submitted when the rater last went on from a break.
    n_expected
        How many items the rater will have rated in all, as far as could be told when the last was assigned.
    revoked_at
        When the researchers shut the rater out; None for everybody else.
    purpose
        Of which items the rater is given: `main`, or `pilot` ones.
    """

    __tablename__ = "rater"
    __table_args__ = (
        UniqueConstraint("study_id", "number"),
        UniqueConstraint("study_id", "platform", "external_id"),
    )

    rater_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"))
    number: Mapped[int]
    state: Mapped[RaterState] = mapped_column(stored_enum(RaterState))
    platform: Mapped[str | None] = mapped_column(String(64))
    external_id: Mapped[str | None] = mapped_column(String(256))
    consent_version: Mapped[int | None]
    consented_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    completion_code: Mapped[str | None] = mapped_column(String(32))
    n_expected: Mapped[int | None]
    rested_at: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    purpose: Mapped[Purpose] = mapped_column(
        stored_enum(Purpose, checked=False), server_default=Purpose.MAIN.value, default=Purpose.MAIN
    )


class InvitationRow(Base):
    """A link's token, as a hash."""

    __tablename__ = "invitation"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    rater_id: Mapped[str] = mapped_column(ForeignKey("rater.rater_id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class RaterSessionRow(Base):
    """A rater's cookie on one device, as a hash."""

    __tablename__ = "rater_session"

    cookie_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    rater_id: Mapped[str] = mapped_column(ForeignKey("rater.rater_id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class AdministratorRow(Base):
    """An administrator; the password only as an argon2id hash."""

    __tablename__ = "administrator"

    admin_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    user: Mapped[str] = mapped_column(String(128), unique=True)
    password_hash: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class AdminSessionRow(Base):
    """An administrator's cookie, as a hash."""

    __tablename__ = "admin_session"

    cookie_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    admin_id: Mapped[str] = mapped_column(ForeignKey("administrator.admin_id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class SignInFailureRow(Base):
    """How often signing in failed lately under a name, known or not; the name only as a hash."""

    __tablename__ = "sign_in_failure"

    user_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    n_failures: Mapped[int]
    last_at: Mapped[datetime] = mapped_column(UtcDateTime)


class EventRow(Base):
    """What happened; rows are only ever added."""

    __tablename__ = "event"

    event_id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True
    )
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor_kind: Mapped[ActorKind] = mapped_column(stored_enum(ActorKind))
    actor_id: Mapped[str] = mapped_column(String(128))
    study_id: Mapped[str | None] = mapped_column(ForeignKey("study.study_id"), index=True)
    action: Mapped[str] = mapped_column(String(64))
    object: Mapped[str] = mapped_column(String(128))
    detail: Mapped[dict[str, Any]] = mapped_column(JSON)


class ExclusionRow(Base):
    """A researcher's decision whether an analysis leaves a rater out; rows are only added, the latest counts.

    Attributes
    ----------
    after_unblinding
        Whether the conditions had left the database by then.
    """

    __tablename__ = "exclusion"

    exclusion_id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True
    )
    rater_id: Mapped[str] = mapped_column(ForeignKey("rater.rater_id"), index=True)
    excluded: Mapped[bool]
    reason: Mapped[str] = mapped_column(Text)
    after_unblinding: Mapped[bool]
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime)
    decided_by: Mapped[str] = mapped_column(String(128))
