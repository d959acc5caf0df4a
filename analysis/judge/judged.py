"""Everything a judge said on one dimension, and its one value for every unit."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from analysis.tables import Factor, Ratings, RatingTable
from analysis.tables.factor import Codes, Flags

__all__ = ["Combined", "Judged", "combined", "majority", "samples_as_raters", "served_order"]

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Combined:
    """One value for every unit, from several.

    Attributes
    ----------
    code
        -1 where no value is the most frequent; shape `(n_units,)`.
    value
        Mean of the numbers, shape `(n_units,)`.
    """

    code: Codes
    value: Numbers

    def take(self, units: NDArray[np.integer]) -> Self:
        """Keep some units, by position."""
        return replace(self, code=self.code[units], value=self.value[units])


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A judge's ratings on one dimension, also of units that no person rated.

    Attributes
    ----------
    samples
        Every repeated judgement as a rater of its own (for a panel: every judge).
    order
        Whether a unit's first (0) or other (1) episode was shown first, -1 where unknown; `(n_ratings,)`.
    combined
        One value for every unit of `samples`.
    condition
        Of every unit; None while the study is blind.
    """

    samples: Ratings
    order: Codes
    combined: Combined
    condition: tuple[str, ...] | None

    def where(self, units: Flags) -> Self:
        """Keep some units, by flag."""
        rows = units[self.samples.unit]
        condition = self.condition and tuple(np.array(self.condition, object)[units])
        kept = np.flatnonzero(units)
        return replace(
            self,
            samples=self.samples.where(rows),
            order=self.order[rows],
            combined=self.combined.take(kept),
            condition=condition,
        )


def samples_as_raters(table: RatingTable) -> RatingTable:
    """Make every repeated judgement of a judge a rater of its own; people and rows stay as they are."""
    n_samples = int(table.sample.max(initial=0)) + 1
    own = np.where(table.is_llm, table.sample + 1, 0)
    keys, codes = np.unique(table.rater.codes.astype(np.int64) * (n_samples + 1) + own, return_inverse=True)
    names = tuple(
        table.rater.names[rater] if not sample else f"{table.rater.names[rater]} sample {sample - 1}"
        for rater, sample in (divmod(key, n_samples + 1) for key in keys.tolist())
    )
    sample = np.where(table.is_llm, 0, table.sample).astype(np.int32)
    return replace(table, rater=Factor(codes.astype(np.int32), names), sample=sample)


def served_order(table: RatingTable, rows: NDArray[np.integer]) -> Codes:
    """Say whether a unit's first episode (0) or another one (1) was shown first; -1 where unknown."""
    first = table.unit.renamed(lambda name: name.partition("+")[0].partition("#")[0])
    position = {name: code for code, name in enumerate(first.names)}
    shown = np.array([position.get(name, -1) for name in table.first_shown.names], np.int32)
    known = np.array([bool(name) for name in table.first_shown.names])
    code = table.first_shown.codes[rows]
    order = np.where(shown[code] == first.codes[rows], 0, 1)
    return np.where(known[code], order, -1).astype(np.int32)


def combined(ratings: Ratings, *, preference: bool) -> Combined:
    """Combine all ratings of every unit.

    The code is the most frequent one. For preferences it is the side that more samples prefer, and a tie
    where as many prefer either, so that a judge which contradicts itself when the order is turned says tie.
    """
    total = np.bincount(ratings.unit, weights=ratings.values, minlength=ratings.n_units)
    value = total / ratings.per_unit
    code = majority(ratings.unit, ratings.code, ratings.n_units, ratings.n_levels)
    if not preference:
        return Combined(code, value)
    vote = np.where(np.abs(ratings.values) <= 1, ratings.values, 0.0)
    side = np.sign(np.bincount(ratings.unit, weights=vote, minlength=ratings.n_units))
    code_of = {number: at for at, number in enumerate(ratings.scale.tolist())}
    by_vote = np.array([code_of.get(number, -1) for number in (-1.0, 0.0, 1.0)], np.int32)
    both_bad = (code >= 0) & (ratings.scale[code] > 1)
    code = np.where(both_bad, code, by_vote[side.astype(np.int64) + 1]).astype(np.int32)
    return Combined(code, np.where(both_bad, 0.0, side))


def majority(unit: Codes, code: Codes, n_units: int, n_levels: int) -> Codes:
    """Find the most frequent code of every unit, -1 where there is none or more than one; `(n_units,)`."""
    width = np.int64(max(n_levels, 1))
    cells, counts = np.unique(unit * width + code, return_counts=True)
    of_cell, label = np.divmod(cells, width)
    most = np.zeros(n_units, np.int64)
    np.maximum.at(most, of_cell, counts)
    top = counts == most[of_cell]
    result = np.full(n_units, -1, np.int32)
    result[of_cell[top]] = label[top]
    result[np.bincount(of_cell[top], minlength=n_units) != 1] = -1
    return result
