"""Statistics of rows that share environments and raters: value, influence of every row, four intervals.

A statistic is a function of sums over rows, linearised (the delta method), or any estimate whose influence
values are known. Its interval is symmetric on the scale it is linearised on and taken back from there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from analysis.resampling.intervals import Interval, t_quantile
from analysis.resampling.resampled import Numbers
from analysis.resampling.variance import clustered_variance

__all__ = ["Clustering", "Clusters", "Linearised", "clustered_interval", "clustered_p_value", "linearise"]

_STEP = 1e-5
_FEW = 10


class Clustering(StrEnum):
    """What is taken as independent."""

    TWO_WAY = "two-way clustered"
    ENVIRONMENT = "clustered by environment"
    RATER = "clustered by rater"
    NAIVE = "naive: every rating independent"


def _same(values: Numbers) -> Numbers:
    return values


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Clusters of every row, whole numbers from 0, `(n_rows,)`; `rater` is None where rows have none."""

    environment: NDArray[np.integer]
    rater: NDArray[np.integer] | None

    @property
    def n_environments(self) -> int:
        """Number of environments that occur."""
        return len(np.unique(self.environment))

    @property
    def n_raters(self) -> int:
        """Number of raters that occur; 0 where rows have none."""
        return 0 if self.rater is None else len(np.unique(self.rater))


@dataclass(frozen=True, slots=True, eq=False)
class Linearised:
    """An estimate and what each row adds to its error.

    Attributes
    ----------
    scaled
        The estimate on the scale on which its interval is symmetric; nan or infinite where undefined.
    influence
        On that scale, shape `(n_rows,)`.
    back
        Takes values of that scale to the statistic's own, rising.
    """

    scaled: float
    influence: Numbers
    back: Callable[[Numbers], Numbers] = _same

    @property
    def value(self) -> float:
        """The estimate on its own scale."""
        return float(self.back(np.array(self.scaled)))


@dataclass(frozen=True, slots=True)
class _Error:
    standard_error: float
    degrees_of_freedom: float
    note: str


def linearise(
    columns: Numbers, statistic: Callable[[Numbers], Numbers], back: Callable[[Numbers], Numbers] = _same
) -> Linearised:
    """Linearise a function of column sums around the sums that were found.

    Parameters
    ----------
    columns
        Shape `(n_rows, n_sums)`.
    statistic
        Takes sums of shape `(n, n_sums)` to values of shape `(n,)` on the scale of the interval.
    """
    with np.errstate(all="ignore"):
        total = columns.sum(axis=0)
        scaled = float(statistic(total[np.newaxis])[0])
        steps = np.diag(_STEP * np.maximum(np.abs(total), np.abs(columns).sum(axis=0) + 1e-300))
        gradient = (statistic(total + steps) - statistic(total - steps)) / (2 * np.diag(steps))
        return Linearised(scaled, columns @ gradient, back)


def clustered_interval(
    statistic: Linearised, clusters: Clusters, method: Clustering, *, confidence: float = 0.95
) -> Interval:
    """Make the interval of one method, named in its note.

    The two-way interval has t(min(G_environments, G_raters) - 1). With one kind of cluster alone it is
    clustered by that kind, and says so.

    References
    ----------
    Cameron, Gelbach & Miller 2011, J Bus Econ Stat 29:238.
    """
    error = _error(statistic, clusters, method)
    if isinstance(error, str):
        return Interval(note=error)
    if error.standard_error <= 1e-9 * max(1.0, abs(statistic.scaled)):
        return Interval(note=f"no interval: no variation ({error.note})")
    margin = t_quantile(0.5 + confidence / 2, error.degrees_of_freedom) * error.standard_error
    low, high = statistic.back(statistic.scaled + np.array([-margin, margin]))
    return Interval(float(low), float(high), error.standard_error, error.note)


def clustered_p_value(statistic: Linearised, clusters: Clusters, null: float = 0.0) -> float:
    """Test two-sided, by the two-way variance and its t, that the estimate is `null` on its scale; or nan."""
    error = _error(statistic, clusters, Clustering.TWO_WAY)
    if isinstance(error, str) or error.standard_error <= 1e-9 * max(1.0, abs(statistic.scaled)):
        return np.nan
    return float(2 * stdtr(error.degrees_of_freedom, -abs(statistic.scaled - null) / error.standard_error))


def _error(statistic: Linearised, clusters: Clusters, method: Clustering) -> _Error | str:
    """Find the standard error of one method, or say why there is none."""
    influence, rater = statistic.influence, clusters.rater
    n_environments, n_raters = clusters.n_environments, clusters.n_raters
    if method is Clustering.TWO_WAY and n_raters >= 2 and n_environments >= 2 and rater is not None:
        variance = clustered_variance(influence, clusters.environment, rater)
        notes = (method, variance.note, _few(n_environments, "environments"), _few(n_raters, "raters"))
        note = "; ".join(part for part in notes if part)
        return _Error(float(np.sqrt(variance.two_way)), variance.degrees_of_freedom, note)
    if method is Clustering.TWO_WAY:
        method = Clustering.ENVIRONMENT if n_environments >= 2 else Clustering.RATER
    groups = {
        Clustering.ENVIRONMENT: clusters.environment,
        Clustering.RATER: rater,
    }.get(method, np.arange(len(influence)))
    n_groups = 0 if groups is None else len(np.unique(groups))
    if groups is None or n_groups < 2:
        return f"no interval: fewer than 2 clusters ({method})"
    variance = clustered_variance(influence, groups, groups).first
    return _Error(float(np.sqrt(variance)), n_groups - 1, method)


def _few(n_clusters: int, kind: str) -> str:
    return f"only {n_clusters} {kind}: the interval may be too short" if n_clusters < _FEW else ""
