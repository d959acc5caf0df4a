"""Linear mixed models with any number of crossed and nested effects, by sparse restricted likelihood.

Henderson's mixed-model equations hold fixed and random effects in one sparse symmetric matrix. Its pivots
give the determinant and its solution the estimates, so that one evaluation costs one factorisation; the
residual variance is profiled out and the ratios of deviations are found by a quasi-Newton search.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import block_array, coo_array, csc_array, csr_array, diags_array
from scipy.sparse.linalg import SuperLU, splu

from analysis.resampling.resampled import Numbers

__all__ = ["Effect", "MixedFit", "fit_mixed"]

_START, _LARGEST = 0.5, 1e3


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """A random effect: one normal value a group, times `weight` in every row (1 for an intercept)."""

    group: NDArray[np.integer]
    weight: Numbers

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return int(self.group.max()) + 1


@dataclass(frozen=True, slots=True)
class MixedFit:
    """What was estimated.

    Attributes
    ----------
    coefficients, standard_errors
        Of the fixed effects, in the order of the columns.
    variances
        By effect; 0 where the likelihood is highest at the bound.
    residual
        Variance of the residuals.
    """

    coefficients: tuple[float, ...]
    standard_errors: tuple[float, ...]
    variances: Mapping[str, float]
    residual: float


@dataclass(frozen=True, slots=True, eq=False)
class _Equations:
    """W'W, W'y and y'y of the fixed columns followed by the groups of every effect.

    Effects are written as standard normal values times their standard deviation (in residual ones), so that
    the equations stay regular where a variance is 0.
    """

    cross: coo_array
    right: Numbers
    squares: float
    n: int
    n_fixed: int
    sizes: tuple[int, ...]

    def scale(self, deviations: Numbers) -> Numbers:
        """Repeat every effect's standard deviation over its groups, 1 for fixed columns."""
        return np.concatenate([np.ones(self.n_fixed), np.repeat(deviations, self.sizes)])

    def factored(self, scale: Numbers) -> SuperLU:
        """Factor the scaled equations."""
        rows, columns = self.cross.coords
        scaled = coo_array(
            (self.cross.data * scale[rows] * scale[columns], (rows, columns)), self.cross.shape
        )
        prior = np.concatenate([np.zeros(self.n_fixed), np.ones(sum(self.sizes))])
        matrix = csc_array(scaled) + diags_array(prior, format="csc")
        options = {"SymmetricMode": True}
        return splu(csc_array(matrix), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)

    def residual(self, scale: Numbers, factors: SuperLU) -> float:
        """Estimate the residual variance."""
        right = self.right * scale
        explained = float(factors.solve(right) @ right)
        return max(self.squares - explained, 1e-300) / (self.n - self.n_fixed)

    def criterion(self, deviations: Numbers) -> float:
        """Compute -2 log REML up to a constant."""
        scale = self.scale(deviations)
        factors = self.factored(scale)
        determinant = float(np.log(np.abs(factors.U.diagonal())).sum())
        return determinant + (self.n - self.n_fixed) * float(np.log(self.residual(scale, factors)))


def fit_mixed(outcome: Numbers, fixed: Numbers, effects: Mapping[str, Effect]) -> MixedFit:
    """Fit y = X b + sum of effects + residual, all effects independent.

    Parameters
    ----------
    outcome
        Shape `(n_rows,)`.
    fixed
        Shape `(n_rows, n_fixed)`, of full rank.

    References
    ----------
    Patterson & Thompson 1971, Biometrika 58:545; Henderson 1984, Applications of Linear Models in Animal
    Breeding; Bates et al. 2015, J Stat Softw 67(1).
    """
    equations = _equations(outcome, fixed, tuple(effects.values()))
    deviations = np.full(len(effects), _START)
    if effects:
        bounds = [(0.0, _LARGEST)] * len(effects)
        found = minimize(
            equations.criterion, deviations, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-10}
        )
        deviations = np.asarray(found.x)
    scale = equations.scale(deviations)
    factors = equations.factored(scale)
    residual = equations.residual(scale, factors)
    n_fixed = fixed.shape[1]
    coefficients = factors.solve(equations.right * scale)[:n_fixed]
    inverse = factors.solve(np.eye(len(scale), n_fixed))[:n_fixed]
    return MixedFit(
        coefficients=tuple(coefficients.tolist()),
        standard_errors=tuple(np.sqrt(residual * np.diag(inverse)).tolist()),
        variances=dict(zip(effects, (deviations**2 * residual).tolist(), strict=True)),
        residual=residual,
    )


def _equations(outcome: Numbers, fixed: Numbers, effects: tuple[Effect, ...]) -> _Equations:
    rows = np.arange(len(outcome))
    parts = [
        csr_array((effect.weight, (rows, effect.group)), shape=(len(outcome), effect.n_groups))
        for effect in effects
    ]
    design = block_array([[csr_array(fixed), *parts]], format="csr")
    return _Equations(
        cross=coo_array(design.T @ design),
        right=np.asarray(design.T @ outcome, np.float64),
        squares=float(outcome @ outcome),
        n=len(outcome),
        n_fixed=fixed.shape[1],
        sizes=tuple(effect.n_groups for effect in effects),
    )
