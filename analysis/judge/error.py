"""How far a judge's numbers lie from the mean of people's: MAE, RMSE, bias, limits of agreement."""

from functools import partial

import numpy as np

from analysis.judge.comparison import Comparison, Numbers
from analysis.judge.rows import NO_DIRECTION, Measured
from analysis.resampling import ClusterSums, per_cluster

__all__ = ["bias", "limit_of_agreement", "mae", "rmse"]

_NORMAL_95 = 1.959963984540054


def _differences(comparison: Comparison) -> Numbers:
    return comparison.value - comparison.people_mean


def _sums(comparison: Comparison, *columns: Numbers) -> Numbers:
    people = comparison.people
    return per_cluster(people.cluster, people.n_clusters, *columns)


def mae(comparison: Comparison) -> Measured:
    """Prepare the mean of |judge - people|."""
    difference = np.abs(_differences(comparison))
    return Measured(ClusterSums(_sums(comparison, np.ones_like(difference), difference), _mean))


def rmse(comparison: Comparison) -> Measured:
    """Prepare the root of the mean of (judge - people)^2."""
    difference = _differences(comparison)
    sums = _sums(comparison, np.ones_like(difference), difference * difference)
    return Measured(ClusterSums(sums, lambda rows: np.sqrt(_mean(rows))))


def bias(comparison: Comparison) -> Measured:
    """Prepare the mean of judge - people; positive where the judge is more generous."""
    if comparison.people.swap is not None:
        return Measured(None, NO_DIRECTION)
    difference = _differences(comparison)
    return Measured(ClusterSums(_sums(comparison, np.ones_like(difference), difference), _mean))


def limit_of_agreement(sign: int, comparison: Comparison) -> Measured:
    """Prepare bias + sign * 1.96 s, s the standard deviation of the differences of single units."""
    if comparison.people.swap is not None:
        return Measured(None, NO_DIRECTION)
    difference = _differences(comparison)
    sums = _sums(comparison, np.ones_like(difference), difference, difference * difference)
    return Measured(ClusterSums(sums, partial(_limit, sign)))


def _mean(sums: Numbers) -> Numbers:
    n, total = sums.T
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)


def _limit(sign: int, sums: Numbers) -> Numbers:
    n, total, squares = sums.T
    mean = total / np.maximum(n, 1)
    variance = np.maximum(squares - n * mean * mean, 0.0) / np.maximum(n - 1, 1)
    return np.where(n > 1, mean + sign * _NORMAL_95 * np.sqrt(variance), np.nan)
