"""Chance-corrected coefficients of any number of raters: Fleiss, Conger, Scott, Brennan-Prediger, AC1, AC2.

All are (p_a - p_e) / (1 - p_e) with the same observed agreement p_a (mean over units with at least two
ratings of the weighted share of agreeing pairs) and differ in the agreement p_e expected by chance (Gwet
2014). p_e counts all units, also those with one rating, each unit once. Categories are those of the declared
scale.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.resampling import ClusterSums, Interval, Recomputed, Resampled, per_cluster, t_quantile
from analysis.tables import Ratings
from sim.schema.base import Level

__all__ = [
    "agreement_weights",
    "analytic_interval",
    "brennan_prediger",
    "conger_kappa",
    "fleiss_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "lowest_value",
    "scott_pi",
]

Numbers = NDArray[np.float64]
Chance = Callable[[Numbers, Numbers], Numbers]

_LONGEST_SCALE = 400
_MOST_SUMS = 20_000_000


def agreement_weights(scale: Numbers, *, quadratic: bool) -> Numbers:
    """Weigh pairs of categories: 1 if equal, else 0 or 1 - (k - l)^2 / range^2; `(n_levels, n_levels)`."""
    if not quadratic or len(scale) < 2:
        return np.eye(len(scale))
    return 1 - (scale[:, np.newaxis] - scale) ** 2 / (scale.max() - scale.min()) ** 2


def _scale(ratings: Ratings) -> Numbers:
    """Numbers that weights are made of: positions at level ordinal, values above it."""
    return np.arange(ratings.n_levels, dtype=np.float64) if ratings.level is Level.ORDINAL else ratings.scale


@dataclass(frozen=True, slots=True, eq=False)
class _UnitShares:
    """What every unit adds.

    Attributes
    ----------
    agreeing
        Weighted share of agreeing pairs, 0 where there is no pair; shape `(n_units,)`.
    has_pair
        1 where a unit has two ratings, else 0; shape `(n_units,)`.
    shares
        Share of each category among the unit's ratings, shape `(n_units, n_levels)`.
    """

    agreeing: Numbers
    has_pair: Numbers
    shares: Numbers


def _unit_shares(ratings: Ratings, weights: Numbers) -> _UnitShares:
    key = ratings.unit * np.int64(ratings.n_levels) + ratings.code
    counts = np.bincount(key, minlength=ratings.n_units * ratings.n_levels)
    counts = counts.reshape(-1, ratings.n_levels).astype(np.float64)
    size = counts.sum(axis=1)
    has_pair = (size >= 2).astype(np.float64)
    agreeing = (counts * (counts @ weights - 1)).sum(axis=1) * has_pair
    return _UnitShares(agreeing / np.maximum(size * (size - 1), 1), has_pair, counts / size[:, np.newaxis])


def _coefficient(ratings: Ratings, weights: Numbers, chance: Chance) -> Resampled:
    units = _unit_shares(ratings, weights)
    columns = [units.agreeing, units.has_pair, np.ones(ratings.n_units), *units.shares.T]
    sums = per_cluster(ratings.cluster, ratings.n_clusters, *columns)
    return ClusterSums(sums, partial(_corrected, weights, chance))


def _corrected(weights: Numbers, chance: Chance, sums: Numbers) -> Numbers:
    """Take sums of agreeing pairs, units with pairs, units, and category shares to the coefficient."""
    agreeing, with_pairs, n_units, shares = sums[:, 0], sums[:, 1], sums[:, 2], sums[:, 3:]
    observed = agreeing / np.where(with_pairs > 0, with_pairs, np.nan)
    expected = chance(weights, shares / np.where(n_units > 0, n_units, np.nan)[:, np.newaxis])
    return _above_chance(observed, expected)


def _above_chance(observed: Numbers, expected: Numbers) -> Numbers:
    defined = 1 - expected > 1e-12
    return np.where(defined, (observed - expected) / np.where(defined, 1 - expected, 1.0), np.nan)


def _fleiss_chance(weights: Numbers, shares: Numbers) -> Numbers:
    return np.einsum("ik,kl,il->i", shares, weights, shares, optimize=True)


def _uniform_chance(weights: Numbers, shares: Numbers) -> Numbers:
    return np.full(len(shares), weights.sum() / weights.size)


def _gwet_chance(weights: Numbers, shares: Numbers) -> Numbers:
    q = len(weights)
    return (
        weights.sum() / (q * (q - 1)) * (shares * (1 - shares)).sum(axis=1) if q > 1 else np.ones(len(shares))
    )


def fleiss_kappa(ratings: Ratings) -> Resampled:
    """Prepare Fleiss' kappa; raters may differ from unit to unit."""
    return _coefficient(ratings, np.eye(ratings.n_levels), _fleiss_chance)


def brennan_prediger(ratings: Ratings) -> Resampled:
    """Prepare the coefficient of Brennan and Prediger: chance is uniform over the declared categories."""
    return _coefficient(ratings, np.eye(ratings.n_levels), _uniform_chance)


def gwet_ac1(ratings: Ratings) -> Resampled:
    """Prepare Gwet's AC1."""
    return _coefficient(ratings, np.eye(ratings.n_levels), _gwet_chance)


