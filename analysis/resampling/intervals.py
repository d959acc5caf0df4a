"""Intervals by leaving out clusters or by drawing them anew."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from scipy.special import stdtrit

from analysis.resampling.resampled import Numbers, Resampled
from analysis.resampling.weights import bootstrap_weights

__all__ = [
    "Interval",
    "Transform",
    "bootstrap_interval",
    "bootstrap_replicates",
    "jackknife_interval",
    "t_quantile",
]

_CELLS_AT_ONCE = 4_000_000
_MOST_WORKERS = 4
_SMALLEST_SHARE = 0.95
_FEW_CLUSTERS = 5


class Transform(StrEnum):
    """Scale on which a jackknife interval is symmetric."""

    IDENTITY = "identity"
    LOG_COMPLEMENT = "-log(1-x) from -1 to 1"
    UNBOUNDED_LOG_COMPLEMENT = "-log(1-x) below 1"
    LOGIT = "logit"
    FISHER = "artanh"

    def forward(self, values: Numbers) -> Numbers:
        """Take values to the scale; infinite or nan outside its domain."""
        with np.errstate(divide="ignore", invalid="ignore"):
            match self:
                case Transform.LOG_COMPLEMENT | Transform.UNBOUNDED_LOG_COMPLEMENT:
                    return -np.log(1 - values)
                case Transform.LOGIT:
                    return np.log(values) - np.log1p(-values)
                case Transform.FISHER:
                    return np.arctanh(values)
                case _:
                    return values

    def bounded(self, values: Numbers) -> Numbers:
        """Cut off what lies outside the domain."""
        match self:
            case Transform.LOG_COMPLEMENT | Transform.FISHER:
                return np.clip(values, -1.0, 1.0)
            case Transform.UNBOUNDED_LOG_COMPLEMENT:
                return np.minimum(values, 1.0)
            case Transform.LOGIT:
                return np.clip(values, 0.0, 1.0)
            case _:
                return values

    def back(self, values: Numbers) -> Numbers:
        """Undo `forward`."""
        match self:
            case Transform.LOG_COMPLEMENT | Transform.UNBOUNDED_LOG_COMPLEMENT:
                return 1 - np.exp(-values)
            case Transform.LOGIT:
                return 1 / (1 + np.exp(-values))
            case Transform.FISHER:
                return np.tanh(values)
            case _:
                return values


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval, or the reason why there is none.

    Attributes
    ----------
    low, high
        None where there is no interval.
    standard_error
        On the statistic's own scale; None where there is none.
    note
        Why there is no interval, or what is unusual about it; else "".
    """

    low: float | None = None
    high: float | None = None
    standard_error: float | None = None
    note: str = ""


def jackknife_interval(
    statistic: Resampled, transform: Transform = Transform.IDENTITY, *, confidence: float = 0.95
) -> Interval:
    """Leave out one cluster at a time; the interval is symmetric on the transformed scale, with t(G - 1).

    References
    ----------
    Efron & Stein 1981; Tukey 1958 for t with G - 1 degrees of freedom.
    """
    if statistic.n_clusters < 2:
        return Interval(note="no interval: fewer than 2 clusters")
    value, without = statistic.value(), statistic.without_each()
    if not np.isfinite(value) or not np.isfinite(without).all():
        return Interval(note="no interval: leaving out one cluster leaves nothing to compute the value from")
    error = _jackknife_error(without)
    if error <= 1e-12 * max(1.0, abs(value)):
        return Interval(note="no interval: no variation between clusters")
    scale, note, raw = transform, "", np.array([value, *without])
    if not np.isfinite(transform.forward(raw)).all():
        scale, note = Transform.IDENTITY, "interval on the untransformed scale: a value lies on its bound"
    scaled = scale.forward(raw)
    margin = t_quantile(0.5 + confidence / 2, len(without) - 1) * _jackknife_error(scaled[1:])
    low, high = transform.bounded(scale.back(scaled[0] + np.array([-margin, margin])))
    if statistic.n_clusters < _FEW_CLUSTERS:
        note = f"{note}; " * bool(note) + f"only {statistic.n_clusters} clusters: the interval says little"
    return Interval(float(low), float(high), error, note)


def t_quantile(probability: float, degrees_of_freedom: float) -> float:
    """Quantile of Student's t."""
    return float(stdtrit(degrees_of_freedom, probability))


def _jackknife_error(without: Numbers) -> float:
    n = len(without)
    return float(np.sqrt((n - 1) / n * np.sum((without - without.mean()) ** 2)))


def bootstrap_replicates(statistic: Resampled, rng: np.random.Generator, *, n_replicates: int) -> Numbers:
    """Draw clusters with replacement; shape `(n_replicates,)`, nan where a replicate is undefined.

    Many replicates are made in blocks with random streams of their own, side by side: the result does not
    depend on how many processors there are.
    """
    n_clusters = statistic.n_clusters
    at_once = max(1, min(n_replicates, _CELLS_AT_ONCE // max(1, n_clusters)))
    sizes = [min(at_once, n_replicates - start) for start in range(0, n_replicates, at_once)]

    def block(size: int, stream: np.random.Generator) -> Numbers:
        return statistic.weighted(bootstrap_weights(n_clusters, size, stream))

    if len(sizes) == 1:
        return block(n_replicates, rng)
    with ThreadPoolExecutor(max_workers=min(len(sizes), os.cpu_count() or 1, _MOST_WORKERS)) as pool:
        return np.concatenate(list(pool.map(block, sizes, rng.spawn(len(sizes)))))


def bootstrap_interval(
    statistic: Resampled, rng: np.random.Generator, *, n_replicates: int = 2000, confidence: float = 0.95
) -> Interval:
    """Take the percentiles of the cluster bootstrap. With few clusters it covers less than it says.

    References
    ----------
    Efron & Tibshirani 1993, chapter 13.
    """
    if statistic.n_clusters < 2:
        return Interval(note="no interval: fewer than 2 clusters")
    replicates = bootstrap_replicates(statistic, rng, n_replicates=n_replicates)
    defined = replicates[np.isfinite(replicates)]
    if len(defined) < _SMALLEST_SHARE * n_replicates:
        return Interval(
            note=f"no interval: undefined in {n_replicates - len(defined)} of {n_replicates} replicates"
        )
    low, high = np.quantile(defined, [0.5 - confidence / 2, 0.5 + confidence / 2])
    note = (
        "" if len(defined) == n_replicates else f"{n_replicates - len(defined)} undefined replicates left out"
    )
    return Interval(float(low), float(high), float(defined.std(ddof=1)), note)
