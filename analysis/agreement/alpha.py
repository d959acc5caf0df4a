"""Krippendorff's alpha from per-cluster sums, so that every replicate is a matrix product.

alpha = 1 - D_o / D_e with D_o = sum o_kl d_kl / n and D_e = sum n_k n_l d_kl / (n (n - 1)) over coincidences
o_kl = sum_u c_uk (c_ul - [k = l]) / (m_u - 1) of the units with at least two ratings (Krippendorff 2011, 2019
chapter 12). Interval alpha needs only four sums a cluster, nominal alpha only the marginals and the agreeing
pairs; a table of value pairs is made for ordinal and ratio alpha only, and on short scales only.
"""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.resampling import ClusterSums, Recomputed, Resampled, per_cluster
from analysis.tables.ratings import Ratings
from sim.schema.base import Level

__all__ = ["krippendorff_alpha", "pairable"]

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]

_MOST_SUMS = 20_000_000
_LONGEST_PAIRED_SCALE = 100
_ROUNDING = 1e-12
_BLOCK = 1_000_000


def pairable(ratings: Ratings) -> Ratings:
    """Keep the units with at least two ratings, and the values that occur in them."""
    per_unit = ratings.per_unit
    return ratings if bool((per_unit >= 2).all()) else ratings.where((per_unit >= 2)[ratings.unit])


def krippendorff_alpha(ratings: Ratings) -> Resampled:
    """Prepare alpha at the ratings' level; its value is nan where no two values of pairable units differ."""
    if ratings.level not in {Level.INTERVAL, Level.NOMINAL} and _is_paired(
        ratings.n_levels, ratings.n_clusters
    ):
        return _paired(ratings)
    kept = pairable(ratings)
    if not kept.n_ratings:
        return ClusterSums(np.zeros((0, 1)), _undefined)
    present = np.flatnonzero(np.bincount(kept.code, minlength=kept.n_levels))
    position = np.zeros(kept.n_levels, np.int64)
    position[present] = np.arange(len(present))
    scale, code = kept.scale[present], position[kept.code]
    if kept.level is Level.INTERVAL:
        return _interval(kept, scale[code])
    if kept.level is Level.NOMINAL:
        return _nominal(kept, code, len(present))
    if _is_paired(len(present), kept.n_clusters):
        return _paired(replace(kept, scale=scale, code=code))
    weighted = _weighted_ordinal if kept.level is Level.ORDINAL else _weighted_ratio
    return Recomputed(kept.n_clusters, partial(weighted, kept, code, scale))


def _undefined(sums: Numbers) -> Numbers:
    return np.full(len(sums), np.nan)


def _alpha(observed: Numbers, expected: Numbers) -> Numbers:
    """1 - observed / expected, nan where nothing is expected to differ."""
    defined = expected > 0
    return np.where(defined, 1 - observed / np.where(defined, expected, 1.0), np.nan)


def _interval(ratings: Ratings, values: Numbers) -> ClusterSums:
    centred = values - values[0]
    centred = centred - centred.mean() if centred.any() else centred
    of_rating = ratings.cluster[ratings.unit]
    totals = per_cluster(of_rating, ratings.n_clusters, np.ones_like(centred), centred, centred * centred)
    within = per_cluster(ratings.cluster, ratings.n_clusters, _within(ratings, centred))
    return ClusterSums(np.hstack([totals, within]), _interval_alpha)


def _within(ratings: Ratings, values: Numbers) -> Numbers:
    """Sum of squares around the unit's mean times m / (m - 1), every unit; shape `(n_units,)`."""
    size = ratings.per_unit.astype(np.float64)
    mean = np.bincount(ratings.unit, weights=values, minlength=ratings.n_units) / size
    deviation = values - mean[ratings.unit]
    squares = np.bincount(ratings.unit, weights=deviation * deviation, minlength=ratings.n_units)
    return squares * size / (size - 1)


