"""Krippendorff's alpha without each rater, and how far that is from the alpha of all."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.agreement.alpha import krippendorff_alpha, pairable
from analysis.agreement.rater_rows import RatedTable, Sizes, rater_row
from analysis.estimate import Estimate
from analysis.registry import Settings, interval_of
from analysis.resampling import ClusterSums, Interval, Resampled, Transform
from analysis.tables import Ratings, symmetrised

__all__ = ["alpha_without_rows"]

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]

_UNDEFINED = "the other raters' answers have no alpha"
_TOO_SLOW = Interval(note="no interval: with so many values alpha would have to be computed anew too often")


def alpha_without_rows(rated: RatedTable, settings: Settings) -> Iterator[Estimate]:
    """Make two rows a rater: `alpha_without` and `alpha_change`, the same minus the alpha of all.

    The two alphas share most of their ratings: the interval of their difference leaves out clusters from
    both at once, and is far shorter than their own intervals suggest.
    """
    ratings = symmetrised(rated.ratings)
    everybody = krippendorff_alpha(ratings)
    clusters = _clusters_of(ratings, np.ones(ratings.n_ratings, np.bool_))
    for rater in range(ratings.n_raters):
        rest = ratings.rater != rater
        others = ratings.where(rest)
        alpha = krippendorff_alpha(others) if others.n_ratings else _nothing()
        change = _change(everybody, clusters, alpha, _clusters_of(ratings, rest), ratings.n_clusters)
        entered = pairable(others)
        swapped = 1 if rated.ratings.swap is None else 2
        sizes = Sizes(
            entered.n_units // swapped, entered.n_ratings // swapped, entered.n_clusters, entered.n_raters
        )
        value, without = alpha.value(), _interval(alpha, Transform.LOG_COMPLEMENT, settings)
        yield rater_row(rated, rater, "alpha_without", value, without, sizes, _UNDEFINED)
        value -= everybody.value()
        difference = _TOO_SLOW if change is None else _interval(change, Transform.IDENTITY, settings)
        yield rater_row(rated, rater, "alpha_change", value, difference, sizes, _UNDEFINED)


def _nothing() -> ClusterSums:
    return ClusterSums(np.zeros((0, 1)), lambda sums: np.full(len(sums), np.nan))


def _interval(alpha: Resampled, transform: Transform, settings: Settings) -> Interval:
    if not isinstance(alpha, ClusterSums):
        return _TOO_SLOW
    return interval_of(alpha, transform, settings) if np.isfinite(alpha.value()) else Interval()


def _clusters_of(ratings: Ratings, rows: NDArray[np.bool_]) -> Codes:
    """Find the clusters of units with two of the chosen ratings, in order: those that alpha is made of."""
    per_unit = np.bincount(ratings.unit[rows], minlength=ratings.n_units)
    return np.unique(ratings.cluster[per_unit >= 2]).astype(np.int64)


def _change(
    everybody: Resampled, clusters: Codes, others: Resampled, of_others: Codes, n_clusters: int
) -> ClusterSums | None:
    """Set both alphas' sums side by side, one row a cluster; None where they are not made of sums."""
    if not isinstance(everybody, ClusterSums) or not isinstance(others, ClusterSums):
        return None
    n_sums = everybody.sums.shape[1]
    sums = np.zeros((n_clusters, n_sums + others.sums.shape[1]))
    sums[clusters, :n_sums] = everybody.sums
    sums[of_others, n_sums:] = others.sums
    return ClusterSums(sums[clusters], partial(_difference, everybody, others))


def _difference(everybody: ClusterSums, others: ClusterSums, sums: Numbers) -> Numbers:
    n_sums = everybody.sums.shape[1]
    return others.statistic(sums[:, n_sums:]) - everybody.statistic(sums[:, :n_sums])
