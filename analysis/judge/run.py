"""All statistics of judges against people."""

from collections.abc import Iterator, Sequence

from analysis.estimate import Estimate, Scope
from analysis.judge.comparison import PANEL, Comparison, comparisons
from analysis.judge.join import Joined
from analysis.judge.options import JudgeOptions
from analysis.judge.rows import join_notes
from analysis.judge.statistics import BY_LABEL, JUDGE
from analysis.registry import Settings
from sim.schema.study import Contrast

__all__ = ["judge_rows"]


def judge_rows(
    joined: Joined, settings: Settings, options: JudgeOptions | None = None
) -> tuple[Estimate, ...]:
    """Compute every chosen statistic of every judge and dimension.

    With one judge its rows have scope `overall`; with several, every judge's rows have scope `judge`, and
    those of their panel `overall`. Rows of one condition or of two, and of preferences labelled by condition,
    have scope `condition`.

    Raises
    ------
    TableError
        With every value that does not fit its level.
    """
    chosen = options or JudgeOptions()
    return tuple(
        row for dimension in joined.dimensions for row in _dimension_rows(joined, dimension, settings, chosen)
    )


def _dimension_rows(
    joined: Joined, dimension: str, settings: Settings, options: JudgeOptions
) -> Iterator[Estimate]:
    found = comparisons(joined, dimension, options)
    for comparison in found:
        one_of_several = len(found) > 1 and comparison.judge != PANEL
        for row in _rows(comparison, settings):
            own = one_of_several and row.scope is Scope.OVERALL
            yield row.model_copy(update={"scope": Scope.JUDGE}) if own else row
        yield from _within_conditions(comparison, settings)
    if found and found[0].context.preference:
        for contrast in found[0].context.contrasts:
            yield from _contrast_rows(comparisons(joined, dimension, options, contrast), contrast, settings)


def _rows(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    for statistic in JUDGE.chosen(comparison.level, optional=settings.optional):
        yield from statistic.function(comparison, settings)


def _within_conditions(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    if comparison.condition is None:
        return
    for condition in sorted({name for name in comparison.condition if name}):
        inside = comparison.within(condition)
        for statistic in JUDGE.chosen(comparison.level, optional=settings.optional):
            if statistic.scope is Scope.OVERALL:
                for row in statistic.function(inside, settings):
                    if row.scope is Scope.OVERALL:
                        yield row.model_copy(update={"scope": Scope.CONDITION, "condition": condition})


def _contrast_rows(found: Sequence[Comparison], contrast: Contrast, settings: Settings) -> Iterator[Estimate]:
    """Compute what depends on the labels once more, with the conditions as labels."""
    about = {"scope": Scope.CONDITION, "condition": contrast.first, "reference": contrast.second}
    for comparison in found:
        for statistic in JUDGE.chosen(comparison.level, optional=settings.optional):
            if statistic.scope is Scope.CONDITION:
                yield from statistic.function(comparison, settings)
            elif statistic.name in BY_LABEL:
                for row in statistic.function(comparison, settings):
                    note = join_notes(row.note, "preference labels by condition")
                    yield row.model_copy(update={**about, "note": note})
