"""From the tidy table to one dimension's coded ratings: choose the level, read and name the values."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.tables.checks import number_of, refuse
from analysis.tables.factor import Codes, Factor
from analysis.tables.preference import contrast_sides, preference_scale, sides
from analysis.tables.rating_table import RatingTable
from analysis.tables.ratings import Ratings
from sim.errors import Problem, shown
from sim.schema.base import Level
from sim.schema.rubric import Dimension
from sim.schema.scale import ChoiceAnswer, PreferenceAnswer, ScaleAnswer, TextAnswer, YesNoAnswer
from sim.schema.study import Contrast

__all__ = ["code_dimension", "is_preference", "rateable_dimensions"]

_LONGEST_SCALE = 1001
_LARGEST_NUMBER = 1e100
"""Far above any rating; the squares of larger numbers, and sums of them, would leave the range of floats."""

Numbers = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Scale:
    """Values in order, and the code of every name of a value column (-1 where the scale lacks it)."""

    labels: tuple[str, ...]
    numbers: Numbers
    code_of_name: Codes


def rateable_dimensions(table: RatingTable) -> tuple[str, ...]:
    """Name the dimensions that have values to compare: all but free text."""
    return tuple(name for name in table.dimensions if not _is_text(table.rubric.get(name)))


def _is_text(question: Dimension | None) -> bool:
    return question is not None and isinstance(question.answer, TextAnswer)


def is_preference(table: RatingTable, dimension: str) -> bool:
    """Say whether a dimension's values are episodes of a pair, by the rubric."""
    question = table.rubric.get(dimension)
    return question is not None and isinstance(question.answer, PreferenceAnswer)


def code_dimension(
    table: RatingTable,
    dimension: str,
    *,
    level: Level | None = None,
    contrast: Contrast | None = None,
) -> Ratings:
    """Take one dimension's first samples as coded ratings.

    The level is the argument, else what the user chose, else the rubric's, else ordinal where an order of
    labels is given, interval for numbers, nominal for labels. The values of a preference are `first`, `tie`,
    `second` (and `both_bad`, a tie unless the level is nominal); first is the episode that comes first in the
    unit's name. With a `contrast` the labels are its conditions, and only its units remain.

    Raises
    ------
    TableError
        With every value that does not fit the level or the order, by file and line.
    """
    rows = np.flatnonzero(table.dimension.equals(dimension) & (table.sample == 0))
    question = table.rubric.get(dimension)
    level = level or table.choice.level
    if question is not None and isinstance(question.answer, PreferenceAnswer):
        level = level or question.level or Level.NOMINAL
        scale = preference_scale(question.answer, level, contrast)
        side = sides(table, rows)
        if contrast is not None:
            inside, side = contrast_sides(table, rows, side, contrast)
            rows, side = rows[inside], side.take(inside)
        codes = scale.code_of_name[side.codes]
        swap = None if contrast else scale.swap
        return _ratings(table, rows, level, codes, scale.numbers, scale.labels, swap)
    value = table.value.take(rows).compact()
    numbers = np.array([number_of(name) for name in value.names], np.float64)
    declared = _declared(table, question)
    level = level or _default_level(table, question, numbers)
    plain = _scale(value.names, numbers, declared, level)
    refuse(_problems(table, rows, value, numbers, plain if declared else None, level))
    return _ratings(table, rows, level, plain.code_of_name[value.codes], plain.numbers, plain.labels, None)


def _ratings(
    table: RatingTable,
    rows: Rows,
    level: Level,
    codes: Codes,
    scale: Numbers,
    labels: tuple[str, ...],
    swap: Codes | None,
) -> Ratings:
    cluster = np.zeros(len(table.unit.names), np.int32)
    cluster[table.unit.codes[rows]] = table.cluster.codes[rows]
    everything = Ratings(
        dimension=table.dimension.names[table.dimension.codes[rows[0]]] if len(rows) else "",
        level=level,
        unit=table.unit.codes[rows],
        rater=table.rater.codes[rows],
        code=codes,
        cluster=cluster,
        scale=scale,
        labels=labels,
        unit_names=table.unit.names,
        rater_names=table.rater.names,
        cluster_names=table.cluster.names,
        row=rows,
        swap=swap,
    )
    return everything.where(np.ones(len(rows), np.bool_))


def _default_level(table: RatingTable, question: Dimension | None, numbers: Numbers) -> Level:
    if question is not None and question.level is not None:
        return question.level
    if table.choice.order:
        return Level.ORDINAL
    return Level.NOMINAL if np.isnan(numbers).all() else Level.INTERVAL


def _declared(table: RatingTable, question: Dimension | None) -> tuple[str, ...]:
    """Name the values of the scale in order, where the user or the rubric says them all."""
    if table.choice.order:
        return table.choice.order
    answer = None if question is None else question.answer
    if isinstance(answer, ScaleAnswer) and answer.maximum - answer.minimum < _LONGEST_SCALE:
        return tuple(str(point) for point in range(answer.minimum, answer.maximum + 1))
    if isinstance(answer, ChoiceAnswer):
        return answer.values
    return ("no", "yes") if isinstance(answer, YesNoAnswer) else ()


def _scale(names: tuple[str, ...], numbers: Numbers, declared: tuple[str, ...], level: Level) -> _Scale:
    """Order the values: as declared, else numbers by size, else labels by name."""
    points = np.array([number_of(name) for name in declared], np.float64) if declared else numbers
    if np.isnan(points).any() or np.isnan(numbers).all():
        labels = declared or names
        position = {label: code for code, label in enumerate(labels)}
        codes = np.array([position.get(name, -1) for name in names], np.int32)
        return _Scale(labels, np.arange(len(labels), dtype=np.float64), codes)
    as_written = bool(declared) and level is Level.ORDINAL
    points = points if as_written else np.unique(points)
    by_size = np.argsort(points)
    at = by_size[np.minimum(np.searchsorted(points, numbers, sorter=by_size), len(points) - 1)]
    codes = np.where(points[at] == numbers, at, -1).astype(np.int32)
    rising = bool((np.diff(points) > 0).all())
    labels = tuple(f"{point:.15g}" for point in points)
    return _Scale(labels, points if rising else np.arange(len(points), dtype=np.float64), codes)


def _problems(
    table: RatingTable, rows: Rows, value: Factor, numbers: Numbers, declared: _Scale | None, level: Level
) -> Iterator[Problem]:
    """Explain every rating whose value the level or the declared values cannot take."""
    expected = np.full(len(value.names), "", dtype=object)
    is_label = np.isnan(numbers)
    if level is not Level.NOMINAL:
        expected[np.abs(numbers) > _LARGEST_NUMBER] = f"a number within ±{_LARGEST_NUMBER:g}"
    if level is Level.RATIO:
        expected[numbers < 0] = "a number of at least 0 at level ratio"
    if declared is not None:
        expected[declared.code_of_name < 0] = f"one of {', '.join(declared.labels)}"
    elif level is not Level.NOMINAL and is_label.all():
        expected[:] = f"numbers at level {level}, or an order of the labels (--order a,b,c)"
    elif level is not Level.NOMINAL:
        expected[is_label] = f"a number, as in other rows at level {level} (or --level nominal)"
    dimension = table.dimension.names[table.dimension.codes[rows[0]]] if len(rows) else ""
    for at in np.flatnonzero((expected != "")[value.codes]):
        code = value.codes[at]
        field = "value" if len(table.dimensions) == 1 else f"value of {dimension}"
        yield Problem(*table.place(int(rows[at])), field, shown(value.names[code]), str(expected[code]))
