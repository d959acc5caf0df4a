"""Tables of what was uploaded. What raters may know of an episode has a table of its own."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from annotate_app.store.base import Base, UtcDateTime, stored_enum
from sim.schema.base import Mode

__all__ = ["BatchEpisodeRow", "BatchRow", "BlindEpisodeRow", "EpisodeRow"]


class BatchRow(Base):
    """One uploaded file."""

    __tablename__ = "batch"

    batch_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    content_hash: Mapped[str] = mapped_column(String(64), unique=True)
    uploaded_at: Mapped[datetime] = mapped_column(UtcDateTime)
    uploaded_by: Mapped[str] = mapped_column(String(128))


class EpisodeRow(Base):
    """One episode, whole. `environment_id` is the pair's id where there is no scenario.

    The altered dialogues of attention checks are here too, as raters may know them, without a condition; they
    are of no batch.
    """

    __tablename__ = "episode"

    episode_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    pair_id: Mapped[str] = mapped_column(String(128), index=True)
    environment_id: Mapped[str] = mapped_column(String(128))
    scenario_id: Mapped[str] = mapped_column(String(128))
    mode: Mapped[Mode] = mapped_column(stored_enum(Mode))
    condition: Mapped[str] = mapped_column(Text)
    content_hash: Mapped[str] = mapped_column(String(64))
    document: Mapped[str] = mapped_column(Text)


class BlindEpisodeRow(Base):
    """What a rater may know of an episode: all that the rating pages' services read."""

    __tablename__ = "blind_episode"

    episode_id: Mapped[str] = mapped_column(ForeignKey("episode.episode_id"), primary_key=True)
    document: Mapped[str] = mapped_column(Text)


class BatchEpisodeRow(Base):
    """Which episodes a file held; an episode may be in several files."""

    __tablename__ = "batch_episode"

    batch_id: Mapped[str] = mapped_column(ForeignKey("batch.batch_id"), primary_key=True)
    episode_id: Mapped[str] = mapped_column(ForeignKey("episode.episode_id"), primary_key=True, index=True)