def _interval_alpha(sums: Numbers) -> Numbers:
    """Take sums of 1, x, x^2 and `_within` to 1 - D_o / D_e with D_e = 2 SS / (n - 1)."""
    n, total, squares, within = sums.T
    spread = squares - total * total / np.maximum(n, 1)
    spread = np.where(spread > _ROUNDING * squares, spread, 0.0)
    return _alpha(within * (n - 1), spread * n)


def _nominal(ratings: Ratings, code: Codes, n_levels: int) -> Resampled:
    size = ratings.per_unit
    cells, counts = np.unique(ratings.unit * np.int64(n_levels) + code, return_counts=True)
    unit, label = np.divmod(cells, n_levels)
    pairs = counts * (counts - 1.0) / (size[unit] - 1.0)
    cluster, shape = ratings.cluster[unit], (ratings.n_clusters, n_levels)
    agree = np.bincount(cluster, weights=pairs, minlength=ratings.n_clusters).astype(np.float64)
    place, of_place = np.unique(cluster * np.int64(n_levels) + label, return_inverse=True)
    count = np.bincount(of_place, weights=counts).astype(np.float64)
    if shape[0] * shape[1] > _MOST_SUMS:
        return _ManyLabels(agree, *np.divmod(place, n_levels), count)
    marginals = np.zeros(shape)
    marginals.ravel()[place] = count
    return ClusterSums(np.column_stack([agree, marginals]), _nominal_alpha)


def _nominal_alpha(sums: Numbers) -> Numbers:
    """Take agreeing pairs and marginals to 1 - D_o / D_e."""
    n_k = sums[:, 1:]
    n = n_k.sum(axis=1)
    return _alpha((n - 1) * (n - sums[:, 0]), n * n - np.einsum("ij,ij->i", n_k, n_k))


@dataclass(frozen=True, slots=True, eq=False)
class _ManyLabels:
    """Nominal alpha where a dense table of clusters by labels would be too large.

    `count[i]` ratings of cluster `cluster[i]` have label `label[i]`; every such pair occurs once.
    """

    agree: Numbers
    cluster: Codes
    label: Codes
    count: Numbers

    @property
    def n_clusters(self) -> int:
        return len(self.agree)

    def value(self) -> float:
        return float(self.weighted(np.ones((1, self.n_clusters)))[0])

    def without_each(self) -> Numbers:
        """Expand sum_k (n_k - n_gk)^2, so that only the labels of cluster g matter."""
        n_k = np.bincount(self.label, weights=self.count)
        sums = per_cluster(
            self.cluster, self.n_clusters, self.count, self.count * n_k[self.label], self.count**2
        )
        n = n_k.sum() - sums[:, 0]
        squares = n_k @ n_k - 2 * sums[:, 1] + sums[:, 2]
        return _alpha((n - 1) * (n - self.agree.sum() + self.agree), n * n - squares)

    def weighted(self, weights: Numbers) -> Numbers:
        values = np.empty(len(weights))
        for at, row in enumerate(weights):
            n_k = np.bincount(self.label, weights=self.count * row[self.cluster])
            values[at] = _nominal_alpha(np.concatenate([[row @ self.agree], n_k])[np.newaxis])[0]
        return values


def _is_paired(n_levels: int, n_clusters: int) -> bool:
    """Tell whether a table of value pairs by cluster is small enough."""
    return n_levels <= _LONGEST_PAIRED_SCALE and n_levels * (n_levels + 1) // 2 * n_clusters <= _MOST_SUMS


def _paired(ratings: Ratings) -> ClusterSums:
    """Count every unit's values in one pass; units with one rating and what is in them only drop out."""
    n_levels = ratings.n_levels
    key = np.multiply(ratings.unit, n_levels, dtype=np.int64)
    key += ratings.code
    counts = np.bincount(key, minlength=ratings.n_units * n_levels).reshape(ratings.n_units, n_levels)
    size, cluster, n_clusters = counts.sum(axis=1), ratings.cluster, ratings.n_clusters
    if not bool((size >= 2).all()):
        kept = np.flatnonzero(size >= 2)
        counts, size = counts[kept], size[kept]
        used, cluster = np.unique(cluster[kept], return_inverse=True)
        n_clusters = len(used)
    present = np.flatnonzero(counts.any(axis=0))
    if not len(present):
        return ClusterSums(np.zeros((0, 1)), _undefined)
    sums = _pair_sums(counts[:, present].T.astype(np.float64), size, cluster, n_clusters)
    return ClusterSums(sums, partial(_paired_alpha, ratings.scale[present], ratings.level))


