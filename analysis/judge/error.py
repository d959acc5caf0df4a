"""How far a judge's numbers lie from the mean of people's: MAE, RMSE, bias, limits of agreement."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from analysis.estimate import Estimate
from analysis.judge.comparison import Comparison, Numbers
from analysis.judge.rows import NO_DIRECTION, Measured, join_notes, row_of
from analysis.judge.sums import mean
from analysis.registry import Settings
from analysis.resampling import ClusterSums, clustered_variance, per_cluster, t_quantile

__all__ = ["bias", "limit_of_agreement", "mae", "rmse"]

_ENOUGH_RATERS = 10
_NORMAL_95 = 1.959963984540054


def _differences(comparison: Comparison) -> Numbers:
    return comparison.value - comparison.people_mean


def _sums(comparison: Comparison, *columns: Numbers) -> Numbers:
    people = comparison.people
    return per_cluster(people.cluster, people.n_clusters, *columns)


def mae(comparison: Comparison) -> Measured:
    """Prepare the mean of |judge - people|."""
    difference = np.abs(_differences(comparison))
    return Measured(ClusterSums(_sums(comparison, np.ones_like(difference), difference), mean))


def rmse(comparison: Comparison) -> Measured:
    """Prepare the root of the mean of (judge - people)^2."""
    difference = _differences(comparison)
    sums = _sums(comparison, np.ones_like(difference), difference * difference)
    return Measured(ClusterSums(sums, lambda rows: np.sqrt(mean(rows))))


def bias(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make the row of the mean of judge - people; positive where the judge is more generous.

    With several people its interval is for other people too: two-way over clusters and people, since people
    differ in severity. The note has the interval for these people alone.
    """
    if comparison.people.swap is not None:
        yield row_of(comparison, "bias", Measured(None, NO_DIRECTION), settings)
        return
    difference = _differences(comparison)
    sums = _sums(comparison, np.ones_like(difference), difference)
    row = row_of(comparison, "bias", Measured(ClusterSums(sums, mean)), settings)
    people = comparison.people
    if row.value is None or people.n_raters < 2 or people.n_clusters < 2:
        yield row
        return
    error = comparison.value[people.unit] - people.values - row.value
    influence = error / people.per_unit[people.unit] / people.n_units
    variance = clustered_variance(influence, people.cluster[people.unit], people.rater)
    margin = t_quantile(0.975, variance.degrees_of_freedom) * np.sqrt(variance.two_way)
    few = "fewer than 10 people: wide" if people.n_raters < _ENOUGH_RATERS else ""
    own = "" if row.low is None else f"for these people alone {row.low:.3f} to {row.high:.3f}"
    note = join_notes("interval over clusters and people", own, few, variance.note)
    bounds = {"low": row.value - float(margin), "high": row.value + float(margin)} if margin > 0 else {}
    yield row.model_copy(update={**bounds, "note": note if bounds else row.note})


def limit_of_agreement(sign: int, comparison: Comparison) -> Measured:
    """Prepare bias + sign * 1.96 s, s the standard deviation of the differences of single units."""
    if comparison.people.swap is not None:
        return Measured(None, NO_DIRECTION)
    difference = _differences(comparison)
    sums = _sums(comparison, np.ones_like(difference), difference, difference * difference)
    return Measured(ClusterSums(sums, partial(_limit, sign)))


def _limit(sign: int, sums: Numbers) -> Numbers:
    n, total, squares = sums.T
    mean = total / np.maximum(n, 1)
    variance = np.maximum(squares - n * mean * mean, 0.0) / np.maximum(n - 1, 1)
    return np.where(n > 1, mean + sign * _NORMAL_95 * np.sqrt(variance), np.nan)
