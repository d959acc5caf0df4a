"""Variance of an estimate whose rows share two kinds of clusters, such as environments and raters."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.resampling.resampled import Numbers

__all__ = ["ClusteredVariance", "clustered_variance"]

Counts = NDArray[np.integer]

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class ClusteredVariance:
    """Variances of one estimate under four assumptions about what is independent.

    Attributes
    ----------
    naive
        Every row.
    first, second
        Clusters of the first and of the second kind.
    two_way
        Both kinds crossed (Cameron, Gelbach & Miller 2011); where that comes out negative, the larger of
        `first` and `second`, and `note` says so.
    degrees_of_freedom
        min(G_first, G_second) - 1, for t.
    """

    naive: float
    first: float
    second: float
    two_way: float
    degrees_of_freedom: int
    note: str = ""


def clustered_variance(influence: Numbers, first: Counts, second: Counts) -> ClusteredVariance:
    """Estimate the variance of a statistic from its influence values, with factor G / (G - 1) each (CR1).

    Parameters
    ----------
    influence
        What each row adds to the estimate's error, shape `(n_rows,)`; `(y - y.mean()) / n_rows` for a mean.
    first, second
        Clusters of every row, whole numbers from 0, shape `(n_rows,)`.

    References
    ----------
    Cameron, Gelbach & Miller 2011, J Bus Econ Stat 29:238, equation 2.11.
    """
    cells = np.unique(first.astype(np.int64) * (int(second.max()) + 1) + second, return_inverse=True)[1]
    one_way = [_one_way(influence, clusters) for clusters in (first, second, cells)]
    two_way, note = one_way[0] + one_way[1] - one_way[2], ""
    # a variance that is 0 but for rounding must not pass for a positive one
    if not two_way > _ROUNDING * sum(one_way):
        two_way, note = (
            max(one_way[:2]),
            "two-way variance is not positive; the larger one-way variance is used",
        )
    smallest = min(len(np.unique(first)), len(np.unique(second)))
    naive = _one_way(influence, np.arange(len(influence)))
    return ClusteredVariance(naive, one_way[0], one_way[1], two_way, smallest - 1, note)


def _one_way(influence: Numbers, clusters: Counts) -> float:
    sums = np.bincount(clusters, weights=influence)
    n_clusters = len(np.unique(clusters))
    return float(np.sum(sums**2)) * (n_clusters / (n_clusters - 1) if n_clusters > 1 else np.nan)
