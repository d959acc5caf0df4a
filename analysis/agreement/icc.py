"""The six intraclass correlations: mean squares where every rater rated every unit, REML elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtri

from analysis.agreement.notes import NO_VARIATION, TOO_FEW_RATINGS
from analysis.agreement.reml import VarianceComponents, crossed_components, one_way_components, unit_blocks
from analysis.resampling import ClusterSums, Interval, Recomputed, Resampled, per_cluster
from analysis.tables import Ratings

__all__ = [
    "FORMS",
    "MeanSquares",
    "icc",
    "icc_interval",
    "is_complete",
    "lowest_icc",
    "mean_squares",
    "raters_per_unit",
    "too_few",
    "why_undefined",
]

Numbers = NDArray[np.float64]

_DELETIONS = ((2_000, 200), (50_000, 40))
_FEWEST_DELETIONS = 20
"""Blocks that the jackknife leaves out one at a time, by the size of the table: every one is a fit."""


@dataclass(frozen=True, slots=True, eq=False)
class MeanSquares:
    """Mean squares of n units by k raters: between and within units, between raters, residual; `(n,)`."""

    n: Numbers
    k: int
    between: Numbers
    within: Numbers
    raters: Numbers
    residual: Numbers


def _single(between: Numbers, error: Numbers, k: int) -> Numbers:
    return (between - error) / (between + (k - 1) * error)


FORMS: Mapping[str, Callable[[MeanSquares], Numbers]] = {
    "icc_1_1": lambda s: _single(s.between, s.within, s.k),
    "icc_a_1": lambda s: (
        (s.between - s.residual) / (s.between + (s.k - 1) * s.residual + s.k * (s.raters - s.residual) / s.n)
    ),
    "icc_c_1": lambda s: _single(s.between, s.residual, s.k),
    "icc_1_k": lambda s: (s.between - s.within) / s.between,
    "icc_a_k": lambda s: (s.between - s.residual) / (s.between + (s.raters - s.residual) / s.n),
    "icc_c_k": lambda s: (s.between - s.residual) / s.between,
}
"""Forms by name (McGraw & Wong 1996, table 4), from mean squares."""


def is_complete(ratings: Ratings) -> bool:
    """Say whether every rater rated every unit."""
    return ratings.n_ratings == ratings.n_units * ratings.n_raters


def raters_per_unit(ratings: Ratings) -> float:
    """Harmonic mean of the number of ratings a unit has: how many raters an average is over."""
    return float(ratings.n_units / np.sum(1 / ratings.per_unit))


def icc(form: str, ratings: Ratings) -> Resampled:
    """Prepare one form; nan without residual degrees of freedom or without variation."""
    if too_few(form, ratings) or not np.ptp(ratings.values):
        return Recomputed(ratings.n_clusters, lambda _: float("nan"))
    if is_complete(ratings):
        return ClusterSums(_sums(ratings), partial(_from_sums, form, ratings.n_raters))
    fits, k = _fits(ratings), raters_per_unit(ratings)
    return Recomputed(
        ratings.n_clusters, lambda weights: fits.coefficient(form, weights, k), most_deletions=fits.deletions
    )


def too_few(form: str, ratings: Ratings) -> bool:
    """Say whether no degree of freedom is left for residuals."""
    spent = ratings.n_units + (0 if form[4] == "1" else ratings.n_raters - 1)
    return min(ratings.n_units, ratings.n_raters) < 2 or ratings.n_ratings <= spent


def why_undefined(form: str, ratings: Ratings) -> str:
    """Say why a form has no value."""
    return TOO_FEW_RATINGS if too_few(form, ratings) else NO_VARIATION


def lowest_icc(form: str, ratings: Ratings) -> float:
    """Say below what value a form cannot be: 0 from variance components, -1 / (k - 1) from mean squares."""
    if not is_complete(ratings):
        return 0.0
    return -1 / (ratings.n_raters - 1) if form in {"icc_1_1", "icc_c_1"} else -np.inf


def _sums(ratings: Ratings) -> Numbers:
    """Sum units, unit means and their squares, squares, and each rater's values over clusters."""
    values = ratings.values - ratings.values.mean()
    spread = np.empty((ratings.n_units, ratings.n_raters))
    spread[ratings.unit, ratings.rater] = values
    mean = spread.mean(axis=1)
    columns = [np.ones_like(mean), mean, mean**2, (spread**2).sum(axis=1), *spread.T]
    return per_cluster(ratings.cluster, ratings.n_clusters, *columns)


