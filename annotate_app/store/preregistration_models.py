"""The table of preregistrations."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from annotate_app.store.base import Base, UtcDateTime

__all__ = ["PreregistrationRow"]


class PreregistrationRow(Base):
    """What was registered of a study; rows are only ever added.

    Attributes
    ----------
    sha256
        Of `document`, the canonical JSON.
    late
        Whether the conditions had left the database before.
    """

    __tablename__ = "preregistration"

    study_id: Mapped[str] = mapped_column(ForeignKey("study.study_id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sha256: Mapped[str] = mapped_column(String(64))
    document: Mapped[str] = mapped_column(Text)
    late: Mapped[bool]
    registered_at: Mapped[datetime] = mapped_column(UtcDateTime)
    registered_by: Mapped[str] = mapped_column(String(128))
