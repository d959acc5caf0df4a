"""Kendall's coefficient of concordance over the units that every rater rated."""

import numpy as np
from numpy.typing import NDArray

from analysis.resampling import Recomputed
from analysis.tables import Ratings

__all__ = ["complete_units", "kendall_w"]

Numbers = NDArray[np.float64]


def complete_units(ratings: Ratings) -> Ratings:
    """Keep the units that every rater rated."""
    return ratings.where((ratings.per_unit == ratings.n_raters)[ratings.unit])


def kendall_w(ratings: Ratings) -> Recomputed:
    """Prepare W, corrected for ties; nan without two raters and two complete units, or without variation."""
    kept = complete_units(ratings)
    if kept.n_raters < 2 or kept.n_units < 2:
        return Recomputed(kept.n_clusters, lambda _: float("nan"))
    codes = np.empty((kept.n_raters, kept.n_units), np.int64)
    codes[kept.rater, kept.unit] = kept.code

    def compute(weights: Numbers) -> float:
        return _concordance(codes, weights[kept.cluster], kept.n_levels)

    return Recomputed(kept.n_clusters, compute)


def _concordance(codes: NDArray[np.int64], weights: Numbers, n_levels: int) -> float:
    """Compute W = 12 S / (k^2 (n^3 - n) - k sum T_j), every unit as often as its weight says."""
    n_raters, n = len(codes), float(weights.sum())
    total = np.zeros(codes.shape[1])
    ties = 0.0
    for row in codes:
        counts = np.bincount(row, weights=weights, minlength=n_levels)
        total += (np.cumsum(counts) - (counts - 1) / 2)[row]
        ties += float(np.sum(counts**3 - counts))
    spread = float(weights @ (total - n_raters * (n + 1) / 2) ** 2)
    most = n_raters**2 * (n**3 - n) - n_raters * ties
    return 12 * spread / most if most > 1e-9 * n**3 else float("nan")