def mean_squares(sums: Numbers, k: int) -> MeanSquares:
    """Take the sums of `_sums` to mean squares; nan with fewer than two units."""
    n = np.where(sums[:, 0] > 1, sums[:, 0], np.nan)
    correction = k * sums[:, 1] ** 2 / n
    between = k * sums[:, 2] - correction
    within = sums[:, 3] - k * sums[:, 2]
    raters = (sums[:, 4:] ** 2).sum(axis=1) / n - correction
    return MeanSquares(
        n=n,
        k=k,
        between=between / (n - 1),
        within=within / (n * (k - 1)),
        raters=raters / (k - 1),
        residual=(within - raters) / ((n - 1) * (k - 1)),
    )


def _from_sums(form: str, k: int, sums: Numbers) -> Numbers:
    with np.errstate(divide="ignore", invalid="ignore"):
        return FORMS[form](mean_squares(sums, k))


class _Fits:
    """REML fits of one table, shared by the six forms; a fit for the same weights is made once."""

    def __init__(self, ratings: Ratings) -> None:
        self._blocks = unit_blocks(ratings)
        self._made: dict[tuple[bool, bytes], VarianceComponents] = {}
        self._near: dict[bool, VarianceComponents] = {}
        self.deletions = next((n for most, n in _DELETIONS if ratings.n_ratings <= most), _FEWEST_DELETIONS)

    def coefficient(self, form: str, weights: Numbers, k: float) -> float:
        """Compute one form from variance components; `k` raters in an average."""
        crossed = form[4] != "1"
        key = (crossed, weights.tobytes())
        if key not in self._made:
            fit = crossed_components if crossed else one_way_components
            near = self._near.get(crossed)
            self._made[key] = fit(self._blocks, weights, near)
            self._near.setdefault(crossed, self._made[key])
        found = self._made[key]
        error = found.residual + (found.rater if form[4] == "a" else 0.0)
        total = found.unit + (error / k if form.endswith("k") else error)
        return found.unit / total if total > 0 else float("nan")


@lru_cache(maxsize=2)
def _fits(ratings: Ratings) -> _Fits:
    return _Fits(ratings)


def icc_interval(form: str, ratings: Ratings, *, confidence: float = 0.95) -> Interval:
    """Take the F interval over independent units of a complete table.

    References
    ----------
    Shrout & Fleiss 1979, Psychol Bull 86:420; McGraw & Wong 1996, Psychol Methods 1:30, table 7.
    """
    if not is_complete(ratings) or ratings.n_units < 2 or ratings.n_raters < 2:
        return Interval(note="no analytic interval: some raters did not rate every unit")
    squares = mean_squares(_sums(ratings).sum(axis=0, keepdims=True), ratings.n_raters)
    if min(float(squares.within[0]), float(squares.residual[0])) <= 1e-12 * float(squares.between[0]):
        return Interval(note="no analytic interval: no residual variation")
    n, k, tail = ratings.n_units, ratings.n_raters, 0.5 + confidence / 2
    if form[4] == "a":
        low, high = _absolute_limits(squares, n, k, tail)
    else:
        one_way = form[4] == "1"
        error = float((squares.within if one_way else squares.residual)[0])
        freedom = n * (k - 1) if one_way else (n - 1) * (k - 1)
        ratio = float(squares.between[0]) / error
        low, high = (
            (f - 1) / (f + k - 1)
            for f in (ratio / _f(tail, n - 1, freedom), ratio * _f(tail, freedom, n - 1))
        )
    if form.endswith("k"):
        low, high = (k * limit / (1 + (k - 1) * limit) for limit in (low, high))
    return Interval(float(low), float(high), None, "analytic, independent units")


def _f(probability: float, numerator: float, denominator: float) -> float:
    return float(fdtri(numerator, denominator, probability))


def _absolute_limits(squares: MeanSquares, n: int, k: int, tail: float) -> tuple[float, float]:
    between, raters, residual = (float(x[0]) for x in (squares.between, squares.raters, squares.residual))
    value = float(FORMS["icc_a_1"](squares)[0])
    a = k * value / (n * (1 - value))
    b = 1 + k * value * (n - 1) / (n * (1 - value))
    freedom = (a * raters + b * residual) ** 2 / (
        (a * raters) ** 2 / (k - 1) + (b * residual) ** 2 / ((n - 1) * (k - 1))
    )
    lower, upper = _f(tail, n - 1, freedom), _f(tail, freedom, n - 1)
    error = k * raters + (k * n - k - n) * residual
    low = n * (between - lower * residual) / (lower * error + n * between)
    return low, n * (upper * between - residual) / (error + n * upper * between)
