"""Judgements that were asked for and not made: counted, never filled in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import TableError
from analysis.judge.episodes import unit_of
from analysis.tables import RatingTable
from sim.errors import Problem
from sim.schema.base import Target
from sim.schema.jsonl import read_jsonl_file
from sim.schema.run import FailureRecord
from sim.schema.unit import character_unit

__all__ = ["Failure", "read_failures", "unanswered"]


@dataclass(frozen=True, slots=True)
class Failure:
    """One unit that a judge gave no value.

    Attributes
    ----------
    dimension
        None where the whole judgement failed, on all its dimensions.
    """

    judge: str
    unit: str
    dimension: str | None


def unanswered(table: RatingTable) -> Iterator[Failure]:
    """Find a judge's rows without a value."""
    rows = table.unanswered
    if rows is not None:
        columns = (rows.rater.values(), rows.unit.values(), rows.dimension.values())
        yield from (Failure(*cells) for cells in zip(*columns, strict=True))


def read_failures(folder: Path, judges: Sequence[str], episodes: Iterable[str]) -> tuple[Failure, ...]:
    """Read the judgements among the failures of a run directory; there is none without `failures.jsonl`.

    A failure is a judgement's where its episodes were made; else an episode failed. It is the judge's whose
    name is (or holds) the failure's model, or the only judge's.

    Raises
    ------
    TableError
        With every line that does not keep the contract.
    OSError
        If the file cannot be read.
    """
    path = folder / "failures.jsonl"
    if not path.is_file():
        return ()
    found = read_jsonl_file(path, FailureRecord)
    if found.problems:
        raise TableError(
            Problem(
                f"{folder.name}/{problem.source}",
                problem.line,
                problem.field,
                problem.found,
                problem.expected,
            )
            for problem in found.problems
        )
    made = frozenset(episodes)
    by_judge: Mapping[str, str | None] = {
        located.record.model: _judge_of(located.record.model, judges) for located in found.records
    }
    return tuple(
        Failure(judge, unit, None)
        for located in found.records
        if (judge := by_judge[located.record.model]) is not None
        for unit in _units(located.record.object_id, made)
    )


def _judge_of(model: str, judges: Sequence[str]) -> str | None:
    if len(judges) == 1:
        return judges[0]
    named = [judge for judge in judges if model and model in judge]
    exact = [judge for judge in named if judge == model]
    return (exact or named or [None])[0]


def _units(object_id: str, made: frozenset[str]) -> Iterator[str]:
    """Name every unit that a failed judgement was to rate: the object, its episodes and their characters."""
    unit = unit_of(object_id)
    if unit is None or not made.issuperset(unit.episode_ids):
        return
    yield object_id
    if unit.target is Target.CHARACTER:
        return
    for episode in unit.episode_ids:
        if episode != object_id:
            yield episode
        yield from (character_unit(episode, character) for character in (0, 1))
