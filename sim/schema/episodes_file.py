"""A file of episodes, checked as a whole: each line, ids, and what the episodes of one pair must share."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sim.errors import Problem, shown
from sim.schema.episode import Episode
from sim.schema.jsonl import Located, read_jsonl

__all__ = ["EpisodesFile", "read_episodes", "read_episodes_file"]


@dataclass(frozen=True, slots=True)
class EpisodesFile:
    """The episodes of a file and every problem found in it; it is sound if there is none.

    `lines` has the 1-based line of each episode.
    """

    episodes: tuple[Episode, ...]
    lines: tuple[int, ...]
    problems: tuple[Problem, ...]


def read_episodes(stream: Iterable[bytes], *, source: str) -> EpisodesFile:
    """Read episodes, one a line, and collect every problem of the lines and of the file as a whole."""
    file = read_jsonl(stream, Episode, source=source)
    problems = sorted(
        (*file.problems, *_across_lines(file.records, source)), key=lambda problem: problem.line or 0
    )
    if not file.records and not problems:
        problems = [Problem(source, None, "", "no episode", "at least one")]
    return EpisodesFile(
        tuple(located.record for located in file.records),
        tuple(located.line for located in file.records),
        tuple(problems),
    )


def read_episodes_file(path: Path) -> EpisodesFile:
    """Read a file of episodes.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    with path.open("rb") as stream:
        return read_episodes(stream, source=path.name)


def _across_lines(records: Iterable[Located[Episode]], source: str) -> Iterator[Problem]:
    by_id: dict[str, int] = {}
    by_condition: dict[tuple[str, str], int] = {}
    first_of_pair: dict[str, Located[Episode]] = {}
    for located in records:
        line, episode = located.line, located.record
        if (seen := by_id.setdefault(episode.episode_id, line)) != line:
            found = f"{shown(episode.episode_id)}, as on line {seen}"
            yield Problem(source, line, "episode_id", found, "an id of its own")
        condition = (episode.pair_id, episode.condition)
        if (seen := by_condition.setdefault(condition, line)) != line:
            found = (
                f"condition {shown(episode.condition)} a second time in pair {episode.pair_id} (line {seen})"
            )
            yield Problem(source, line, "condition", found, "one episode per condition in a pair")
        first = first_of_pair.setdefault(episode.pair_id, located)
        for field in ("scenario", "setting"):
            if getattr(first.record, field) != getattr(episode, field):
                found = f"another {field} than on line {first.line} of pair {episode.pair_id}"
                yield Problem(source, line, field, found, f"one {field} per pair")
