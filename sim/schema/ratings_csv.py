"""`ratings.csv`: the one form in which humans' and judges' ratings are kept, written and read exactly.

Text that a person typed (`reason`, and the value of a text dimension) is made safe for spreadsheet programs:
a cell that starts with `=`, `+`, `-`, `@`, tab, carriage return or an apostrophe, or a text value that looks
like a number, gets an apostrophe before it; reading takes it away again. Numbers and ids are never touched.
"""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from sim.errors import ContractError, Problem, shown
from sim.schema.rating import RATING_COLUMNS, Rating
from sim.schema.unit import parse_unit
from sim.schema.validation import problems_of

__all__ = ["cell_safe", "read_ratings_csv", "write_csv", "write_ratings_csv"]

_FORMULA_START = ("=", "+", "-", "@", "\t", "\r", "'")
_LONGEST_WHOLE = 1e15
"""Whole numbers from here on keep their decimal point, since 16 digits alone would read as an episode id."""
_OPTIONAL = {"value", "seconds"}


def cell_safe(text: str) -> str:
    """Put an apostrophe before typed text that a spreadsheet program would take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_START) else text


def write_csv(stream: IO[str], columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Write CSV as RFC 4180 has it, CRLF line ends included; None is an empty cell.

    With LF line ends Python 3.11 leaves a lone carriage return unquoted, and readers take it for a line end.

    Raises
    ------
    ValueError
        If a row has another number of cells than there are columns.
    """
    names = tuple(columns)
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(names)
    for row in rows:
        cells = tuple(row)
        if len(cells) != len(names):
            raise ValueError(f"a row of {len(cells)} cells for the {len(names)} columns {', '.join(names)}")
        writer.writerow(cells)


def write_ratings_csv(stream: IO[str], ratings: Iterable[Rating]) -> None:
    """Write one rating a line, in `RATING_COLUMNS`."""
    write_csv(stream, RATING_COLUMNS, (_cells(rating) for rating in ratings))


def read_ratings_csv(path: Path) -> tuple[Rating, ...]:
    """Read every rating of a file that `write_ratings_csv` wrote, or a judge's in the same columns.

    Raises
    ------
    ContractError
        With every problem of the file: columns, cells, and two rows of one rater with the same unit,
        dimension, sample and revision.
    OSError
        If the file cannot be read.
    """
    ratings: list[Rating] = []
    problems: list[Problem] = []
    first_line: dict[tuple[str, str, str, int, int], int] = {}
    with path.open(encoding="utf-8-sig", newline="") as stream:
        for line, outcome in _read_rows(stream, source=path.name):
            if isinstance(outcome, Problem):
                problems.append(outcome)
                continue
            key = (outcome.rater_id, outcome.unit_id, outcome.dimension, outcome.sample, outcome.revision)
            if key in first_line:
                found = f"revision {outcome.revision} of one rater and unit, as on line {first_line[key]}"
                problems.append(Problem(path.name, line, "revision", found, "different revisions"))
            first_line.setdefault(key, line)
            ratings.append(outcome)
    if problems:
        raise ContractError(problems)
    return tuple(ratings)


def _cells(rating: Rating) -> list[object]:
    fields = rating.model_dump(mode="json")
    fields["value"] = _value_cell(rating.value)
    fields["reason"] = cell_safe(rating.reason)
    fields["presentation"] = " ".join(rating.presentation)
    return [fields[column] for column in RATING_COLUMNS]


def _value_cell(value: float | str | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if _is_number(value) and not _is_unit(value) else cell_safe(value)
    plain = float(value).is_integer() and abs(value) < _LONGEST_WHOLE
    return repr(int(value)) if plain else repr(float(value))


def _read_rows(stream: IO[str], *, source: str) -> Iterator[tuple[int, Rating | Problem]]:
    reader = csv.reader(stream, strict=True)
    try:
        header = next(reader, [])
        missing = [column for column in RATING_COLUMNS if column not in header]
        unknown = [column for column in header if column not in RATING_COLUMNS]
        if missing or unknown or len(header) != len(set(header)):
            yield (
                1,
                Problem(source, 1, "", f"the columns {shown(', '.join(header))}", ", ".join(RATING_COLUMNS)),
            )
            return
        for cells in reader:
            for outcome in _read_row(header, cells, source=source, line=reader.line_num):
                yield reader.line_num, outcome
    except (csv.Error, UnicodeDecodeError) as error:
        yield (
            reader.line_num,
            Problem(source, reader.line_num, "", f"text that cannot be read ({error})", "UTF-8 CSV"),
        )


def _read_row(header: list[str], cells: list[str], *, source: str, line: int) -> Iterator[Rating | Problem]:
    if len(cells) != len(header):
        yield Problem(source, line, "", f"{len(cells)} cells", f"{len(header)}, as in the header")
        return
    fields: dict[str, Any] = dict(zip(header, cells, strict=True))
    for column in _OPTIONAL:
        fields[column] = fields[column] or None
    fields["presentation"] = fields["presentation"].split()
    fields["reason"] = _typed(fields["reason"])
    if fields["value"] is not None:
        fields["value"] = _parse_value(fields["value"])
    try:
        yield Rating.model_validate(fields)
    except ValidationError as error:
        yield from problems_of(error, source=source, line=line)


def _typed(cell: str) -> str:
    return cell.removeprefix("'")


def _parse_value(cell: str) -> float | str:
    return _typed(cell) if _is_unit(cell) or not _is_number(cell) else float(cell)


def _is_unit(cell: str) -> bool:
    try:
        parse_unit(cell)
    except ValueError:
        return False
    return True


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