def _pair_sums(counts: Numbers, size: Codes, cluster: NDArray[np.integer], n_clusters: int) -> Numbers:
    """Sum coincidences over clusters: the diagonal, then k < l by row; shape `(n_clusters, n_pairs)`."""
    n_levels = len(counts)
    share = counts / (size - 1)
    low, high = np.triu_indices(n_levels, 1)
    pairs = [
        *(share[k] * (counts[k] - 1) for k in range(n_levels)),
        *(share[k] * counts[other] for k, other in zip(low, high, strict=True)),
    ]
    return per_cluster(cluster, n_clusters, *pairs)


def _paired_alpha(scale: Numbers, level: Level, sums: Numbers) -> Numbers:
    """Take coincidences (diagonal, then k < l) to 1 - D_o / D_e, each row with its own ordinal distances."""
    n_levels = len(scale)
    low, high = np.triu_indices(n_levels, 1)
    differing = sums[:, n_levels:]
    n_k = sums[:, :n_levels].copy()
    for k in range(n_levels):
        n_k[:, k] += differing[:, (low == k) | (high == k)].sum(axis=1)
    n = n_k.sum(axis=1)
    if level is Level.ORDINAL:
        position = np.cumsum(n_k, axis=1) - n_k / 2
        distance = (position[:, high] - position[:, low]) ** 2
    else:
        distance = _ratio_distance(scale[low], scale[high])[np.newaxis]
    observed = (differing * distance).sum(axis=1)
    return _alpha((n - 1) * observed, (n_k[:, low] * n_k[:, high] * distance).sum(axis=1))


def _ratio_distance(low: Numbers, high: Numbers) -> Numbers:
    total = low + high
    return np.where(total > 0, (high - low) / np.where(total > 0, total, 1.0), 0.0) ** 2


def _weighted_ordinal(ratings: Ratings, code: Codes, scale: Numbers, weights: Numbers) -> float:
    """Compute ordinal alpha as interval alpha of the values' ranks, without any table of pairs."""
    of_unit = weights[ratings.cluster]
    of_rating = of_unit[ratings.unit]
    n_k = np.bincount(code, weights=of_rating, minlength=len(scale))
    rank = (np.cumsum(n_k) - n_k / 2)[code]
    rank -= n_k.sum() / 2
    totals = [of_rating.sum(), of_rating @ rank, of_rating @ (rank * rank)]
    return float(_interval_alpha(np.array([[*totals, of_unit @ _within(ratings, rank)]]))[0])


def _weighted_ratio(ratings: Ratings, code: Codes, scale: Numbers, weights: Numbers) -> float:
    """Compute ratio alpha one unit position and one block of values at a time."""
    of_unit = weights[ratings.cluster]
    order = np.argsort(ratings.unit, kind="stable")
    values, unit = scale[code[order]], ratings.unit[order]
    share = (of_unit / (ratings.per_unit - 1))[unit]
    observed = 0.0
    for step in range(1, int(ratings.per_unit.max())):
        same = unit[step:] == unit[:-step]
        low, high = values[:-step][same], values[step:][same]
        observed += float(2 * share[step:][same] @ _ratio_distance(low, high))
    n_k = np.bincount(code, weights=of_unit[ratings.unit], minlength=len(scale))
    at_once = max(1, _BLOCK // len(scale))
    expected = sum(
        float(n_k[at : at + at_once] @ _ratio_distance(scale[at : at + at_once, np.newaxis], scale) @ n_k)
        for at in range(0, len(scale), at_once)
    )
    n = float(n_k.sum())
    return float(_alpha(np.array([(n - 1) * observed]), np.array([expected]))[0])
