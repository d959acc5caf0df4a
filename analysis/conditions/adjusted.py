"""Comparisons at equal length: what is left when the longer dialogue has no advantage from its length.

Length is a mediator, not a confounder: a condition makes its dialogues longer or shorter. These numbers say
how much of a difference goes with length; they are not the effect of the condition.
"""

import numpy as np
from scipy.special import expit

from analysis.conditions.data import Compared, Preferences, Scores
from analysis.resampling.linearised import Linearised
from analysis.resampling.resampled import Numbers

__all__ = [
    "difference_at_equal_length",
    "first_shown_difference",
    "length_effect_on_preferences",
    "length_effect_on_scores",
    "win_rate_at_equal_length",
]

_MOST_STEPS = 50
_TOO_LARGE = 15.0


def win_rate_at_equal_length(data: Preferences) -> Linearised:
    """Win rate that a logistic regression predicts for dialogues of equal length and balanced sides."""
    fit = _logistic(data.outcome, _design(data))
    return Linearised(fit.scaled, fit.influence, expit)


def length_effect_on_preferences(data: Preferences) -> Linearised:
    """Log-odds of winning per doubling of the ratio of lengths."""
    return _logistic(data.outcome, _design(data), at=1, scale=float(np.log(2)))


def difference_at_equal_length(data: Scores) -> Linearised:
    """Mean difference that a linear regression predicts for dialogues of equal length and balanced sides."""
    return _linear(data.difference, _design(data))


def length_effect_on_scores(data: Scores) -> Linearised:
    """Difference of scores per doubling of the ratio of lengths."""
    return _linear(data.difference, _design(data), at=1, scale=float(np.log(2)))


def first_shown_difference(data: Scores) -> Linearised:
    """Points by which being shown first raises a dialogue's score."""
    if len(np.unique(data.first_shown[data.first_shown != 0])) < 2:
        return Linearised(np.nan, np.zeros(data.n_rows))
    return _linear(data.difference, np.column_stack([np.ones(data.n_rows), data.first_shown]), at=1)


def _design(data: Compared) -> Numbers:
    """Columns: one, log ratio of lengths, and the side where it varies; nan where a length is not known."""
    sides = [data.first_shown] if len(np.unique(data.first_shown[data.first_shown != 0])) == 2 else []
    return np.column_stack([np.ones(data.n_rows), data.log_length, *sides])


def _undefined(n_rows: int) -> Linearised:
    return Linearised(np.nan, np.zeros(n_rows))


def _linear(outcome: Numbers, design: Numbers, *, at: int = 0, scale: float = 1.0) -> Linearised:
    known = np.isfinite(design).all(axis=1)
    x, y = design[known], outcome[known]
    if len(y) <= x.shape[1] or np.linalg.cond(x) > 1e10:
        return _undefined(len(outcome))
    inverse = np.linalg.inv(x.T @ x)
    coefficients = inverse @ (x.T @ y)
    influence = np.zeros(len(outcome))
    influence[known] = ((y - x @ coefficients)[:, np.newaxis] * x) @ inverse[:, at] * scale
    return Linearised(float(coefficients[at] * scale), influence)


def _logistic(outcome: Numbers, design: Numbers, *, at: int = 0, scale: float = 1.0) -> Linearised:
    """Fit by Newton's method with ties as half a win (Papke & Wooldridge 1996); undefined if separated."""
    known = np.isfinite(design).all(axis=1)
    x, y = design[known], outcome[known]
    if len(y) <= x.shape[1] or np.linalg.cond(x) > 1e10:
        return _undefined(len(outcome))
    coefficients = np.zeros(x.shape[1])
    for _ in range(_MOST_STEPS):
        fitted = expit(x @ coefficients)
        scores = (y - fitted)[:, np.newaxis] * x
        information = (x * (fitted * (1 - fitted))[:, np.newaxis]).T @ x
        if np.linalg.cond(information) > 1e12:
            break
        step = np.linalg.solve(information, scores.sum(axis=0))
        coefficients = coefficients + np.clip(step, -2, 2)
        if np.abs(coefficients).max() > _TOO_LARGE:
            break
        if np.abs(step).max() < 1e-10:
            influence = np.zeros(len(outcome))
            influence[known] = scores @ np.linalg.inv(information)[:, at] * scale
            return Linearised(float(coefficients[at] * scale), influence)
    return _undefined(len(outcome))
