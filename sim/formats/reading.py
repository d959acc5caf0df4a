"""What every foreign format has in common: records with their place in the file, and what became of them."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sim.errors import ContractError, Problem, shown
from sim.schema.episode import Episode
from sim.schema.validation import problems_of

__all__ = ["Conversion", "ForeignRecord", "convert_records", "read_records", "validated"]

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class ForeignRecord:
    """One record of a foreign file.

    Attributes
    ----------
    line
        1-based line of JSON Lines or CSV; None in a file that is one JSON document.
    place
        Path of the record inside such a document (`[3]`), else "".
    """

    source: str
    line: int | None
    place: str
    value: Any

    def problem(self, field: str, found: str, expected: str) -> Problem:
        """Name a problem at a field of this record."""
        path = ".".join(part for part in (self.place, field) if part)
        return Problem(self.source, self.line, path, found, expected)


@dataclass(frozen=True, slots=True)
class Conversion:
    """What became of the records of one file.

    Attributes
    ----------
    n_skipped
        Records that could not be read; each has at least one problem.
    """

    episodes: tuple[Episode, ...]
    problems: tuple[Problem, ...]
    n_skipped: int


def read_records(path: Path) -> Iterator[ForeignRecord | Problem]:
    """Read JSON Lines, or a file that is one JSON list or one JSON object.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    try:
        text = path.read_bytes().decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        yield Problem(
            path.name, None, "", f"byte 0x{error.object[error.start]:02x} at {error.start + 1}", "UTF-8"
        )
        return
    document = _document(text)
    if isinstance(document, list):
        yield from (
            ForeignRecord(path.name, None, f"[{place}]", value) for place, value in enumerate(document)
        )
    elif document is not None:
        yield ForeignRecord(path.name, None, "", document)
    else:
        yield from _lines(text, path.name)


def convert_records(
    records: Iterable[ForeignRecord | Problem], convert: Callable[[ForeignRecord], Episode]
) -> Conversion:
    """Convert each record on its own, so that one that cannot be read hides no other.

    Parameters
    ----------
    convert
        Raises `ContractError` with the problems of the record.
    """
    episodes: list[Episode] = []
    problems: list[Problem] = []
    seen = _Seen({}, {})
    skipped = 0
    for record in records:
        try:
            episodes.append(_converted(record, convert, seen))
        except ContractError as error:
            problems += error.problems
            skipped += 1
    return Conversion(tuple(episodes), tuple(problems), skipped)


def validated(record: ForeignRecord, fields: dict[str, Any]) -> Episode:
    """Make an episode, with the record's place in every problem.

    Raises
    ------
    ContractError
        If the fields do not keep the contract.
    """
    try:
        return Episode.model_validate(fields)
    except ValidationError as error:
        found = problems_of(error, source=record.source, line=record.line)
        raise ContractError(
            record.problem(problem.field, problem.found, problem.expected) for problem in found
        ) from None


@dataclass(frozen=True, slots=True)
class _Seen:
    """Where each dialogue, and each condition of a pair, was first seen."""

    dialogues: dict[str, str]
    sides: dict[tuple[str, str], str]


def _converted(
    record: ForeignRecord | Problem, convert: Callable[[ForeignRecord], Episode], seen: _Seen
) -> Episode:
    if isinstance(record, Problem):
        raise ContractError([record])
    episode = convert(record)
    where = f"line {record.line}" if record.line is not None else record.place or "the start"
    if episode.episode_id in seen.dialogues:
        found = f"the same dialogue as at {seen.dialogues[episode.episode_id]}"
        raise ContractError([record.problem("", found, "every dialogue once")])
    side = (episode.pair_id, episode.condition)
    if side in seen.sides:
        found = f"condition {shown(side[1])} of pair {side[0]} a second time, as at {seen.sides[side]}"
        raise ContractError([record.problem("condition", found, "one dialogue per condition in a pair")])
    seen.dialogues[episode.episode_id] = seen.sides[side] = where
    return episode


def _document(text: str) -> Any:
    stripped = text.lstrip()
    if not stripped.startswith(("[", "{")):
        return None
    try:
        return json.loads(stripped)
    except (ValueError, RecursionError):
        return None


def _lines(text: str, source: str) -> Iterator[ForeignRecord | Problem]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield ForeignRecord(source, number, "", json.loads(line))
        except (ValueError, RecursionError) as error:
            yield Problem(source, number, "", f"{shown(line.strip())} ({error})", "one JSON object a line")
