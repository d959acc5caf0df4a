"""Episodes and the files they came in. Raters' services use `blind_episodes` only."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, defer

from annotate_app.store.models import BatchEpisodeRow, BatchRow, BlindEpisodeRow, EpisodeRow
from annotate_app.store.unchanging import unchanging
from sim.schema.episode import BlindEpisode, Episode

__all__ = [
    "add_altered",
    "add_batch",
    "batch_by_content",
    "batches",
    "blind_documents",
    "blind_episodes",
    "content_hashes",
    "episodes_of_batch",
    "stored_episodes",
]

_CHUNK = 500


def blind_episodes(session: Session, episode_ids: Sequence[str]) -> Mapping[str, BlindEpisode]:
    """Load what raters may know of some episodes."""
    kept = unchanging(session).episodes
    found = {episode_id: kept.get(episode_id) for episode_id in episode_ids}
    missing = [episode_id for episode_id, episode in found.items() if episode is None]
    loaded = {
        episode_id: kept.keep(episode_id, BlindEpisode.model_validate_json(document))
        for episode_id, document in (blind_documents(session, missing) if missing else {}).items()
    }
    return {episode_id: episode for episode_id, episode in {**found, **loaded}.items() if episode is not None}


def blind_documents(session: Session, episode_ids: Iterable[str]) -> Mapping[str, str]:
    """Load what raters may know of some episodes, as the JSON that is stored."""
    wanted = tuple(episode_ids)
    found: dict[str, str] = {}
    for start in range(0, len(wanted), _CHUNK):
        query = select(BlindEpisodeRow).where(BlindEpisodeRow.episode_id.in_(wanted[start : start + _CHUNK]))
        found.update({row.episode_id: row.document for row in session.scalars(query)})
    return found


def stored_episodes(session: Session, episode_ids: Iterable[str]) -> Mapping[str, Episode]:
    """Load those of some episodes that are stored, whole."""
    wanted = tuple(episode_ids)
    found: dict[str, Episode] = {}
    for start in range(0, len(wanted), _CHUNK):
        query = select(EpisodeRow).where(EpisodeRow.episode_id.in_(wanted[start : start + _CHUNK]))
        for row in session.scalars(query):
            found[row.episode_id] = Episode.model_validate_json(row.document)
    return found


def content_hashes(session: Session, episode_ids: Iterable[str]) -> Mapping[str, str]:
    """Tell the content hashes of those of some episodes that are stored."""
    wanted = tuple(episode_ids)
    found: dict[str, str] = {}
    for start in range(0, len(wanted), _CHUNK):
        query = select(EpisodeRow.episode_id, EpisodeRow.content_hash).where(
            EpisodeRow.episode_id.in_(wanted[start : start + _CHUNK])
        )
        found.update({row.episode_id: row.content_hash for row in session.execute(query)})
    return found


def add_batch(
    session: Session,
    batch: BatchRow,
    episode_ids: Iterable[str],
    new: Iterable[tuple[EpisodeRow, BlindEpisodeRow]],
) -> None:
    """Store a file's new episodes, and which episodes, new or not, it held."""
    pairs = tuple(new)
    session.add(batch)
    session.add_all(whole for whole, _ in pairs)
    session.flush()
    session.add_all(blind for _, blind in pairs)
    session.add_all(BatchEpisodeRow(batch_id=batch.batch_id, episode_id=one) for one in episode_ids)


def add_altered(session: Session, altered: BlindEpisode, *, intact: str) -> None:
    """Store an altered dialogue of an attention check, of no batch and no condition, unless it is stored."""
    if session.get(BlindEpisodeRow, altered.episode_id) is not None:
        return
    source = session.get_one(EpisodeRow, intact)
    document = altered.model_dump_json()
    session.add(
        EpisodeRow(
            episode_id=altered.episode_id,
            pair_id=source.pair_id,
            environment_id=source.environment_id,
            scenario_id=source.scenario_id,
            mode=source.mode,
            condition="",
            content_hash=hashlib.sha256(document.encode()).hexdigest(),
            document=document,
        )
    )
    session.flush()
    session.add(BlindEpisodeRow(episode_id=altered.episode_id, document=document))
    session.flush()


def batch_by_content(session: Session, content_hash: str) -> BatchRow | None:
    """Find the batch with exactly this file content."""
    return session.scalar(select(BatchRow).where(BatchRow.content_hash == content_hash))


def batches(session: Session) -> tuple[BatchRow, ...]:
    """List all batches, newest first."""
    return tuple(session.scalars(select(BatchRow).order_by(BatchRow.uploaded_at.desc(), BatchRow.batch_id)))


def episodes_of_batch(session: Session, batch_id: str) -> tuple[EpisodeRow, ...]:
    """List the rows of a batch's episodes by their ids, without their documents."""
    query = (
        select(EpisodeRow)
        .options(defer(EpisodeRow.document, raiseload=True))
        .join(BatchEpisodeRow, BatchEpisodeRow.episode_id == EpisodeRow.episode_id)
        .where(BatchEpisodeRow.batch_id == batch_id)
        .order_by(EpisodeRow.episode_id)
    )
    return tuple(session.scalars(query))
