"""Variance components of units, raters and residual by restricted maximum likelihood, for any missing cells.

The model is y_ur = mu + a_u + b_r + e_ur with normal effects. Units are eliminated exactly (their block of
the mixed-model equations is diagonal), so that a fit needs only sums over units of equal size and systems as
large as the number of raters (Henderson 1984; Patterson & Thompson 1971).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from analysis.tables import Ratings

__all__ = ["UnitBlocks", "VarianceComponents", "crossed_components", "one_way_components", "unit_blocks"]

Numbers = NDArray[np.float64]

_LARGEST_LOG_RATIO = 18.0
_DIFFERENCE = 1e-3
_SMALLEST_STEP = 1e-6
_MOST_STEPS = 60


@dataclass(frozen=True, slots=True)
class VarianceComponents:
    """Variances of unit effects, rater effects (0 in the one-way model) and residuals."""

    unit: float
    rater: float
    residual: float


@dataclass(frozen=True, slots=True, eq=False)
class UnitBlocks:
    """A table by unit.

    Attributes
    ----------
    has
        1 where a rater rated a unit, else 0; shape `(n_units, n_raters)`.
    values
        Centred values, 0 where there is none; shape `(n_units, n_raters)`.
    size
        Ratings of every unit, shape `(n_units,)`.
    cluster
        Cluster of every unit, shape `(n_units,)`.
    """

    has: Numbers
    values: Numbers
    size: NDArray[np.int64]
    cluster: NDArray[np.int32]


def unit_blocks(ratings: Ratings) -> UnitBlocks:
    """Spread a table out by unit."""
    has = np.zeros((ratings.n_units, ratings.n_raters))
    values = np.zeros_like(has)
    has[ratings.unit, ratings.rater] = 1
    values[ratings.unit, ratings.rater] = ratings.values - ratings.values.mean()
    return UnitBlocks(has, values, ratings.per_unit, ratings.cluster)


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """Weighted sums over units: W'W and W'y, and by unit size what elimination subtracts from them.

    W has a column of ones and, in the crossed model, one column a rater.
    """

    n: float
    squares: float
    cross: Numbers
    right: Numbers
    sizes: Numbers
    n_units: Numbers
    cross_by_size: Numbers
    right_by_size: Numbers
    squares_by_size: Numbers

    def minus(self, other: "_Sums") -> "_Sums":
        """Take the sums of some units away; both have the same sizes in the same order."""
        return _Sums(
            n=self.n - other.n,
            squares=self.squares - other.squares,
            cross=self.cross - other.cross,
            right=self.right - other.right,
            sizes=self.sizes,
            n_units=self.n_units - other.n_units,
            cross_by_size=self.cross_by_size - other.cross_by_size,
            right_by_size=self.right_by_size - other.right_by_size,
            squares_by_size=self.squares_by_size - other.squares_by_size,
        )


def _sums(blocks: UnitBlocks, weights: Numbers, *, crossed: bool) -> _Sums:
    """Sum over clusters; where some are left out, subtract them from the sums of all."""
    left_out = weights == 0
    if 0 < 2 * int(left_out.sum()) < len(weights) and bool((weights[~left_out] == 1).all()):
        return _whole(blocks, crossed).minus(_part(blocks, left_out, crossed=crossed))
    return _weighted_sums(blocks, weights[blocks.cluster], np.unique(blocks.size), crossed=crossed)


@lru_cache(maxsize=4)
def _whole(blocks: UnitBlocks, crossed: bool) -> _Sums:
    return _weighted_sums(blocks, np.ones(len(blocks.size)), np.unique(blocks.size), crossed=crossed)


def _part(blocks: UnitBlocks, clusters: NDArray[np.bool_], *, crossed: bool) -> _Sums:
    rows = np.flatnonzero(clusters[blocks.cluster])
    part = UnitBlocks(blocks.has[rows], blocks.values[rows], blocks.size[rows], blocks.cluster[rows])
    return _weighted_sums(part, np.ones(len(rows)), np.unique(blocks.size), crossed=crossed)


def _weighted_sums(blocks: UnitBlocks, weight: Numbers, sizes: NDArray[np.int64], *, crossed: bool) -> _Sums:
    total = blocks.values.sum(axis=1)
    size = blocks.size.astype(np.float64)
    columns = np.column_stack([size, blocks.has]) if crossed else size[:, np.newaxis]
    members = [_rows(blocks.size == each, weight) for each in sizes]
    counts = weight @ blocks.has
    by_rater = weight @ blocks.values
    n = float(counts.sum())
    cross = np.array([[n]])
    right = np.array([by_rater.sum()])
    if crossed:
        cross = np.block([[cross, counts[np.newaxis]], [counts[:, np.newaxis], np.diag(counts)]])
        right = np.concatenate([right, by_rater])
    weighted = columns if bool((weight == 1).all()) else columns * weight[:, np.newaxis]
    return _Sums(
        n=n,
        squares=float(weight @ (blocks.values**2).sum(axis=1)),
        cross=cross,
        right=right,
        sizes=sizes.astype(np.float64),
        n_units=np.array([weight[rows].sum() for rows in members]),
        cross_by_size=np.array([weighted[rows].T @ columns[rows] for rows in members]),
        right_by_size=np.array([weighted[rows].T @ total[rows] for rows in members]),
        squares_by_size=np.array([weight[rows] @ total[rows] ** 2 for rows in members]),
    )


def _rows(chosen: NDArray[np.bool_], weight: Numbers) -> NDArray[np.int64] | slice:
    """Choose rows that count; all of them as a slice, which copies nothing."""
    rows = chosen & (weight > 0)
    return slice(None) if bool(rows.all()) else np.flatnonzero(rows)


_FEWEST_RATINGS = 2
_NOTHING = VarianceComponents(float("nan"), float("nan"), float("nan"))


def one_way_components(
    blocks: UnitBlocks, weights: Numbers, near: VarianceComponents | None = None
) -> VarianceComponents:
    """Fit y_ur = mu + a_u + e_ur, with clusters counted as often as `weights` says; `near` speeds it up.

    With fewer than two ratings there is nothing to fit: every component is nan.
    """
    sums = _sums(blocks, weights, crossed=False)
    if sums.n < _FEWEST_RATINGS:
        return _NOTHING
    start = [0.0] if near is None else [_log_ratio(near.unit, near.residual)]
    best = _minimise(lambda logs: _criterion(sums, exp(logs[0]), None)[0], start)
    residual = _criterion(sums, exp(best[0]), None)[1]
    return VarianceComponents(_variance(best[0], residual), 0.0, residual)


def crossed_components(
    blocks: UnitBlocks, weights: Numbers, near: VarianceComponents | None = None
) -> VarianceComponents:
    """Fit y_ur = mu + a_u + b_r + e_ur, clusters counted as often as `weights` says; `near` speeds it up.

    With fewer than two ratings there is nothing to fit: every component is nan.
    """
    sums = _sums(blocks, weights, crossed=True)
    if sums.n < _FEWEST_RATINGS:
        return _NOTHING
    start = [0.0, -2.0]
    if near is not None:
        start = [_log_ratio(near.unit, near.residual), _log_ratio(near.rater, near.residual)]
    best = _minimise(lambda logs: _criterion(sums, exp(logs[0]), exp(logs[1]))[0], start)
    residual = _criterion(sums, exp(best[0]), exp(best[1]))[1]
    return VarianceComponents(_variance(best[0], residual), _variance(best[1], residual), residual)


def _log_ratio(variance: float, residual: float) -> float:
    return log(variance / residual) if variance > 0 else -6.0


def _variance(log_ratio: float, residual: float) -> float:
    return exp(log_ratio) * residual if log_ratio > -_LARGEST_LOG_RATIO + 1 else 0.0


def _minimise(criterion: Callable[[Numbers], float], start: list[float]) -> list[float]:
    """Find the minimum by damped Newton steps on differences; a variance of 0 ends at the lower bound."""
    point = np.array(start)
    here = criterion(point)
    for _ in range(_MOST_STEPS):
        gradient, curvature = _derivatives(criterion, point, here)
        eigenvalues, vectors = np.linalg.eigh(curvature)
        # where the criterion is not convex, or nearly flat, a step of at most 2 downhill
        along = vectors.T @ gradient / np.maximum(np.abs(eigenvalues), 1e-8)
        step = -np.clip(vectors @ along, -2, 2)
        size = 1.0
        while size > 1e-4:
            there = np.clip(point + size * step, -_LARGEST_LOG_RATIO, _LARGEST_LOG_RATIO)
            value = criterion(there)
            if value <= here:
                break
            size /= 4
        else:
            break
        moved = float(np.abs(there - point).max())
        point, here = there, value
        if moved < _SMALLEST_STEP:
            break
    return point.tolist()


def _derivatives(
    criterion: Callable[[Numbers], float], point: Numbers, here: float
) -> tuple[Numbers, Numbers]:
    """Gradient and curvature by central differences."""
    steps = np.eye(len(point)) * _DIFFERENCE
    up = np.array([criterion(point + step) for step in steps])
    down = np.array([criterion(point - step) for step in steps])
    curvature = np.diag((up + down - 2 * here) / _DIFFERENCE**2)
    if len(point) == 2:
        both = criterion(point + steps.sum(axis=0)) + criterion(point - steps.sum(axis=0))
        cross = (both + 2 * here - up.sum() - down.sum()) / (2 * _DIFFERENCE**2)
        curvature[0, 1] = curvature[1, 0] = cross
    return (up - down) / (2 * _DIFFERENCE), curvature


def _criterion(sums: _Sums, unit_ratio: float, rater_ratio: float | None) -> tuple[float, float]:
    """Compute -2 log REML up to a constant, with the residual variance profiled out, and that variance."""
    shrink = 1 / (sums.sizes + 1 / unit_ratio)
    matrix = sums.cross - np.tensordot(shrink, sums.cross_by_size, axes=1)
    if rater_ratio is not None:
        matrix[np.arange(1, len(matrix)), np.arange(1, len(matrix))] += 1 / rater_ratio
    right = sums.right - shrink @ sums.right_by_size
    explained = float(right @ np.linalg.solve(matrix, right))
    left_over = sums.squares - float(shrink @ sums.squares_by_size) - explained
    residual = max(left_over, 1e-300) / (sums.n - 1)
    determinant = float(np.linalg.slogdet(matrix)[1])
    determinant += float(sums.n_units @ np.log1p(sums.sizes * unit_ratio))
    if rater_ratio is not None:
        determinant += (len(matrix) - 1) * log(rater_ratio)
    return (sums.n - 1) * log(residual) + determinant, residual
