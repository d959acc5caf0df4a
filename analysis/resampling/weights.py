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
_CELLS_AT_ONCE = 131_072
_MARGIN = 6.0
_LARGEST_COUNT = 40


def bootstrap_weights(n_clusters: int, n_replicates: int, rng: np.random.Generator) -> Numbers:
    """Draw how often each cluster is chosen in each replicate; shape `(n_replicates, n_clusters)`."""
    weights = np.empty((n_replicates, n_clusters))
    at_once = max(1, _CELLS_AT_ONCE // n_clusters)
    for start in range(0, n_replicates, at_once):
        block = weights[start : start + at_once]
        missing = np.full(len(block), n_clusters)
        if n_clusters <= _FEW:
            block[:] = 0
        else:
            missing -= _poisson(block, rng)
            for at in np.flatnonzero(missing < 0):
                while missing[at] < 0:
                    missing[at] = n_clusters - _poisson(block[at : at + 1], rng)[0]
        _draw(block, missing, rng)
    return weights


def _draw(block: Numbers, n_draws: NDArray[np.int64], rng: np.random.Generator) -> None:
    """Add `n_draws[i]` draws to row i."""
    n_rows, n_clusters = block.shape
    cell = rng.integers(0, n_clusters, int(n_draws.sum()))
    cell += np.repeat(np.arange(n_rows) * n_clusters, n_draws)
    block += np.bincount(cell, minlength=block.size).reshape(block.shape)


def _poisson(block: Numbers, rng: np.random.Generator) -> NDArray[np.int64]:
    """Fill rows with Poisson counts whose sums are hardly ever above their length; returns the sums."""
    mean = 1 - _MARGIN / float(np.sqrt(block.shape[1]))
    flat = block.reshape(-1)
    bits = rng.integers(0, 2**64, -(-len(flat) // 4), dtype=np.uint64).view(np.uint16)[: len(flat)]
    np.take(_counts(mean), bits, out=flat, mode="clip")
    undecided = np.flatnonzero(np.isnan(flat))
    finer = (bits[undecided] + rng.random(len(undecided))) / _CELLS
    flat[undecided] = np.searchsorted(_distribution(mean), finer, side="right")
    return block.sum(axis=1).astype(np.int64)


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
