"""A judge's and people's values of every unit, put together for figures and for the check of retests."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate
from analysis.judge.comparison import Comparison, comparisons
from analysis.judge.join import Joined
from analysis.judge.options import JudgeOptions
from analysis.judge.retest import same_order
from analysis.report.alpha_check import Checked
from analysis.report.results import Calibrated, JudgeCell, JudgePoints
from sim.schema.base import Level

__all__ = ["calibrated_of", "compared", "points_of", "retests_to_check"]

Numbers = NDArray[np.float64]

_MOST_CELLS = 1500
_GRID = 40


def compared(joined: Joined, options: JudgeOptions) -> tuple[Comparison, ...]:
    """Set every judge beside people on every dimension."""
    return tuple(each for dimension in joined.dimensions for each in comparisons(joined, dimension, options))


def points_of(found: Iterable[Comparison]) -> Iterator[JudgePoints]:
    """Put equal points together; above 1,500 distinct ones, all within a cell of a 40 x 40 grid.

    Labels have no place on an axis and give none.
    """
    for each in found:
        if each.level is Level.NOMINAL or each.context.preference or not each.n_units:
            continue
        conditions = each.condition or ("",) * each.n_units
        judge, people = each.value, each.people_mean
        note = ""
        if len({*zip(judge.tolist(), people.tolist(), conditions, strict=True)}) > _MOST_CELLS:
            judge, people = _gridded(judge, each.people.scale), _gridded(people, each.people.scale)
            note = f"points put together on a grid of {_GRID} by {_GRID}"
        yield JudgePoints(each.judge, each.dimension, tuple(_cells(judge, people, conditions)), note)


def _gridded(values: Numbers, scale: Numbers) -> Numbers:
    low, width = float(scale[0]), float(scale[-1] - scale[0]) / _GRID
    return low + (np.clip(np.floor((values - low) / width), 0, _GRID - 1) + 0.5) * width


def _cells(judge: Numbers, people: Numbers, conditions: Sequence[str]) -> Iterator[JudgeCell]:
    counts: dict[tuple[float, float, str], int] = {}
    for cell in zip(judge.tolist(), people.tolist(), conditions, strict=True):
        counts[cell] = counts.get(cell, 0) + 1
    for (x, y, condition), n_units in sorted(counts.items()):
        yield JudgeCell(x, y, n_units, condition)


def calibrated_of(found: Iterable[Comparison], rows: Sequence[Estimate]) -> Iterator[Calibrated]:
    """Say which of the judge's values every calibration row is about."""
    for each in found:
        own = [
            row
            for row in rows
            if row.statistic == "calibration"
            and row.condition is None
            and (row.judge, row.dimension) == (each.judge, each.dimension)
        ]
        for label, row in zip(_labels(each), own, strict=False):
            yield Calibrated(label, row)


def _labels(comparison: Comparison) -> tuple[str, ...]:
    if comparison.level is Level.NOMINAL:
        present = np.unique(comparison.code[comparison.code >= 0]).tolist()
        return tuple(comparison.people.labels[code] for code in present)
    return tuple(f"{value:.6g}" for value in np.unique(comparison.value).tolist())


def retests_to_check(found: Iterable[Comparison], rows: Sequence[Estimate]) -> Iterator[Checked]:
    """Find the alphas of judges' repeated samples, with the samples that each is of."""
    of_judge = {(each.judge, each.dimension): each for each in found}
    for row in rows:
        each = of_judge.get((row.judge or "", row.dimension))
        if row.statistic == "judge_retest" and row.n_units and each is not None:
            inside = each if row.condition is None else each.within(row.condition)
            where = "" if row.condition is None else f" within {row.condition}"
            name = f"alpha of {row.judge}'s repeated samples on {row.dimension}{where}"
            if inside.judged is not None:
                yield Checked(name, row.value, same_order(inside.judged))
