"""What is wrong with a table, every problem with its file and line."""

import re
from collections.abc import Callable, Iterator, Mapping
from math import isfinite, isnan

import numpy as np
from numpy.typing import NDArray

from analysis.errors import TableError
from analysis.tables.factor import Codes, Flags
from analysis.tables.rating_table import RatingTable
from analysis.tables.raw import RATED, RawTable
from sim.errors import Problem, shown
from sim.schema.base import Level
from sim.schema.rating import Purpose, RaterKind, Status
from sim.schema.rubric import Dimension
from sim.schema.scale import PreferenceAnswer

__all__ = [
    "cell_problems",
    "cluster_problems",
    "count_of",
    "number_of",
    "number_problems",
    "refuse",
    "scale_problems",
]

Positions = NDArray[np.int64]

_WORDS: Mapping[str, tuple[str, ...]] = {
    "status": tuple(Status),
    "purpose": tuple(Purpose),
    "rater_kind": tuple(RaterKind),
}

_LARGEST_COUNT = 2**31 - 1
_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")
_NO_NUMBER = {"nan", "inf", "infinity", "+inf", "-inf", "+infinity", "-infinity"}
_LARGEST_EXACT = 2**53


def refuse(problems: Iterator[Problem] | list[Problem]) -> None:
    """Raise `TableError` if there is any problem, sorted by file and line."""
    found = sorted(problems, key=lambda problem: (problem.source, problem.line or 0))
    if found:
        raise TableError(found)


def number_of(cell: str) -> float:
    """Read a finite number, or nan where the text is none (also for `nan` and `inf`)."""
    try:
        number = float(cell)
    except ValueError:
        return float("nan")
    return number if isfinite(number) and "_" not in cell else float("nan")


def count_of(cell: str) -> int:
    """Read a whole number from 0 to `_LARGEST_COUNT`; 0 for an empty cell, -1 where the text is none."""
    if not cell:
        return 0
    number = number_of(cell)
    return int(number) if 0 <= number <= _LARGEST_COUNT and number.is_integer() else -1


def cell_problems(raw: RawTable) -> Iterator[Problem]:
    """Find missing columns; where there are none, cells without meaning."""
    missing = [name for name in ("rater_id", "value") if name not in raw.columns]
    if not {"item_id", "unit_id"} & set(raw.columns):
        missing.append("item_id")
    if missing:
        columns = shown(", ".join([*raw.columns, *raw.extra]))
        yield Problem(raw.source, 1, "", f"the columns {columns}", f"also {', '.join(missing)}")
        return
    for name in (*raw.columns, *raw.extra):
        yield from _bad_cells(raw, name, _has_no_nul, "text without NUL characters (U+0000)")
    yield from _bad_cells(raw, "rater_id", bool, "the rater's name")
    name = "unit_id" if "unit_id" in raw.columns else "item_id"
    yield from _bad_cells(raw, name, bool, f"the {name.removesuffix('_id')}'s name")
    for name, words in _WORDS.items():
        yield from _bad_cells(raw, name, ("", *words).__contains__, f"one of {', '.join(words)}")
    for name in ("revision", "sample"):
        expected = f"a whole number from 0 to {_LARGEST_COUNT}"
        yield from _bad_cells(raw, name, lambda cell: count_of(cell) >= 0, expected)
    yield from _bad_cells(
        raw, "seconds", lambda cell: not cell or number_of(cell) >= 0, "a number of at least 0"
    )
    if "status" in raw.columns:
        yield from _status_problems(raw)


def _has_no_nul(cell: str) -> bool:
    return "\0" not in cell


def _status_problems(raw: RawTable) -> Iterator[Problem]:
    rated = raw.columns["status"].where(lambda cell: cell in {"", RATED})
    empty = raw.columns["value"].equals("")
    yield from _flagged(raw, "value", empty & rated, "a value where the status is rated")
    yield from _flagged(raw, "value", ~empty & ~rated, "no value unless the status is rated")


def _bad_cells(raw: RawTable, name: str, allowed: Callable[[str], bool], expected: str) -> Iterator[Problem]:
    column = raw.columns.get(name, raw.extra.get(name))
    if column is not None:
        yield from _flagged(raw, name, ~column.where(allowed), expected)


