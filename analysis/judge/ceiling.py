"""How well a person does against the other people, on the judge's units and against the same reference."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from analysis.judge.association import correlation_of_sums
from analysis.judge.comparison import Comparison, Numbers
from analysis.judge.rows import Measured, Sizes
from analysis.judge.sums import mean
from analysis.resampling import ClusterSums, Recomputed, per_cluster
from analysis.tables import Ratings
from analysis.tables.factor import Codes

__all__ = ["NO_OTHERS", "ceiling_accuracy", "ceiling_pearson", "majority_of_others"]

NO_OTHERS = "no_others: no unit was rated by two people"
_FEWEST = 3


@dataclass(frozen=True, slots=True, eq=False)
class _Records:
    """One record for every rating of a unit that another person rated too; positions in `people`."""

    people: Ratings
    rows: Codes

    @property
    def sizes(self) -> Sizes:
        kept = self.people.where(self.rows)
        return Sizes(kept.n_units, kept.n_raters, kept.n_ratings, kept.n_clusters)


def _records(people: Ratings) -> _Records:
    rows = np.flatnonzero((people.per_unit >= 2)[people.unit]).astype(np.int32)
    return _Records(people, rows)


def ceiling_pearson(comparison: Comparison, *, of_judge: bool = False) -> Measured:
    """Prepare the correlation of one person with the mean of the others, averaged over people.

    Every person counts by the number of their units; people with fewer than 3 of them, or without
    variation, do not count. With `of_judge` the judge takes the person's place, against the same means.
    """
    people = comparison.people
    records = _records(people)
    rows = records.rows
    if not len(rows):
        return Measured(None, NO_OTHERS)
    unit, own = people.unit[rows], people.values[rows]
    total = np.bincount(people.unit, weights=people.values, minlength=people.n_units)
    others = (total[unit] - own) / (people.per_unit[unit] - 1)
    rated = comparison.value[unit] if of_judge else own
    centre = float(others.mean())
    columns = (rated - centre, others - centre)
    compute = partial(_mean_correlation, columns, people.rater[rows], people.cluster[unit])
    return Measured(Recomputed(people.n_clusters, compute), sizes=records.sizes)


def _mean_correlation(
    columns: tuple[Numbers, Numbers], rater: Codes, cluster: Codes, weights: Numbers
) -> float:
    weight, (x, y) = weights[cluster], columns
    moments = (weight, weight * x, weight * y, weight * x * x, weight * y * y, weight * x * y)
    sums = np.column_stack([np.bincount(rater, weights=moment) for moment in moments]).astype(np.float64)
    each = correlation_of_sums(sums)
    counted = np.isfinite(each) & (sums[:, 0] >= _FEWEST)
    return float(np.average(each[counted], weights=sums[counted, 0])) if counted.any() else float("nan")


def ceiling_accuracy(comparison: Comparison, *, of_judge: bool = False) -> Measured:
    """Prepare the share of ratings that are the majority of the other people's.

    Ratings whose unit has no majority among the others are left out. With `of_judge` the judge takes the
    person's place, against the same majorities.
    """
    people = comparison.people
    records = _records(people)
    if not len(records.rows):
        return Measured(None, NO_OTHERS)
    reference = majority_of_others(people)
    kept = reference >= 0
    kept &= (comparison.code >= 0)[people.unit]
    rows = np.flatnonzero(kept).astype(np.int32)
    unit = people.unit[rows]
    given = comparison.code[unit] if of_judge else people.code[rows]
    hit = (given == reference[rows]).astype(np.float64)
    sums = per_cluster(people.cluster[unit], people.n_clusters, np.ones_like(hit), hit)
    left = len(records.rows) - len(rows)
    note = f"{left} of {len(records.rows)} ratings without a majority of the others left out" if left else ""
    return Measured(ClusterSums(sums, mean), note, sizes=_Records(people, rows).sizes)


def majority_of_others(people: Ratings) -> Codes:
    """Find the majority of all other ratings of the unit, -1 where there is none; shape `(n_ratings,)`."""
    width = np.int64(max(people.n_levels, 1))
    cells, cell_of, counts = np.unique(
        people.unit * width + people.code, return_inverse=True, return_counts=True
    )
    unit, label = np.divmod(cells, width)
    order = np.lexsort((-counts, unit))
    starts = np.searchsorted(unit[order], np.arange(people.n_units))
    place = np.arange(len(cells)) - starts[unit[order]]
    best_count = np.zeros((people.n_units, 3), np.int64)
    best_label = np.full((people.n_units, 3), -1, np.int64)
    first = place < 3
    best_count[unit[order][first], place[first]] = counts[order][first]
    best_label[unit[order][first], place[first]] = label[order][first]
    own_left = counts[cell_of] - 1
    count, names = best_count[people.unit], best_label[people.unit]
    others = names != people.code[:, np.newaxis]
    leader = np.where(others[:, 0], 0, 1)
    follower = np.where(leader == 1, 2, np.where(others[:, 1], 1, 2))
    rows = np.arange(people.n_ratings)
    most, next_most = count[rows, leader], count[rows, follower]
    result = np.where((most > own_left) & (most > next_most), names[rows, leader], -1)
    result = np.where(own_left > most, people.code, result)
    return result.astype(np.int32)
