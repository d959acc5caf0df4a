"""Wins, losses and ties as a model: Davidson's, with an effect of which dialogue is shown first."""

from dataclasses import dataclass

import numpy as np

from analysis.conditions.data import Preferences
from analysis.resampling.linearised import Linearised, linearise
from analysis.resampling.resampled import Numbers

__all__ = [
    "davidson_log_odds",
    "davidson_tie",
    "first_shown_rate",
    "side_adjusted",
    "side_effect",
    "tie_rate",
]

_MOST_STEPS = 50
_TOO_LARGE = 15.0


def davidson_log_odds(data: Preferences) -> Linearised:
    """log(W / L): with two conditions the model is saturated and this is its exact solution."""
    columns = np.column_stack([data.outcome == 1, data.outcome == 0]).astype(np.float64)
    return linearise(columns, lambda sums: np.log(sums[:, 0] / sums[:, 1]))


def davidson_tie(data: Preferences) -> Linearised:
    """Ties against decisions, nu = T / sqrt(W L), on the logarithmic scale."""
    columns = np.column_stack([data.outcome == value for value in (1.0, 0.5, 0.0)]).astype(np.float64)
    return linearise(
        columns, lambda sums: np.log(sums[:, 1]) - (np.log(sums[:, 0]) + np.log(sums[:, 2])) / 2, np.exp
    )


def tie_rate(data: Preferences) -> Linearised:
    """Share of ties."""
    columns = np.column_stack([data.outcome == 0.5, np.ones(data.n_rows)]).astype(np.float64)
    return linearise(columns, lambda sums: sums[:, 0] / sums[:, 1], lambda scaled: np.clip(scaled, 0, 1))


def first_shown_rate(data: Preferences) -> Linearised:
    """Share of preferences for the dialogue shown first, ties half, where the order is known."""
    known = (data.first_shown != 0).astype(np.float64)
    chosen = np.where(data.first_shown > 0, data.outcome, 1 - data.outcome) * known
    columns = np.column_stack([chosen, known])
    return linearise(columns, lambda sums: sums[:, 0] / sums[:, 1], lambda scaled: np.clip(scaled, 0, 1))


def side_adjusted(data: Preferences) -> Linearised:
    """Log-odds of win against loss when neither dialogue has the advantage of its side."""
    return _coefficient(data, 0)


def side_effect(data: Preferences) -> Linearised:
    """Log-odds by which being shown first helps a dialogue."""
    return _coefficient(data, 1)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Coefficients `(3,)` of condition, side and log(nu), and the influence of every row `(n_rows, 3)`."""

    coefficients: Numbers
    influence: Numbers


def _coefficient(data: Preferences, at: int) -> Linearised:
    fit = _fit(data)
    if fit is None:
        return Linearised(np.nan, np.zeros(data.n_rows))
    return Linearised(float(fit.coefficients[at]), fit.influence[:, at])


def _fit(data: Preferences) -> _Fit | None:
    """Maximise the likelihood by Newton's method; None where no finite maximum exists."""
    side = data.first_shown
    if len(np.unique(side[side != 0])) < 2:
        return None
    won, tied, lost = (data.outcome == value for value in (1.0, 0.5, 0.0))
    ties = bool(tied.any())
    balance = won.astype(np.float64) - lost
    coefficients = np.zeros(3)
    free = np.array([0, 1, 2] if ties else [0, 1])
    for _ in range(_MOST_STEPS):
        half = (coefficients[0] + coefficients[1] * side) / 2
        weights = np.stack([np.exp(half), np.full_like(half, np.exp(coefficients[2]) * ties), np.exp(-half)])
        p_win, p_tie, p_loss = weights / weights.sum(axis=0)
        surprise = (balance - (p_win - p_loss)) / 2
        scores = np.column_stack([surprise, side * surprise, tied - p_tie])
        # covariances of (balance / 2, tie) under the model; side multiplies the first
        spread = (p_win + p_loss - (p_win - p_loss) ** 2) / 4
        joint = -(p_win - p_loss) * p_tie / 2
        columns = (np.ones_like(side), side)
        information = np.zeros((3, 3))
        for row, left in enumerate(columns):
            for column, right in enumerate(columns):
                information[row, column] = spread @ (left * right)
            information[row, 2] = information[2, row] = joint @ left
        information[2, 2] = float((p_tie * (1 - p_tie)).sum())
        kept = information[np.ix_(free, free)]
        if np.linalg.cond(kept) > 1e12:
            return None
        step = np.linalg.solve(kept, scores.sum(axis=0)[free])
        coefficients[free] += np.clip(step, -2, 2)
        if np.abs(coefficients).max() > _TOO_LARGE:
            return None
        if np.abs(step).max() < 1e-10:
            influence = np.zeros_like(scores)
            influence[:, free] = scores[:, free] @ np.linalg.inv(kept)
            return _Fit(coefficients, influence)
    return None
