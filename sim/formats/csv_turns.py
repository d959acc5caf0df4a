"""Read dialogues of any origin from CSV, one turn a row.

Columns `dialogue_id, speaker, text`, and optionally `pair_id, condition, setting`; any other column becomes a
label of its dialogue. Apart from speaker and text, a column has one value throughout a dialogue.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sim.errors import ContractError, Problem, shown
from sim.formats.human_dialogue import HumanDialogue, Utterance, human_episode, two_speakers
from sim.formats.reading import Conversion, ForeignRecord, convert_records
from sim.schema.episode import Episode

if TYPE_CHECKING:
    from _csv import Reader

__all__ = ["convert_csv"]

_REQUIRED = ("dialogue_id", "speaker", "text")
_OPTIONAL = ("pair_id", "condition", "setting")


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Dialogue:
    line: int
    rows: list[_Row]
    problems: list[Problem]


def convert_csv(path: Path, *, condition: str | None = None) -> Conversion:
    """Convert every dialogue of a file, in order of first appearance.

    Parameters
    ----------
    condition
        For dialogues whose rows name none.

    Raises
    ------
    OSError
        If the file cannot be read.
    """

    def convert(record: ForeignRecord) -> Episode:
        return _convert(record, condition)

    return convert_records(_dialogues(path), convert)


def _dialogues(path: Path) -> Iterator[ForeignRecord | Problem]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        yield Problem(path.name, None, "", f"byte 0x{error.object[error.start]:02x}", "UTF-8")
        return
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(reader, [])
        if problem := _header_problem(header, path.name):
            yield problem
            return
        dialogues = _grouped(reader, header, path.name)
    except csv.Error as error:
        yield Problem(path.name, reader.line_num, "", f"text that is not CSV ({error})", "RFC 4180 CSV")
        return
    for dialogue in dialogues.values():
        yield ForeignRecord(path.name, dialogue.line, "", dialogue)


def _grouped(reader: "Reader", header: list[str], source: str) -> dict[str, _Dialogue]:
    """Group the rows by dialogue; a row that cannot be read spoils its whole dialogue."""
    dialogues: dict[str, _Dialogue] = {}
    place = header.index("dialogue_id")
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        name = cells[place] if place < len(cells) else ""
        dialogue = dialogues.setdefault(name, _Dialogue(reader.line_num, [], []))
        if len(cells) == len(header):
            dialogue.rows.append(_Row(reader.line_num, dict(zip(header, cells, strict=True))))
        else:
            expected = f"{len(header)}, as in the header"
            dialogue.problems.append(Problem(source, reader.line_num, "", f"{len(cells)} cells", expected))
    return dialogues


def _header_problem(header: list[str], source: str) -> Problem | None:
    missing = [column for column in _REQUIRED if column not in header]
    if not missing and len(set(header)) == len(header) and all(header):
        return None
    expected = f"{', '.join(_REQUIRED)}, each column once; optionally {', '.join(_OPTIONAL)}"
    return Problem(source, 1, "", f"the columns {shown(', '.join(header))}", expected)


def _convert(record: ForeignRecord, condition: str | None) -> Episode:
    dialogue: _Dialogue = record.value
    if dialogue.problems:
        raise ContractError(dialogue.problems)
    rows = dialogue.rows
    speakers = two_speakers(record, [row.cells["speaker"] for row in rows], "speaker")
    problems = [
        *([speakers] if isinstance(speakers, Problem) else []),
        *(
            replace(record, line=row.line).problem(column, "nothing", "a value")
            for row in rows
            for column in _REQUIRED
            if not row.cells[column].strip()
        ),
        *_changes(record, rows),
    ]
    if problems or isinstance(speakers, Problem):
        raise ContractError(problems)
    first = rows[0].cells
    return human_episode(
        record,
        HumanDialogue(
            name=first["dialogue_id"],
            speakers=speakers,
            utterances=[
                Utterance(0 if row.cells["speaker"] == speakers[0] else 1, row.cells["text"]) for row in rows
            ],
            pair_id=first.get("pair_id") or None,
            condition=first.get("condition") or condition,
            setting=first.get("setting") or None,
            labels={
                column: value for column, value in first.items() if column not in {*_REQUIRED, *_OPTIONAL}
            },
        ),
        origin="csv",
    )


def _changes(record: ForeignRecord, rows: list[_Row]) -> Iterator[Problem]:
    """Find the first row of each column that contradicts the dialogue's first row."""
    first = rows[0].cells
    for column in first:
        other = next((row for row in rows if row.cells[column] != first[column]), None)
        if other is not None and column not in {"speaker", "text"}:
            found = f"{shown(other.cells[column])} in dialogue {shown(first['dialogue_id'])}"
            expected = f"{shown(first[column])} in all its rows, as on line {rows[0].line}"
            yield replace(record, line=other.line).problem(column, found, expected)
