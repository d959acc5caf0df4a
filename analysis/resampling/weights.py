"""How often each cluster is drawn by a bootstrap: multinomial counts, fast enough for 100,000 clusters.

With few clusters every draw is made. With many, most draws come as Poisson counts of a mean a little below 1,
looked up from 16 random bits each; the draws that are missing to the total are then made one by one. Given
their sum, independent Poisson counts are multinomial, and further independent draws keep them so: the law is
the same.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import pdtr

__all__ = ["bootstrap_weights"]

Numbers = NDArray[np.float64]

_FEW = 8192
_CELLS = 65_536
_MARGIN = 6.0
_LARGEST_COUNT = 40


def bootstrap_weights(n_clusters: int, n_replicates: int, rng: np.random.Generator) -> Numbers:
    """Draw how often each cluster is chosen in each replicate; shape `(n_replicates, n_clusters)`."""
    weights = np.empty((n_replicates, n_clusters))
    for at in range(n_replicates):
        if n_clusters <= _FEW:
            weights[at] = _drawn(n_clusters, n_clusters, rng)
        else:
            while (missing := n_clusters - _poisson(weights[at], rng)) < 0:
                pass
            weights[at] += _drawn(n_clusters, missing, rng)
    return weights


def _drawn(n_clusters: int, n_draws: int, rng: np.random.Generator) -> NDArray[np.int64]:
    return np.bincount(rng.integers(0, n_clusters, n_draws), minlength=n_clusters)


def _poisson(row: Numbers, rng: np.random.Generator) -> int:
    """Fill a row with Poisson counts whose sum is hardly ever above its length; returns the sum."""
    n = len(row)
    mean = 1 - _MARGIN / float(np.sqrt(n))
    bits = rng.integers(0, 2**64, -(-n // 4), dtype=np.uint64).view(np.uint16)[:n]
    np.take(_counts(mean), bits, out=row, mode="clip")
    undecided = np.flatnonzero(np.isnan(row))
    finer = (bits[undecided] + rng.random(len(undecided))) / _CELLS
    row[undecided] = np.searchsorted(_distribution(mean), finer, side="right")
    return int(row.sum())


@cache
def _distribution(mean: float) -> Numbers:
    return np.array(pdtr(np.arange(_LARGEST_COUNT), mean), np.float64)


@cache
def _counts(mean: float) -> Numbers:
    """Count by the first 16 bits of a uniform number; nan where they do not decide."""
    edges = np.arange(_CELLS + 1) / _CELLS
    low = np.searchsorted(_distribution(mean), edges[:-1], side="right")
    high = np.searchsorted(_distribution(mean), edges[1:], side="left")
    counts = low.astype(np.float64)
    counts[low != high] = np.nan
    return counts
