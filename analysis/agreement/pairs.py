"""Kappa of every two raters over the units both rated."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from analysis.agreement.coefficients import agreement_weights
from analysis.agreement.notes import NO_VARIATION, SYMMETRISED, join_notes
from analysis.estimate import Estimate, Scope
from analysis.registry import IntervalMethod, Settings, interval_of
from analysis.resampling import ClusterSums, Interval, Transform, per_cluster
from analysis.tables import Ratings, symmetrised
from sim.schema.base import Level

__all__ = ["PairTable", "kappa_of_pairs", "pair_kappa", "rater_pairs"]

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PairTable:
    """Two raters' codes of the units both rated; all of shape `(n_shared_units,)`."""

    rater: int
    rater_2: int
    code: Codes
    code_2: Codes
    cluster: Codes

    @property
    def n_units(self) -> int:
        """Number of units both rated."""
        return len(self.code)


def rater_pairs(ratings: Ratings) -> Iterator[PairTable]:
    """Take every two raters with shared units, in order of their names."""
    order = np.argsort(ratings.rater, kind="stable")
    starts = np.searchsorted(ratings.rater[order], np.arange(ratings.n_raters + 1))
    rows = [order[starts[rater] : starts[rater + 1]] for rater in range(ratings.n_raters)]
    code_of_unit = np.full(ratings.n_units, -1, np.int64)
    for rater, rater_2 in combinations(range(ratings.n_raters), 2):
        unit = ratings.unit[rows[rater]]
        code_of_unit[unit] = ratings.code[rows[rater]]
        other = rows[rater_2][code_of_unit[ratings.unit[rows[rater_2]]] >= 0]
        shared = ratings.unit[other]
        if len(shared):
            code = code_of_unit[shared]
            cluster = np.unique(ratings.cluster[shared], return_inverse=True)[1]
            yield PairTable(rater, rater_2, code, ratings.code[other].astype(np.int64), cluster)
        code_of_unit[unit] = -1


def pair_kappa(pair: PairTable, weights: Numbers) -> ClusterSums:
    """Prepare 1 - sum v p_kl / sum v p_k. p_.l with v = 1 - w; nan where both raters are constant alike."""
    n_levels = len(weights)
    n_clusters = int(pair.cluster.max()) + 1
    disagreement = 1 - weights
    differs = per_cluster(pair.cluster, n_clusters, disagreement[pair.code, pair.code_2])
    tables = [
        np.bincount(pair.cluster * n_levels + code, minlength=n_clusters * n_levels)
        .reshape(-1, n_levels)
        .astype(np.float64)
        for code in (pair.code, pair.code_2)
    ]
    return ClusterSums(np.hstack([differs, *tables]), partial(_kappa, disagreement))


def _kappa(disagreement: Numbers, sums: Numbers) -> Numbers:
    n_levels = len(disagreement)
    first, second = sums[:, 1 : n_levels + 1], sums[:, n_levels + 1 :]
    expected = ((first @ disagreement) * second).sum(axis=1)
    defined = expected > 0
    observed = sums[:, 0] * first.sum(axis=1)
    return np.where(defined, 1 - observed / np.where(defined, expected, 1.0), np.nan)


def fleiss_cohen_everitt(pair: PairTable, weights: Numbers, value: float) -> Interval:
    """Take the large-sample standard error of (weighted) kappa over independent units.

    References
    ----------
    Fleiss, Cohen & Everitt 1969, Psychol Bull 72:323, equation 8.
    """
    n_levels = len(weights)
    counts = np.bincount(pair.code * n_levels + pair.code_2, minlength=n_levels**2)
    share = counts.reshape(n_levels, n_levels) / pair.n_units
    row, column = share.sum(axis=1), share.sum(axis=0)
    expected = float(row @ weights @ column)
    mean = (weights @ column)[:, np.newaxis] + (row @ weights)
    spread = (share * (weights - mean * (1 - value)) ** 2).sum() - (value - expected * (1 - value)) ** 2
    error = float(np.sqrt(max(spread, 0.0) / pair.n_units) / (1 - expected))
    margin = float(ndtri(0.975)) * error
    return Interval(max(-1.0, value - margin), min(1.0, value + margin), error, "analytic, independent units")


def kappa_of_pairs(name: str, *, weighted: bool) -> Callable[[Ratings, Settings], Iterator[Estimate]]:
    """Make the function that gives one row for every two raters with shared units.

    Weights are 1 - (k - l)^2 / range^2 over the declared scale: positions at level ordinal, else values.
    """

    def rows(ratings: Ratings, settings: Settings) -> Iterator[Estimate]:
        positions = np.arange(ratings.n_levels, dtype=np.float64)
        scale = positions if ratings.level is Level.ORDINAL else ratings.scale
        table, weights = _on_short_scale(symmetrised(ratings), scale, weighted=weighted)
        for pair in rater_pairs(table):
            yield _row(name, ratings, pair, weights, settings)

    return rows


def _on_short_scale(ratings: Ratings, scale: Numbers, *, weighted: bool) -> tuple[Ratings, Numbers]:
    """Keep only values that occur, with weights over the range of the whole scale."""
    present, code = np.unique(ratings.code, return_inverse=True)
    weights = np.eye(len(present))
    if weighted and len(scale) > 1:
        ends = agreement_weights(np.concatenate([scale[present], [scale.min(), scale.max()]]), quadratic=True)
        weights = ends[:-2, :-2]
    return replace(ratings, code=code.astype(np.int32), scale=scale[present]), weights


def _row(name: str, ratings: Ratings, pair: PairTable, weights: Numbers, settings: Settings) -> Estimate:
    statistic = pair_kappa(pair, weights)
    value = statistic.value()
    defined = bool(np.isfinite(value))
    interval = Interval()
    if defined and settings.interval is IntervalMethod.ANALYTIC and ratings.swap is None:
        interval = fleiss_cohen_everitt(pair, weights, value)
    elif defined:
        interval = interval_of(statistic, Transform.LOG_COMPLEMENT, settings)
    n_units = pair.n_units if ratings.swap is None else pair.n_units // 2
    return Estimate(
        scope=Scope.RATER_PAIR,
        dimension=ratings.dimension,
        level=ratings.level,
        statistic=name,
        value=value if defined else None,
        low=interval.low,
        high=interval.high,
        n_units=n_units,
        n_raters=2,
        n_ratings=2 * n_units,
        n_clusters=statistic.n_clusters,
        note=join_notes(
            "" if defined else NO_VARIATION, interval.note, "" if ratings.swap is None else SYMMETRISED
        ),
        rater=ratings.rater_names[pair.rater],
        rater_2=ratings.rater_names[pair.rater_2],
    )