def gwet_ac2(ratings: Ratings) -> Resampled:
    """Prepare Gwet's AC2 with quadratic weights; nan for more than 400 categories."""
    if ratings.n_levels > _LONGEST_SCALE:
        return Recomputed(ratings.n_clusters, lambda _: float("nan"))
    return _coefficient(ratings, agreement_weights(_scale(ratings), quadratic=True), _gwet_chance)


def lowest_value(ratings: Ratings, *, quadratic: bool) -> float:
    """Say below what value Gwet's coefficients and that of Brennan and Prediger cannot be: -p_e / (1 - p_e).

    That is where no pair agrees and chance agreement p_e is as high as it can be, sum w_kl / q^2.
    """
    if not 2 <= ratings.n_levels <= _LONGEST_SCALE:
        return -np.inf
    chance = float(agreement_weights(_scale(ratings), quadratic=quadratic).mean())
    return -chance / (1 - chance)


def scott_pi(ratings: Ratings) -> Resampled:
    """Prepare Scott's pi of exactly two raters over the units both rated; else nan."""
    kept = ratings.where((ratings.per_unit == 2)[ratings.unit])
    if ratings.n_raters != 2 or not kept.n_units:
        return Recomputed(ratings.n_clusters, lambda _: float("nan"))
    return fleiss_kappa(kept)


def conger_kappa(ratings: Ratings) -> Resampled:
    """Prepare Conger's kappa: chance from each rater's own marginals."""
    n_cells = ratings.n_raters * ratings.n_levels
    units = _unit_shares(ratings, np.eye(ratings.n_levels))
    pairs = per_cluster(ratings.cluster, ratings.n_clusters, units.agreeing, units.has_pair)
    cell = ratings.rater * np.int64(ratings.n_levels) + ratings.code
    statistic = partial(_conger, ratings.n_levels)
    of_rating = ratings.cluster[ratings.unit]
    if ratings.n_clusters * n_cells <= _MOST_SUMS:
        key = of_rating * np.int64(n_cells) + cell
        counts = np.bincount(key, minlength=ratings.n_clusters * n_cells).reshape(-1, n_cells)
        return ClusterSums(np.hstack([pairs, counts.astype(np.float64)]), statistic)

    def compute(weights: Numbers) -> float:
        counts = np.bincount(cell, weights=weights[of_rating], minlength=n_cells).astype(np.float64)
        return float(statistic(np.concatenate([weights @ pairs, counts])[np.newaxis])[0])

    return Recomputed(ratings.n_clusters, compute)


def _conger(n_levels: int, sums: Numbers) -> Numbers:
    """Take sums of agreeing pairs, units with pairs, and raters' counts to Conger's kappa."""
    counts = sums[:, 2:].reshape(len(sums), -1, n_levels)
    total = counts.sum(axis=2, keepdims=True)
    present = total[:, :, 0] > 0
    n_raters = present.sum(axis=1)
    marginals = counts / np.maximum(total, 1)
    summed = marginals.sum(axis=1)
    # sum over pairs of different raters of p_gk p_hk, which is what mean and covariance come to
    across = (summed**2).sum(axis=1) - (marginals**2).sum(axis=(1, 2))
    expected = across / np.maximum(n_raters * (n_raters - 1), 1)
    observed = sums[:, 0] / np.where(sums[:, 1] > 0, sums[:, 1], np.nan)
    return np.where(n_raters > 1, _above_chance(observed, expected), np.nan)


def analytic_interval(
    ratings: Ratings, *, quadratic: bool, chance: str, confidence: float = 0.95
) -> Interval:
    """Take Gwet's linearised standard error over independent units, with t(n - 1).

    Parameters
    ----------
    chance
        `fleiss`, `uniform` or `gwet`.

    References
    ----------
    Gwet 2008, Br J Math Stat Psychol 61:29; 2014, Handbook of Inter-Rater Reliability, chapter 5.
    """
    weights = agreement_weights(_scale(ratings), quadratic=quadratic)
    units = _unit_shares(ratings, weights)
    n, with_pairs = ratings.n_units, units.has_pair.sum()
    if with_pairs < 2:
        return Interval(note="no interval: fewer than 2 units with pairs")
    mean = units.shares.mean(axis=0)
    q = ratings.n_levels
    match chance:
        case "fleiss":
            expected = float(mean @ weights @ mean)
            per_unit = units.shares @ (weights @ mean)
        case "gwet":
            factor = weights.sum() / (q * (q - 1))
            expected = float(factor * (mean * (1 - mean)).sum())
            per_unit = factor * (units.shares @ (1 - mean))
        case _:
            expected = weights.sum() / q**2
            per_unit = np.full(n, expected)
    value = (units.agreeing.sum() / with_pairs - expected) / (1 - expected)
    own = n / with_pairs * (units.agreeing - expected * units.has_pair) / (1 - expected)
    linear = own - 2 * (1 - value) * (per_unit - expected) / (1 - expected)
    error = float(np.sqrt(((linear - value) ** 2).sum() / (n * (n - 1))))
    margin = t_quantile(0.5 + confidence / 2, n - 1) * error
    return Interval(value - margin, min(1.0, value + margin), error, "analytic, independent units")
