"""Effect sizes, each with an influence value for every row."""

import numpy as np
from scipy.special import gammaln

from analysis.conditions.data import Preferences, Scores
from analysis.resampling.linearised import Linearised, linearise
from analysis.resampling.resampled import Numbers

__all__ = [
    "cliffs_delta",
    "cohen_d_av",
    "cohen_d_z",
    "cohen_h_of_preferences",
    "cohen_h_of_shares",
    "hedges_g",
    "odds_ratio",
    "probability_of_superiority",
]


def cohen_d_z(data: Scores) -> Linearised:
    """Mean difference in standard deviations of the differences."""
    return linearise(_moments(data), lambda sums: sums[:, 1] / sums[:, 0] / _deviation(sums, 1))


def cohen_d_av(data: Scores) -> Linearised:
    """Mean difference in the mean of the two standard deviations."""
    return linearise(_moments(data), _d_av)


def hedges_g(data: Scores) -> Linearised:
    """d_av with Hedges' exact correction for n - 1 degrees of freedom, n pairs of scores."""
    correction = _correction(data.n_rows - 1)
    return linearise(_moments(data), lambda sums: correction * _d_av(sums))


def cliffs_delta(data: Scores) -> Linearised:
    """P(first > second) - P(first < second) over all pairs of one score of each, on Fisher's z scale."""
    first, second = data.first, data.second
    above = _dominance(first, second)
    below = -_dominance(second, first)
    delta = float(above.mean())
    if abs(delta) == 1:
        return Linearised(delta, np.zeros(data.n_rows))
    influence = (above - delta + below - delta) / data.n_rows / (1 - delta**2)
    return Linearised(float(np.arctanh(delta)), influence, np.tanh)


def probability_of_superiority(data: Scores) -> Linearised:
    """P(first > second) + P(first = second) / 2 over all pairs of one score of each."""
    delta = cliffs_delta(data)
    return Linearised(delta.scaled, delta.influence, lambda scaled: (delta.back(scaled) + 1) / 2)


def odds_ratio(data: Scores) -> Linearised:
    """Odds of `yes` under the first condition over those under the second, on the logarithmic scale."""
    columns = np.column_stack([data.first, 1 - data.first, data.second, 1 - data.second])

    def log_ratio(sums: Numbers) -> Numbers:
        return np.log(sums[:, 0]) - np.log(sums[:, 1]) - np.log(sums[:, 2]) + np.log(sums[:, 3])

    return linearise(columns, log_ratio, np.exp)


def cohen_h_of_shares(data: Scores) -> Linearised:
    """Difference of the two shares of `yes` on the arcsine scale."""
    columns = np.column_stack([data.first, data.second, np.ones(data.n_rows)])
    return linearise(columns, lambda sums: _angle(sums[:, 0] / sums[:, 2]) - _angle(sums[:, 1] / sums[:, 2]))


def cohen_h_of_preferences(data: Preferences) -> Linearised:
    """Distance of the win rate from one half on the arcsine scale."""
    columns = np.column_stack([data.outcome, np.ones(data.n_rows)])
    return linearise(columns, lambda sums: _angle(sums[:, 0] / sums[:, 1]) - np.pi / 2)


def _angle(share: Numbers) -> Numbers:
    return 2 * np.arcsin(np.sqrt(np.clip(share, 0, 1)))


def _moments(data: Scores) -> Numbers:
    """Columns: one, then value and square of differences, first and second scores, all about one middle."""
    middle = float(np.mean((data.first + data.second) / 2))
    first, second = data.first - middle, data.second - middle
    columns = [np.ones(data.n_rows)]
    for values in (data.difference, first, second):
        columns += [values, values**2]
    return np.column_stack(columns)


def _deviation(sums: Numbers, at: int) -> Numbers:
    n = sums[:, 0]
    variance = (sums[:, at + 1] - sums[:, at] ** 2 / n) / (n - 1)
    with np.errstate(invalid="ignore"):
        return np.where(variance > 1e-12 * sums[:, at + 1] / n, np.sqrt(variance), np.nan)


def _d_av(sums: Numbers) -> Numbers:
    return sums[:, 1] / sums[:, 0] / ((_deviation(sums, 3) + _deviation(sums, 5)) / 2)


def _correction(degrees_of_freedom: int) -> float:
    half = degrees_of_freedom / 2
    if degrees_of_freedom < 2:
        return np.nan
    return float(np.exp(gammaln(half) - gammaln(half - 0.5)) / np.sqrt(half))


def _dominance(values: Numbers, others: Numbers) -> Numbers:
    """Mean sign of each value against all others, shape `(n_rows,)`."""
    ranked = np.sort(others)
    below = np.searchsorted(ranked, values, side="left")
    not_above = np.searchsorted(ranked, values, side="right")
    return (below - (len(others) - not_above)) / len(others)
