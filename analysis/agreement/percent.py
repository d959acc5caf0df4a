"""Percent agreement: the share of pairs of raters who gave a unit the same value, averaged over units."""

import numpy as np
from numpy.typing import NDArray

from analysis.agreement.alpha import pairable
from analysis.resampling import ClusterSums, per_cluster
from analysis.tables import Ratings

__all__ = ["agreeing_pairs", "percent_agreement"]

Numbers = NDArray[np.float64]


def agreeing_pairs(ratings: Ratings) -> Numbers:
    """Share of ordered pairs of raters that agree on each unit; all need two ratings; `(n_units,)`."""
    size = ratings.per_unit
    cells, counts = np.unique(ratings.unit * np.int64(ratings.n_levels) + ratings.code, return_counts=True)
    unit = cells // ratings.n_levels
    agreeing = np.bincount(unit, weights=counts * (counts - 1.0), minlength=ratings.n_units)
    return agreeing / (size * (size - 1.0))


def percent_agreement(ratings: Ratings) -> ClusterSums:
    """Prepare the mean over units with at least two ratings; nan where there is none."""
    kept = pairable(ratings)
    shares = agreeing_pairs(kept)
    return ClusterSums(per_cluster(kept.cluster, kept.n_clusters, shares, np.ones_like(shares)), _mean)


def _mean(sums: Numbers) -> Numbers:
    total, n = sums.T
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)
