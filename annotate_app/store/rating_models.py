"""Tables of ratings: who is given what in which order, what was answered, what was typed so far."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from annotate_app.store.base import Base, UtcDateTime, stored_enum
from annotate_app.store.states import AssignmentState, SkipReason
from sim.schema.base import Target
from sim.schema.rating import Status

__all__ = ["AssignmentRow", "DraftRow", "RatingRow"]

_WORTH_STORING = timedelta(seconds=10)


class AssignmentRow(Base):
    """One rater × one item, with its served order.

    Attributes
    ----------
    assignment_id
        Random; the one id of an item that a browser sees.
    position
        0-based place in the rater's session.
    step
        0-based index of the step to answer next; as many as the rubric has once submitted.
    reopened_step
        The step open for revision after submission; at most one of a rater's assignments has one.
    lease_until
        When an unfinished assignment goes back unless the rater does something; None for never.
    lease_minutes
        How far everything that the rater does puts that off.
    surplus
        Whether it was submitted after its place had been given to somebody else.
    skipped_at, skip_reason, skip_remark
        When and why its rater gave it back for good; None where that was not done.
    """

    __tablename__ = "assignment"
    __table_args__ = (
        UniqueConstraint("rater_id", "item_id"),
        UniqueConstraint("rater_id", "position"),
        Index(
            "uq_assignment_one_running",
            "rater_id",
            unique=True,
            sqlite_where=text("state = 'running'"),
            postgresql_where=text("state = 'running'"),
        ),
        Index("ix_assignment_study_id_item_id", "study_id", "item_id"),
        Index(
            "ix_assignment_running_lease",
            "study_id",
            "lease_until",
            sqlite_where=text("state = 'running'"),
            postgresql_where=text("state = 'running'"),
        ),
        CheckConstraint("served_first <> served_second", name="served_twice"),
        CheckConstraint("state <> 'completed' OR submitted_at IS NOT NULL", name="completed_is_submitted"),
    )

    assignment_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"))
    item_id: Mapped[str] = mapped_column(ForeignKey("item.item_id"))
    rater_id: Mapped[str] = mapped_column(ForeignKey("rater.rater_id"))
    position: Mapped[int]
    state: Mapped[AssignmentState] = mapped_column(stored_enum(AssignmentState))
    served_first: Mapped[str] = mapped_column(ForeignKey("blind_episode.episode_id"))
    served_second: Mapped[str | None] = mapped_column(ForeignKey("blind_episode.episode_id"))
    rubric_hash: Mapped[str] = mapped_column(String(64))
    step: Mapped[int]
    reopened_step: Mapped[int | None]
    assigned_at: Mapped[datetime] = mapped_column(UtcDateTime)
    lease_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    lease_minutes: Mapped[int | None]
    submitted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    seconds: Mapped[float | None] = mapped_column(Float)
    surplus: Mapped[bool]
    skipped_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    skip_reason: Mapped[SkipReason | None] = mapped_column(stored_enum(SkipReason, checked=False))
    skip_remark: Mapped[str | None] = mapped_column(Text)

    @property
    def served(self) -> tuple[str, ...]:
        """The episodes in served order."""
        return (self.served_first,) if self.served_second is None else (self.served_first, self.served_second)

    @property
    def open_step(self) -> int | None:
        """The step that takes answers now; None where there is none."""
        if self.skipped_at is not None:
            return None
        return self.reopened_step if self.state is AssignmentState.COMPLETED else self.step

    def extend_lease(self, now: datetime) -> None:
        """Put off when it goes back: the rater is at work; a few seconds more are not worth storing."""
        if self.lease_minutes is None:
            return
        until = now + timedelta(minutes=self.lease_minutes)
        if self.lease_until is None or abs(until - self.lease_until) >= _WORTH_STORING:
            self.lease_until = until


class RatingRow(Base):
    """One answer; rows are only ever added, and the highest revision counts."""

    __tablename__ = "rating"
    __table_args__ = (
        UniqueConstraint("assignment_id", "unit_id", "dimension", "revision"),
        CheckConstraint("revision >= 0", name="revision_not_negative"),
        CheckConstraint("seconds >= 0", name="seconds_not_negative"),
        CheckConstraint(
            "(CASE WHEN value_number IS NULL THEN 0 ELSE 1 END)"
            " + (CASE WHEN value_text IS NULL THEN 0 ELSE 1 END)"
            " = (CASE WHEN status = 'rated' THEN 1 ELSE 0 END)",
            name="value_iff_rated",
        ),
    )

    rating_id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True
    )
    assignment_id: Mapped[str] = mapped_column(ForeignKey("assignment.assignment_id"))
    unit_id: Mapped[str] = mapped_column(String(160))
    target: Mapped[Target] = mapped_column(stored_enum(Target))
    dimension: Mapped[str] = mapped_column(String(48))
    revision: Mapped[int]
    status: Mapped[Status] = mapped_column(stored_enum(Status))
    value_number: Mapped[float | None] = mapped_column(Float)
    value_text: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    seconds: Mapped[float | None] = mapped_column(Float)
    rubric_hash: Mapped[str] = mapped_column(String(64))
    rated_at: Mapped[datetime] = mapped_column(UtcDateTime)

    @property
    def value(self) -> str | float | None:
        """The answer; None unless `rated`."""
        return self.value_text if self.value_number is None else self.value_number


class DraftRow(Base):
    """What was typed for one step and not submitted: screen answers by question key."""

    __tablename__ = "draft"

    assignment_id: Mapped[str] = mapped_column(ForeignKey("assignment.assignment_id"), primary_key=True)
    step: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    revision: Mapped[int]
    answers: Mapped[dict[str, Any]] = mapped_column(JSON)
    seconds: Mapped[float | None] = mapped_column(Float)
    saved_at: Mapped[datetime] = mapped_column(UtcDateTime)
