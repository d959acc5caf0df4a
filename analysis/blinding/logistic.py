"""Logistic regression with a ridge penalty, and how well its predictions tell two classes apart."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from analysis.resampling.linearised import Linearised
from analysis.resampling.resampled import Numbers

__all__ = ["N_FOLDS", "RidgeLogistic", "auroc", "fit_ridge", "predict_unseen"]

N_FOLDS = 10

_MOST_STEPS = 100


@dataclass(frozen=True, slots=True, eq=False)
class RidgeLogistic:
    """A fitted model of features in units of their own standard deviation.

    Attributes
    ----------
    weights
        Log-odds per standard deviation, shape `(n_features,)`; 0 for a feature that does not vary.
    """

    intercept: float
    weights: Numbers
    mean: Numbers
    deviation: Numbers

    def log_odds(self, features: Numbers) -> Numbers:
        """Predict; a missing feature (nan) counts as its mean. Shape `(n_rows,)`."""
        return self.intercept + _standardised(features, self.mean, self.deviation) @ self.weights


def fit_ridge(features: Numbers, label: Numbers, *, penalty: float = 1.0) -> RidgeLogistic:
    """Maximise the likelihood minus `penalty / 2` times the sum of squared weights, by Newton's method.

    Parameters
    ----------
    features
        Shape `(n_rows, n_features)`, nan where missing.
    label
        1 or 0, shape `(n_rows,)`.

    References
    ----------
    le Cessie & van Houwelingen 1992, Appl Stat 41:191.
    """
    known = np.isfinite(features)
    count = np.maximum(known.sum(axis=0), 1)
    mean = np.where(known, features, 0).sum(axis=0) / count
    deviation = np.sqrt(np.where(known, (features - mean) ** 2, 0).sum(axis=0) / count)
    x = np.column_stack([np.ones(len(label)), _standardised(features, mean, deviation)])
    ridge = np.full(x.shape[1], penalty)
    ridge[0] = 1e-6  # keeps the intercept finite where one class is absent
    weights = np.zeros(x.shape[1])
    for _ in range(_MOST_STEPS):
        fitted = expit(x @ weights)
        gradient = x.T @ (label - fitted) - ridge * weights
        curvature = (x * (fitted * (1 - fitted))[:, np.newaxis]).T @ x + np.diag(ridge)
        step = np.linalg.solve(curvature, gradient)
        weights = weights + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-8:
            break
    return RidgeLogistic(float(weights[0]), weights[1:], mean, deviation)


def _standardised(features: Numbers, mean: Numbers, deviation: Numbers) -> Numbers:
    varies = deviation > 1e-12 * np.maximum(1, np.abs(mean))
    scaled = (features - mean) / np.where(varies, deviation, 1.0)
    return np.where(np.isfinite(scaled) & varies, scaled, 0.0)


def predict_unseen(
    features: Numbers,
    label: Numbers,
    group: NDArray[np.integer],
    rng: np.random.Generator,
    *,
    n_folds: int = N_FOLDS,
) -> Numbers:
    """Predict the log-odds of every row by a model that saw no row of its group; shape `(n_rows,)`."""
    n_groups = int(group.max()) + 1
    fold = rng.permutation(n_groups) % min(n_folds, n_groups)
    log_odds = np.zeros(len(label))
    for held_out in range(int(fold.max()) + 1):
        out = fold[group] == held_out
        log_odds[out] = fit_ridge(features[~out], label[~out]).log_odds(features[out])
    return log_odds


def auroc(score: Numbers, label: Numbers) -> Linearised:
    """Probability that a row of class 1 scores higher than one of class 0, ties half, on the logit.

    Missing scores are left out. At 0 or 1 the logit is not finite, and there is no interval.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837; with clusters Obuchowski 1997, Biometrics 53:567.
    """
    ones, zeros = (np.flatnonzero((label == value) & np.isfinite(score)) for value in (1, 0))
    influence = np.zeros(len(label))
    if not len(ones) or not len(zeros):
        return Linearised(np.nan, influence)
    above = _share_below(score[zeros], score[ones])
    below = 1 - _share_below(score[ones], score[zeros])
    area = float(above.mean())
    influence[ones] = (above - area) / len(ones)
    influence[zeros] = (below - area) / len(zeros)
    if not 0 < area < 1:
        return Linearised(area, np.zeros(len(label)))
    return Linearised(float(np.log(area / (1 - area))), influence / (area * (1 - area)), expit)


def _share_below(others: Numbers, values: Numbers) -> Numbers:
    """Share of others that lie below each value, ties half."""
    ranked = np.sort(others)
    below = np.searchsorted(ranked, values, side="left") + np.searchsorted(ranked, values, side="right")
    return below / (2 * len(others))
