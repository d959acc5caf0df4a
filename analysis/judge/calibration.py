"""What people say where the judge gives a certain value."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate, Scope
from analysis.judge.comparison import Comparison, Numbers
from analysis.judge.rows import Measured, join_notes, row_of
from analysis.judge.sums import mean, slope
from analysis.registry import Settings
from analysis.resampling import ClusterSums, Transform, per_cluster
from sim.schema.base import Level

__all__ = ["calibration", "calibration_error", "calibration_slope"]

_MOST_LEVELS = 21
_BINS = 10


def calibration_slope(comparison: Comparison) -> Measured:
    """Prepare the slope of people's mean on the judge's value; nan where the judge does not vary."""
    x, y = comparison.value, comparison.people_mean
    centre = float(x.mean()) if len(x) else 0.0
    x, y = x - centre, y - centre
    people = comparison.people
    sums = per_cluster(people.cluster, people.n_clusters, np.ones_like(x), x, y, x * x, x * y)
    return Measured(ClusterSums(sums, slope))


def calibration_error(comparison: Comparison) -> Measured:
    """Prepare the mean over units of |mean judge - mean people| of the unit's bin.

    Every value of the judge is a bin of its own; above 10 of them, 10 bins of equal mass.
    """
    people = comparison.people
    bins = _bins(comparison.value)
    n_bins = int(bins.max(initial=-1)) + 1
    difference = comparison.value - comparison.people_mean
    columns = [
        (bins == at) * weight for weight in (np.ones_like(difference), difference) for at in range(n_bins)
    ]
    sums = per_cluster(people.cluster, people.n_clusters, *columns)
    return Measured(ClusterSums(sums, _mean_absolute), f"{n_bins} bins")


def _bins(values: Numbers) -> NDArray[np.int64]:
    levels, code = np.unique(values, return_inverse=True)
    if len(levels) <= _BINS:
        return code
    share = (np.cumsum(np.bincount(code)) - 1) / len(values)
    return np.unique(np.minimum((share * _BINS).astype(np.int64), _BINS - 1)[code], return_inverse=True)[1]


def _mean_absolute(sums: Numbers) -> Numbers:
    n_bins = sums.shape[1] // 2
    n = sums[:, :n_bins].sum(axis=1)
    total = np.abs(sums[:, n_bins:]).sum(axis=1)
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)


def calibration(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make one row for every value of the judge: people's mean there, or for labels the share that agrees."""
    if comparison.level is Level.NOMINAL:
        values, code, name = comparison.people.labels, comparison.code, "share of people with this label"
    else:
        levels, code = np.unique(comparison.value, return_inverse=True)
        values, name = tuple(f"{level:.6g}" for level in levels), "mean of people"
    present = np.unique(code[code >= 0])
    if len(present) > _MOST_LEVELS:
        return
    for at in present.tolist():
        row = row_of(
            comparison, "calibration", _at(comparison.where(code == at)), settings, _transform(comparison)
        )
        note = join_notes(f"{name} where the judge says {values[at]}", row.note)
        yield row.model_copy(
            update={
                "scope": Scope.JUDGE,
                "note": note,
                **_counted(comparison, code == at),
            }
        )


def _counted(comparison: Comparison, units: NDArray[np.bool_]) -> dict[str, int]:
    people = comparison.where(units).people
    return {
        "n_units": people.n_units,
        "n_raters": people.n_raters,
        "n_ratings": people.n_ratings,
        "n_clusters": people.n_clusters,
    }


def _transform(comparison: Comparison) -> Transform:
    return Transform.LOGIT if comparison.level is Level.NOMINAL else Transform.IDENTITY


def _at(comparison: Comparison) -> Measured:
    people = comparison.people
    if comparison.level is Level.NOMINAL:
        same = (people.code == comparison.code[people.unit]).astype(np.float64)
        value = np.bincount(people.unit, weights=same, minlength=people.n_units) / people.per_unit
    else:
        value = comparison.people_mean
    sums = per_cluster(people.cluster, people.n_clusters, np.ones_like(value), value)
    return Measured(ClusterSums(sums, mean))
