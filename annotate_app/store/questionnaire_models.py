"""Tables of what raters are asked about themselves and the study, and of what they answered."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, Float, ForeignKey, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from annotate_app.store.base import Base, UtcDateTime, stored_enum
from sim.schema.questionnaire import Moment
from sim.schema.rating import Status

__all__ = ["GuessRow", "PersonAnswerRow", "QuestionnaireRow"]


class QuestionnaireRow(Base):
    """What a study asks at one moment."""

    __tablename__ = "questionnaire"

    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"), primary_key=True)
    moment: Mapped[Moment] = mapped_column(stored_enum(Moment), primary_key=True)
    questionnaire_hash: Mapped[str] = mapped_column(String(64))
    document: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PersonAnswerRow(Base):
    """A rater's answer to one question; rows are only ever added, and the highest revision counts."""

    __tablename__ = "person_answer"
    __table_args__ = (
        UniqueConstraint("rater_id", "moment", "question", "revision"),
        CheckConstraint("revision >= 0", name="revision_not_negative"),
        CheckConstraint(
            "(CASE WHEN value_number IS NULL THEN 0 ELSE 1 END)"
            " + (CASE WHEN value_text IS NULL THEN 0 ELSE 1 END)"
            " = (CASE WHEN status = 'rated' THEN 1 ELSE 0 END)",
            name="value_iff_rated",
        ),
    )

    answer_id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True
    )
    rater_id: Mapped[str] = mapped_column(ForeignKey("rater.rater_id"))
    moment: Mapped[Moment] = mapped_column(stored_enum(Moment))
    question: Mapped[str] = mapped_column(String(48))
    revision: Mapped[int]
    status: Mapped[Status] = mapped_column(stored_enum(Status))
    value_number: Mapped[float | None] = mapped_column(Float)
    value_text: Mapped[str | None] = mapped_column(Text)
    questionnaire_hash: Mapped[str] = mapped_column(String(64))
    answered_at: Mapped[datetime] = mapped_column(UtcDateTime)

    @property
    def value(self) -> str | float | None:
        """The answer; None unless `rated`."""
        return self.value_text if self.value_number is None else self.value_number


class GuessRow(Base):
    """Which dialogue of a rated pair a rater took for a described condition; rows are only ever added.

    Attributes
    ----------
    asked
        0 or 1: which of the compared conditions was described first, and asked for.
    episode_id
        None for "do not know", and where nothing was answered.
    confidence
        1 (a guess) to 5 (certain).
    """

    __tablename__ = "guess"
    __table_args__ = (
        CheckConstraint("asked IN (0, 1)", name="asked_is_a_condition"),
        CheckConstraint("confidence BETWEEN 1 AND 5", name="confidence_in_range"),
    )

    assignment_id: Mapped[str] = mapped_column(ForeignKey("assignment.assignment_id"), primary_key=True)
    asked: Mapped[int]
    status: Mapped[Status] = mapped_column(stored_enum(Status))
    episode_id: Mapped[str | None] = mapped_column(ForeignKey("blind_episode.episode_id"))
    confidence: Mapped[int | None]
    answered_at: Mapped[datetime] = mapped_column(UtcDateTime)