def _flagged(raw: RawTable, name: str, rows: Flags, expected: str) -> Iterator[Problem]:
    column = raw.extra.get(name, raw.column(name))
    for row in np.flatnonzero(rows):
        cell = column.names[column.codes[row]]
        yield Problem(raw.source, int(raw.line[row]), name, shown(cell) if cell else "nothing", expected)


def number_problems(table: RatingTable) -> Iterator[Problem]:
    """Find values that look like numbers and would be taken for labels, or for other numbers.

    With the level nominal they are labels, and nothing is wrong with them.
    """
    if table.choice.level is Level.NOMINAL:
        return
    expected = [_expected_number(name) for name in table.value.names]
    wrong = np.array([one is not None for one in expected], np.bool_)
    asked = np.array([name not in table.rubric for name in table.dimension.names], np.bool_)
    for row in np.flatnonzero(wrong[table.value.codes] & asked[table.dimension.codes]):
        code = table.value.codes[row]
        yield Problem(*table.place(int(row)), "value", shown(table.value.names[code]), expected[code] or "")


def _expected_number(cell: str) -> str | None:
    if _COMMA.fullmatch(cell):
        return "a number with a decimal point (labels: --level nominal)"
    if cell.strip().casefold() in _NO_NUMBER:
        return "a finite number or a label; an empty cell where there is no answer (labels: --level nominal)"
    digits = cell.strip().lstrip("+-")
    if digits.isdecimal() and int(digits[:400]) > _LARGEST_EXACT and int(float(digits[:300])) != int(digits):
        return "a number that double precision can hold (labels: --level nominal)"
    return None


def scale_problems(table: RatingTable) -> Iterator[Problem]:
    """Find values that the rubric's scale does not allow; a value is asked once a unit at most."""
    for name, question in table.rubric.items():
        rows = np.flatnonzero(table.dimension.equals(name))
        if not rows.size:
            continue
        seen = _distinct(table.unit.codes[rows], table.value.codes[rows], question)
        for first_rows, value, unit in _distinct_cells(table, rows, seen):
            expected = _expected(question, value, unit)
            if expected is not None:
                for row in first_rows:
                    yield Problem(*table.place(int(row)), f"value of {name}", shown(value), expected)


def _distinct(unit: Codes, value: Codes, question: Dimension) -> Positions:
    """Number the cells that can be checked together: by value, and for preferences by value and unit."""
    if isinstance(question.answer, PreferenceAnswer):
        return np.unique(unit.astype(np.int64) << 32 | value, return_inverse=True)[1]
    return np.unique(value, return_inverse=True)[1]


def _distinct_cells(
    table: RatingTable, rows: Positions, group: Positions
) -> Iterator[tuple[Positions, str, str]]:
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    for members in np.split(rows[order], starts[1:]):
        row = int(members[0])
        yield members, table.value.names[table.value.codes[row]], table.unit.names[table.unit.codes[row]]


def _expected(question: Dimension, value: str, unit: str) -> str | None:
    number = number_of(value)
    episodes = tuple(unit.split("+"))
    if isinstance(question.answer, PreferenceAnswer) or isnan(number):
        return question.answer.expected(value, episodes)
    as_text = question.answer.expected(value, episodes)
    return as_text and question.answer.expected(number, episodes)


def cluster_problems(table: RatingTable, column: str) -> Iterator[Problem]:
    """Find units that lie in more than one cluster."""
    lowest = np.full(len(table.unit.names), len(table.cluster.names), np.int32)
    np.minimum.at(lowest, table.unit.codes, table.cluster.codes)
    split = table.cluster.codes != lowest[table.unit.codes]
    for unit in np.unique(table.unit.codes[split]):
        row = int(np.flatnonzero(split & (table.unit.codes == unit))[0])
        first = table.cluster.names[lowest[unit]]
        here = table.cluster.names[table.cluster.codes[row]]
        found = f"{shown(here)} for unit {shown(table.unit.names[unit])}, elsewhere {shown(first)}"
        yield Problem(*table.place(row), column, found, "one cluster for all ratings of a unit")
