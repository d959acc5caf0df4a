"""All statistics of judges against people."""

from collections.abc import Iterator, Sequence

import numpy as np

from analysis.estimate import Estimate, Scope
from analysis.judge.comparison import Comparison, comparisons
from analysis.judge.join import Joined
from analysis.judge.rows import join_notes
from analysis.judge.statistics import JUDGE
from analysis.registry import Settings
from analysis.tables import is_preference
from sim.schema.study import Contrast

__all__ = ["judge_rows"]


def judge_rows(joined: Joined, settings: Settings) -> tuple[Estimate, ...]:
    """Compute every chosen statistic of every judge and dimension.

    With one judge its rows have scope `overall`; with several, every judge's rows have scope `judge`. Rows of
    one condition, or of preferences labelled by condition, have scope `condition`.

    Raises
    ------
    TableError
        With every value that does not fit its level.
    """
    return tuple(
        row for dimension in joined.dimensions for row in _dimension_rows(joined, dimension, settings)
    )


def _dimension_rows(joined: Joined, dimension: str, settings: Settings) -> Iterator[Estimate]:
    found = tuple(comparisons(joined, dimension))
    several = len(found) > 1
    for comparison in found:
        for row in _rows(comparison, settings):
            own = several and row.scope is Scope.OVERALL
            yield row.model_copy(update={"scope": Scope.JUDGE}) if own else row
        yield from _within_conditions(comparison, settings)
    if is_preference(joined.table, dimension) and joined.table.condition is not None:
        for contrast in joined.table.contrasts:
            yield from _contrast_rows(tuple(comparisons(joined, dimension, contrast)), contrast, settings)


def _rows(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    for statistic in JUDGE.chosen(comparison.level, optional=settings.optional):
        yield from statistic.function(comparison, settings)


def _within_conditions(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    if comparison.condition is None:
        return
    for condition in sorted({name for name in comparison.condition if name}):
        units = np.array([name == condition for name in comparison.condition])
        for row in _rows(comparison.where(units), settings):
            if row.scope is Scope.OVERALL:
                yield row.model_copy(update={"scope": Scope.CONDITION, "condition": condition})


def _contrast_rows(found: Sequence[Comparison], contrast: Contrast, settings: Settings) -> Iterator[Estimate]:
    """Compute the statistics once more with the conditions as labels."""
    about = {"scope": Scope.CONDITION, "condition": contrast.first, "reference": contrast.second}
    for comparison in found:
        for row in _rows(comparison, settings):
            if row.scope is Scope.OVERALL:
                note = join_notes(row.note, "preference labels by condition")
                yield row.model_copy(update={**about, "note": note})
