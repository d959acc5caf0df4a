"""Make the rows of raters one by one: value, interval over clusters, sizes and notes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from analysis.agreement.notes import join_notes
from analysis.estimate import Estimate, Scope
from analysis.registry import Settings, interval_of
from analysis.resampling import ClusterSums, Interval, Transform, jackknife_interval, t_quantile
from analysis.tables import Ratings, RatingTable

__all__ = ["Marks", "MeanRows", "MedianRows", "PlainRows", "RatedTable", "Sizes", "rater_row"]

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class RatedTable:
    """One dimension's ratings with the table they came from.

    Attributes
    ----------
    cell
        Rater × cluster of every rating, shape `(n_ratings,)`; cells are ordered by rater, then cluster.
    first_cell
        Where every rater's cells begin, shape `(n_raters + 1,)`.
    """

    ratings: Ratings
    table: RatingTable
    cell: Codes
    first_cell: Codes

    @classmethod
    def of(cls, ratings: Ratings, table: RatingTable) -> Self:
        """Number the cells."""
        n_clusters = max(ratings.n_clusters, 1)
        key = ratings.rater * np.int64(n_clusters) + ratings.cluster[ratings.unit]
        cells, cell = np.unique(key, return_inverse=True)
        first = np.searchsorted(cells, np.arange(ratings.n_raters + 1) * n_clusters)
        return cls(ratings, table, cell.astype(np.int64), first.astype(np.int64))

    def per_cell(self, rows: Flags, values: Numbers) -> Numbers:
        """Count chosen ratings and sum their values in every cell; shape `(n_cells, 2)`."""
        n_cells, cell = int(self.first_cell[-1]), self.cell[rows]
        n = np.bincount(cell, minlength=n_cells)
        total = np.bincount(cell, weights=values[rows], minlength=n_cells)
        return np.column_stack([n, total]).astype(np.float64)

    def of_rater(self, rater: int, cells: Numbers) -> Numbers:
        """Take a rater's clusters in which something was counted; shape `(n_clusters, 2)`."""
        own = cells[self.first_cell[rater] : self.first_cell[rater + 1]]
        return own[own[:, 0] > 0]


@dataclass(frozen=True, slots=True)
class Sizes:
    """What entered a row; `n_raters` is 1 where it is the rater alone."""

    n_units: int
    n_ratings: int
    n_clusters: int | None
    n_raters: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What is averaged over a rater's ratings: which count, and what they add; `(n_ratings,)` each."""

    counted: Flags
    value: Numbers


def rater_row(
    rated: RatedTable, rater: int, name: str, value: float, interval: Interval, sizes: Sizes, undefined: str
) -> Estimate:
    """Make one row; a value that is not finite is undefined, and `undefined` says why."""
    defined = bool(np.isfinite(value))
    interval = interval if defined else Interval()
    return Estimate(
        scope=Scope.RATER,
        dimension=rated.ratings.dimension,
        level=rated.ratings.level,
        statistic=name,
        value=float(value) if defined else None,
        low=interval.low,
        high=interval.high,
        n_units=sizes.n_units,
        n_raters=sizes.n_raters,
        n_ratings=sizes.n_ratings,
        n_clusters=sizes.n_clusters,
        note=join_notes("" if defined else undefined, interval.note),
        rater=rated.ratings.rater_names[rater],
    )


@dataclass(frozen=True, slots=True)
class MeanRows:
    """Makes one row a rater of a mean over ratings, with an interval over the rater's clusters.

    Attributes
    ----------
    marks
        What is averaged; None where the statistic does not apply.
    undefined
        Why a rater has no value.
    """

    name: str
    marks: Callable[[RatedTable], Marks | None]
    undefined: str
    transform: Transform = Transform.IDENTITY

    def __call__(self, rated: RatedTable, settings: Settings) -> Iterator[Estimate]:
        """Make the rows."""
        n_ratings = rated.ratings.n_ratings
        marks = self.marks(rated) or Marks(np.zeros(n_ratings, np.bool_), np.zeros(n_ratings))
        cells = rated.per_cell(marks.counted, marks.value)
        for rater in range(rated.ratings.n_raters):
            statistic = ClusterSums(rated.of_rater(rater, cells), _mean)
            value = statistic.value()
            interval = interval_of(statistic, self.transform, settings) if np.isfinite(value) else Interval()
            n = int(statistic.sums[:, 0].sum())
            sizes = Sizes(n, n, statistic.n_clusters)
            yield rater_row(rated, rater, self.name, value, interval, sizes, self.undefined)


def _mean(sums: Numbers) -> Numbers:
    n = sums[:, 0]
    return np.where(n > 0, sums[:, 1] / np.maximum(n, 1), np.nan)


@dataclass(frozen=True, slots=True)
class MedianRows:
    """Makes one row a rater of a median, with an interval from the share of answers up to it.

    References
    ----------
    Woodruff 1952, J Am Stat Assoc 47:635.
    """

    name: str
    values: Callable[[RatedTable], Numbers]
    undefined: str

    def __call__(self, rated: RatedTable, _: Settings) -> Iterator[Estimate]:
        """Make the rows; values that are nan are left out."""
        ratings, values = rated.ratings, self.values(rated)
        order = np.lexsort((values, ratings.rater))
        starts = np.searchsorted(ratings.rater[order], np.arange(ratings.n_raters + 1))
        for rater in range(ratings.n_raters):
            own = order[starts[rater] : starts[rater + 1]]
            own = own[np.isfinite(values[own])]
            cluster = np.unique(ratings.cluster[ratings.unit[own]], return_inverse=True)[1]
            value = float(np.median(values[own])) if len(own) else np.nan
            interval = _woodruff(values[own], cluster) if len(own) else Interval()
            sizes = Sizes(len(own), len(own), int(cluster.max(initial=-1)) + 1)
            yield rater_row(rated, rater, self.name, value, interval, sizes, self.undefined)


def _woodruff(values: Numbers, cluster: NDArray[np.integer]) -> Interval:
    """Turn the interval of the share below the median, over clusters, into an interval of sorted values."""
    below = np.arange(len(values)) < len(values) / 2
    n = np.bincount(cluster)
    share = ClusterSums(np.column_stack([n, np.bincount(cluster, weights=below)]).astype(np.float64), _mean)
    found = jackknife_interval(share)
    if found.standard_error is None:
        return Interval(note=found.note)
    margin = t_quantile(0.975, share.n_clusters - 1) * found.standard_error
    if margin >= 0.5:
        return Interval(note="no interval: too few answers for one of a median")
    low, high = np.quantile(values, [0.5 - margin, 0.5 + margin])
    return Interval(float(low), float(high), note=found.note)


@dataclass(frozen=True, slots=True)
class PlainRows:
    """Makes one row a rater of a value that has no interval, and says why it has none.

    Attributes
    ----------
    values
        Shape `(n_raters,)`, nan where undefined.
    """

    name: str
    values: Callable[[RatedTable], Numbers]
    undefined: str
    no_interval: str

    def __call__(self, rated: RatedTable, _: Settings) -> Iterator[Estimate]:
        """Make the rows."""
        counts = np.bincount(rated.ratings.rater, minlength=rated.ratings.n_raters)
        n_clusters = np.diff(rated.first_cell)
        interval = Interval(note=f"no interval: {self.no_interval}")
        for rater, value in enumerate(self.values(rated)):
            sizes = Sizes(int(counts[rater]), int(counts[rater]), int(n_clusters[rater]))
            yield rater_row(rated, rater, self.name, float(value), interval, sizes, self.undefined)
