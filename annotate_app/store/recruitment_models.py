"""The table of open doors: one address for everybody whom a platform sends."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from annotate_app.store.base import Base, UtcDateTime, stored_enum
from annotate_app.store.states import Platform

__all__ = ["RecruitmentRow"]


class RecruitmentRow(Base):
    """A study's address for people who come without a link of their own.

    Attributes
    ----------
    token_hash
        The address's token, as a hash.
    most_raters
        How many people may come in through it; None for any number.
    completed_code, declined_code
        The platform's codes for those who finished and for those who declined; None where it has none.
    """

    __tablename__ = "recruitment"
    __table_args__ = (CheckConstraint("most_raters >= 1", name="most_raters_positive"),)

    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"), primary_key=True)
    platform: Mapped[Platform] = mapped_column(stored_enum(Platform))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    most_raters: Mapped[int | None]
    completed_code: Mapped[str | None] = mapped_column(String(64))
    declined_code: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
