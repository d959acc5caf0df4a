"""Tables of studies: protocol, texts, items."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from annotate_app.store.base import Base, UtcDateTime, stored_enum
from annotate_app.store.states import StudyState, TextKind, Withdrawal
from sim.schema.rating import Purpose

__all__ = ["ContrastRow", "ItemRow", "RubricRow", "StudyRow", "StudyTextRow"]


class StudyRow(Base):
    """A protocol over items.

    Attributes
    ----------
    items_per_rater, items_per_environment
        How many items, and of one environment, a rater may rate; None for no limit.
    break_every
        After how many items a break is offered; None for never.
    repeats
        How many of their own items raters are shown again, with sides exchanged.
    attention
        How many attention checks raters are given.
    lease_minutes
        How long an item may lie in a rater's hands untouched before it goes to somebody else; None for ever.
    withdrawal
        What becomes of the ratings of somebody who withdraws.
    consent_version
        The version of the consent text that raters must have agreed to.
    described_first, described_second
        The compared conditions in words for raters; None where they are not asked which dialogue was which.
    language
        Code of the language of the raters' pages.
    """

    __tablename__ = "study"
    __table_args__ = (
        CheckConstraint("raters_per_item >= 1", name="raters_per_item_positive"),
        CheckConstraint("items_per_rater >= 1", name="items_per_rater_positive"),
    )

    study_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(Text, unique=True)
    state: Mapped[StudyState] = mapped_column(stored_enum(StudyState))
    protocol: Mapped[str] = mapped_column(String(128))
    raters_per_item: Mapped[int]
    items_per_rater: Mapped[int | None]
    items_per_environment: Mapped[int | None]
    lease_minutes: Mapped[int | None]
    break_every: Mapped[int | None]
    seed: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(128))
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    withdrawal: Mapped[Withdrawal] = mapped_column(
        stored_enum(Withdrawal, checked=False), server_default=Withdrawal.KEEP.value
    )
    consent_version: Mapped[int] = mapped_column(server_default="1")
    described_first: Mapped[str | None] = mapped_column(Text)
    described_second: Mapped[str | None] = mapped_column(Text)
    language: Mapped[str] = mapped_column(String(16), server_default="en")
    repeats: Mapped[int] = mapped_column(server_default="0")
    attention: Mapped[int] = mapped_column(server_default="0")


class ContrastRow(Base):
    """Two conditions that the study compares."""

    __tablename__ = "contrast"

    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    first: Mapped[str] = mapped_column(Text)
    second: Mapped[str] = mapped_column(Text)


class RubricRow(Base):
    """A version of the study's questions; the highest is asked in new assignments."""

    __tablename__ = "rubric"
    __table_args__ = (UniqueConstraint("study_id", "rubric_hash"),)

    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rubric_hash: Mapped[str] = mapped_column(String(64))
    document: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class StudyTextRow(Base):
    """A version of one of the study's texts; the highest is shown."""

    __tablename__ = "study_text"

    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"), primary_key=True)
    kind: Mapped[TextKind] = mapped_column(stored_enum(TextKind), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ItemRow(Base):
    """What a rater is shown: two episodes of a pair with their ids in sorted order, or one episode.

    Attributes
    ----------
    arm
        0 or 1: which of the compared conditions `episode_1` is of. It balances orders and is never exported.
    n_running, n_completed
        How many ratings take one of the item's places; ratings beyond the wanted number do not.
    n_forward
        How many of those show `episode_1` first.
    intact, check_kind
        Of an attention check: which episode, of `arm`, is intact, and what was done to the other; else None.
    """

    __tablename__ = "item"
    __table_args__ = (
        UniqueConstraint("study_id", "purpose", "episode_1", "episode_2"),
        CheckConstraint("episode_1 < episode_2", name="episodes_sorted"),
    )

    item_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"))
    pair_id: Mapped[str] = mapped_column(String(128))
    environment_id: Mapped[str] = mapped_column(String(128))
    scenario_id: Mapped[str] = mapped_column(String(128))
    episode_1: Mapped[str] = mapped_column(ForeignKey("blind_episode.episode_id"))
    episode_2: Mapped[str | None] = mapped_column(ForeignKey("blind_episode.episode_id"))
    purpose: Mapped[Purpose] = mapped_column(stored_enum(Purpose))
    arm: Mapped[int] = mapped_column(server_default="0")
    n_running: Mapped[int] = mapped_column(server_default="0")
    n_completed: Mapped[int] = mapped_column(server_default="0")
    n_forward: Mapped[int] = mapped_column(server_default="0")
    intact: Mapped[str | None] = mapped_column(String(64))
    check_kind: Mapped[str | None] = mapped_column(String(32))
