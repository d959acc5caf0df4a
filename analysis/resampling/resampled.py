"""Statistics as functions of how often each cluster counts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["ClusterSums", "Numbers", "Recomputed", "Resampled", "per_cluster"]

Numbers = NDArray[np.float64]

_CELLS_AT_ONCE = 8_000_000


class Resampled(Protocol):
    """A statistic as a function of how often each cluster counts."""

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        ...

    def value(self) -> float:
        """Value with every cluster once; nan where undefined."""
        ...

    def without_each(self) -> Numbers:
        """Values with one cluster (or one of 200 blocks of clusters) left out, nan where undefined."""
        ...

    def weighted(self, weights: Numbers) -> Numbers:
        """Values with clusters counted as often as `weights` says, `(n_replicates, n_clusters)`."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class ClusterSums:
    """A statistic of sums over clusters.

    Attributes
    ----------
    sums
        Shape `(n_clusters, n_sums)`.
    statistic
        Takes sums of shape `(n, n_sums)` to values of shape `(n,)`; nan where undefined, and no warning.
    """

    sums: Numbers
    statistic: Callable[[Numbers], Numbers]

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return len(self.sums)

    def value(self) -> float:
        """Value with every cluster once."""
        return float(self.statistic(self.sums.sum(axis=0, keepdims=True))[0])

    def without_each(self) -> Numbers:
        """Values without each cluster, shape `(n_clusters,)`."""
        total = self.sums.sum(axis=0)
        at_once = max(1, _CELLS_AT_ONCE // max(1, self.sums.shape[1]))
        starts = range(0, self.n_clusters, at_once)
        parts = [self.statistic(total - self.sums[start : start + at_once]) for start in starts]
        return np.concatenate(parts) if parts else np.zeros(0)

    def weighted(self, weights: Numbers) -> Numbers:
        """Values of the weighted sums, shape `(n_replicates,)`."""
        return self.statistic(weights @ self.sums)


@dataclass(frozen=True, slots=True, eq=False)
class Recomputed:
    """A statistic that must be computed anew for every choice of clusters.

    Attributes
    ----------
    compute
        Takes how often each cluster counts (whole numbers, shape `(n_clusters,)`) to a value or nan.
    most_deletions
        Above so many clusters the jackknife leaves out that many blocks of clusters instead of single ones.
    """

    n_clusters: int
    compute: Callable[[Numbers], float]
    most_deletions: int = 200

    def value(self) -> float:
        """Value with every cluster once."""
        return self.compute(np.ones(self.n_clusters))

    def without_each(self) -> Numbers:
        """Values without each cluster, or without each block of clusters where there are too many."""
        blocks = np.array_split(np.arange(self.n_clusters), min(self.n_clusters, self.most_deletions))
        values = np.empty(len(blocks))
        for at, block in enumerate(blocks):
            weights = np.ones(self.n_clusters)
            weights[block] = 0
            values[at] = self.compute(weights)
        return values

    def weighted(self, weights: Numbers) -> Numbers:
        """Values of the weighted clusters, shape `(n_replicates,)`."""
        return np.array([self.compute(row) for row in weights])


def per_cluster(cluster: NDArray[np.integer], n_clusters: int, *columns: Numbers) -> Numbers:
    """Sum columns over the rows of each cluster.

    Parameters
    ----------
    cluster
        Cluster of every row, shape `(n_rows,)`.
    columns
        Each of shape `(n_rows,)`.

    Returns
    -------
    Numbers
        Shape `(n_clusters, len(columns))`.
    """
    if len(cluster) == n_clusters and bool((cluster == np.arange(n_clusters)).all()):
        return np.column_stack(columns).astype(np.float64, copy=False)
    sums = np.zeros((n_clusters, len(columns)))
    for at, column in enumerate(columns):
        sums[:, at] = np.bincount(cluster, weights=column, minlength=n_clusters)
    return sums
