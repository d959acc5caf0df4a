"""How closely a judge's numbers follow the mean of people's: Pearson, Spearman, Kendall, weighted kappa."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.judge.comparison import Comparison, Numbers, symmetric
from analysis.judge.pair_counts import pair_counts
from analysis.judge.rows import Measured
from analysis.resampling import ClusterSums, Recomputed, per_cluster
from analysis.tables.factor import Codes

__all__ = ["correlation_of_sums", "kendall_tau_b", "pearson", "spearman", "weighted_kappa"]

Positions = NDArray[np.int64]

_ROUNDING = 1e-12


def pearson(comparison: Comparison) -> Measured:
    """Prepare the product-moment correlation; nan where either side does not vary."""
    return Measured(ClusterSums(_moments(comparison), correlation_of_sums))


def weighted_kappa(comparison: Comparison) -> Measured:
    """Prepare quadratically weighted kappa against the mean of people's values.

    With one person it is Cohen's kappa with weights (i - j)^2; a mean between two points of the scale makes
    it Lin's concordance, 1 - E(j - h)^2 / (var j + var h + (mean j - mean h)^2).
    """
    return Measured(ClusterSums(_moments(comparison), _concordance))


def _moments(comparison: Comparison) -> Numbers:
    """Sum 1, x, y, x^2, y^2, xy over clusters, both centred on one number; shape `(n_clusters, 6)`."""
    doubled = symmetric(comparison)
    x, y = doubled.value, doubled.people_mean
    centre = float(y.mean()) if len(y) else 0.0
    x, y = x - centre, y - centre
    people = doubled.people
    return per_cluster(people.cluster, people.n_clusters, np.ones_like(x), x, y, x * x, y * y, x * y)


def _spread(squares: Numbers, total: Numbers, n: Numbers) -> Numbers:
    spread = squares - total * total / np.maximum(n, 1)
    return np.where(spread > _ROUNDING * squares, spread, 0.0)


def correlation_of_sums(sums: Numbers) -> Numbers:
    """Take sums of 1, x, y, x^2, y^2, xy to Pearson's r; nan where x or y does not vary."""
    n, x, y, xx, yy, xy = sums.T
    product = _spread(xx, x, n) * _spread(yy, y, n)
    defined = product > 0
    covariation = xy - x * y / np.maximum(n, 1)
    r = covariation / np.sqrt(np.where(defined, product, 1.0))
    return np.where(defined, np.clip(r, -1.0, 1.0), np.nan)


def _concordance(sums: Numbers) -> Numbers:
    n, x, y, xx, yy, xy = sums.T
    size = np.maximum(n, 1)
    apart = (x / size - y / size) ** 2 * size
    expected = _spread(xx, x, n) + _spread(yy, y, n) + apart
    defined = expected > 0
    return np.where(defined, 1 - (xx + yy - 2 * xy) / np.where(defined, expected, 1.0), np.nan)


def spearman(comparison: Comparison) -> Measured:
    """Prepare the correlation of mid-ranks; nan where either side does not vary."""
    return _of_ranks(comparison, _rank_correlation)


def kendall_tau_b(comparison: Comparison) -> Measured:
    """Prepare (C - D) / sqrt((C + D + T_judge) (C + D + T_people)); nan where either side does not vary."""
    return _of_ranks(comparison, _tau_b)


def _of_ranks(
    comparison: Comparison, compute: Callable[[Positions, Positions, Codes, Numbers], float]
) -> Measured:
    """Number the distinct values of judge and people by size; sums of thirds are equal up to rounding."""
    doubled = symmetric(comparison)
    judge = np.unique(doubled.value, return_inverse=True)[1]
    people = np.unique(np.round(doubled.people_mean, 12), return_inverse=True)[1]
    cluster, n_clusters = doubled.people.cluster, doubled.people.n_clusters
    return Measured(Recomputed(n_clusters, partial(compute, judge, people, cluster)))


def _rank_correlation(judge: Positions, people: Positions, cluster: Codes, weights: Numbers) -> float:
    weight = weights[cluster]
    ranks = [_ranks(judge, weight), _ranks(people, weight)]
    x, y = (rank - weight.sum() / 2 for rank in ranks)
    columns = (np.ones_like(x), x, y, x * x, y * y, x * y)
    return float(correlation_of_sums(np.array([[weight @ column for column in columns]]))[0])


def _ranks(codes: Positions, weight: Numbers) -> Numbers:
    n_k = np.bincount(codes, weights=weight)
    return (np.cumsum(n_k) - n_k / 2)[codes]


def _tau_b(judge: Positions, people: Positions, cluster: Codes, weights: Numbers) -> float:
    counts = pair_counts(judge, people, weights[cluster])
    untied_judge = counts.concordant + counts.discordant + counts.tied_people
    untied_people = counts.concordant + counts.discordant + counts.tied_judge
    if untied_judge <= 0 or untied_people <= 0:
        return float("nan")
    return float((counts.concordant - counts.discordant) / np.sqrt(untied_judge * untied_people))
