"""Read an episodes file and compare it with what is stored."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from sqlalchemy.orm import Session

from annotate_app.store.episodes import content_hashes, stored_episodes
from annotate_app.store.models import BlindEpisodeRow, EpisodeRow
from sim.errors import Problem
from sim.schema.episode import Episode, blind_episode
from sim.schema.episodes_file import EpisodesFile, read_episodes

__all__ = ["Comparison", "HashedFile", "compare", "episode_rows", "read_hashed"]


@dataclass(frozen=True, slots=True)
class HashedFile:
    """A file's episodes and problems, and the SHA-256 of its bytes."""

    file: EpisodesFile
    content_hash: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Which of a file's episodes are new, and those stored with another content, as problems."""

    new: tuple[Episode, ...]
    n_stored: int
    conflicts: tuple[Problem, ...]


def read_hashed(stream: BinaryIO, *, name: str) -> HashedFile:
    """Read a stream once, for its episodes and for its hash."""
    digest = hashlib.sha256()

    def lines() -> Iterator[bytes]:
        for line in stream:
            digest.update(line)
            yield line

    file = read_episodes(lines(), source=name)
    return HashedFile(file, digest.hexdigest())


def compare(session: Session, file: EpisodesFile, *, name: str) -> Comparison:
    """Find which episodes are new, which are stored alike, and which contradict what is stored."""
    hashes = content_hashes(session, (episode.episode_id for episode in file.episodes))
    other = [e for e in file.episodes if e.episode_id in hashes and hashes[e.episode_id] != _hash(e)]
    # A hash may also differ because a later Blindpair writes a record with more fields.
    before = stored_episodes(session, (episode.episode_id for episode in other))
    changed = {episode.episode_id for episode in other if before[episode.episode_id] != episode}
    conflicts = tuple(
        Problem(
            name,
            line,
            "episode_id",
            f"{episode.episode_id}, which is stored with another content",
            "the stored content, or an id of its own",
        )
        for line, episode in zip(file.lines, file.episodes, strict=True)
        if episode.episode_id in changed
    )
    new = tuple(episode for episode in file.episodes if episode.episode_id not in hashes)
    return Comparison(new, len(file.episodes) - len(new) - len(conflicts), conflicts)


def episode_rows(episodes: Sequence[Episode]) -> Iterator[tuple[EpisodeRow, BlindEpisodeRow]]:
    """Make the rows of new episodes: whole, and as raters may know them."""
    for episode in episodes:
        scenario = episode.scenario
        whole = EpisodeRow(
            episode_id=episode.episode_id,
            pair_id=episode.pair_id,
            environment_id=episode.pair_id if scenario is None else scenario.environment_id,
            scenario_id="" if scenario is None else scenario.scenario_id,
            mode=episode.mode,
            condition=episode.condition,
            content_hash=_hash(episode),
            document=episode.model_dump_json(),
        )
        blind = blind_episode(episode).model_dump_json()
        yield whole, BlindEpisodeRow(episode_id=episode.episode_id, document=blind)


def _hash(episode: Episode) -> str:
    return hashlib.sha256(episode.model_dump_json().encode()).hexdigest()
