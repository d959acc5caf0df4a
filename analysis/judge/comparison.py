"""One judge beside people: the units that both rated, on one dimension."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from analysis.judge.join import Joined
from analysis.tables import Ratings, code_dimension, symmetrised
from analysis.tables.factor import Codes, Flags
from sim.schema.base import Level
from sim.schema.study import Contrast

__all__ = ["Comparison", "Numbers", "comparisons", "majority", "symmetric"]

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A judge's and people's values of the units that both rated.

    Attributes
    ----------
    people
        Ratings by people; their codes of units and clusters are those of every array here.
    code
        The judge's value as a code of the scale, -1 where it has none (a panel without a majority); shape
        `(n_units,)`.
    value
        The judge's value as a number (a panel's mean may lie between two points of the scale); `(n_units,)`.
    condition
        Condition of every unit, "" where unknown; None while the study is blind, and for preferences.
    """

    judge: str
    people: Ratings
    code: Codes
    value: Numbers
    condition: tuple[str, ...] | None = None

    @property
    def dimension(self) -> str:
        """Dimension compared."""
        return self.people.dimension

    @property
    def level(self) -> Level:
        """Level of measurement."""
        return self.people.level

    @property
    def n_units(self) -> int:
        """Number of units that both rated."""
        return self.people.n_units

    @property
    def people_mean(self) -> Numbers:
        """Mean of people's values on every unit, shape `(n_units,)`."""
        people = self.people
        total = np.bincount(people.unit, weights=people.values, minlength=people.n_units)
        return total / people.per_unit

    @property
    def people_label(self) -> Codes:
        """Most frequent value of people on every unit, -1 where two are equally frequent; `(n_units,)`."""
        return majority(self.people.unit, self.people.code, self.n_units, self.people.n_levels)

    def where(self, units: Flags) -> Self:
        """Keep some units, by flag of shape `(n_units,)`."""
        condition = self.condition and tuple(
            name for name, keep in zip(self.condition, units, strict=True) if keep
        )
        people = self.people.where(units[self.people.unit])
        return replace(
            self, people=people, code=self.code[units], value=self.value[units], condition=condition
        )


def majority(unit: Codes, code: Codes, n_units: int, n_levels: int) -> Codes:
    """Find the most frequent code of every unit, -1 where there is none or more than one; `(n_units,)`."""
    cells, counts = np.unique(unit * np.int64(max(n_levels, 1)) + code, return_counts=True)
    of_cell, label = np.divmod(cells, max(n_levels, 1))
    most = np.zeros(n_units, np.int64)
    np.maximum.at(most, of_cell, counts)
    top = counts == most[of_cell]
    n_top = np.bincount(of_cell[top], minlength=n_units)
    result = np.full(n_units, -1, np.int32)
    result[of_cell[top]] = label[top]
    result[n_top != 1] = -1
    return result


def symmetric(comparison: Comparison) -> Comparison:
    """Double every unit of a preference with first and second swapped; others stay as they are."""
    swap = comparison.people.swap
    if swap is None:
        return comparison
    swapped = np.where(comparison.code < 0, -1, swap[comparison.code]).astype(np.int32)
    scale = comparison.people.scale
    values = np.where(swapped < 0, -comparison.value, scale[swapped])
    return replace(
        comparison,
        people=symmetrised(comparison.people),
        code=np.concatenate([comparison.code, swapped]),
        value=np.concatenate([comparison.value, values]),
        condition=None,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """One dimension's ratings, and who gave them."""

    ratings: Ratings
    judge: Flags
    condition: dict[str, str] = field(default_factory=dict[str, str])


def comparisons(joined: Joined, dimension: str, contrast: Contrast | None = None) -> Iterator[Comparison]:
    """Compare every judge with people on a dimension; first samples only.

    Judges that rated no unit of it that people rated are left out. With a `contrast`, preferences are
    labelled by its conditions.

    Raises
    ------
    TableError
        With every value that does not fit the level.
    """
    ratings = code_dimension(joined.table, dimension, contrast=contrast)
    sides = _Sides(ratings, joined.table.is_llm[ratings.row], _conditions(joined, ratings))
    for judge in joined.judges:
        if judge in ratings.rater_names:
            found = _compare(sides, judge)
            if found.n_units:
                yield found


def _conditions(joined: Joined, ratings: Ratings) -> dict[str, str]:
    condition = joined.table.condition
    if condition is None:
        return {}
    codes = condition.codes[ratings.row]
    return {
        ratings.unit_names[unit]: condition.names[code]
        for unit, code in zip(ratings.unit, codes, strict=True)
    }


def _compare(sides: _Sides, judge: str) -> Comparison:
    ratings = sides.ratings
    by_judge = sides.judge & (ratings.rater == ratings.rater_names.index(judge))
    code = np.full(ratings.n_units, -1, np.int32)
    code[ratings.unit[by_judge]] = ratings.code[by_judge]
    rows = ~sides.judge & (code >= 0)[ratings.unit]
    people = ratings.where(rows)
    code = code[np.unique(ratings.unit[rows])]
    condition = tuple(sides.condition[name] for name in people.unit_names) if sides.condition else None
    return Comparison(judge, people, code, ratings.scale[code], condition)
