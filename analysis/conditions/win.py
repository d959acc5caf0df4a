"""How often the first condition wins."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy.special import ndtri

from analysis.conditions.data import Preferences
from analysis.conditions.rows import contrast_row, linearised_rows
from analysis.estimate import Estimate
from analysis.registry import Settings
from analysis.resampling import Interval
from analysis.resampling.linearised import Clustering, Linearised, linearise
from analysis.resampling.resampled import Numbers

__all__ = ["share", "wilson_interval", "win_odds", "win_odds_rows", "win_rate", "win_rate_rows"]

_CLUSTERED = (Clustering.TWO_WAY, Clustering.ENVIRONMENT, Clustering.RATER)


def share(values: Numbers) -> Linearised:
    """Linearise the mean of values from 0 to 1; its interval stays between these."""
    columns = np.column_stack([values, np.ones_like(values)])
    return linearise(columns, lambda sums: sums[:, 0] / sums[:, 1], lambda scaled: np.clip(scaled, 0, 1))


def win_rate(data: Preferences) -> Linearised:
    """Share of preferences for the first condition, ties half."""
    return share(data.outcome)


def win_odds(data: Preferences) -> Linearised:
    """Odds of the win rate, on the logarithmic scale."""
    columns = np.column_stack([data.outcome, 1 - data.outcome])
    return linearise(columns, lambda sums: np.log(sums[:, 0] / sums[:, 1]), np.exp)


def wilson_interval(successes: float, n: int, *, confidence: float = 0.95) -> Interval:
    """Score interval of a share of independent trials.

    References
    ----------
    Wilson 1927, J Am Stat Assoc 22:209.
    """
    z = float(ndtri(0.5 + confidence / 2))
    share, shrunk = successes / n, 1 + z * z / n
    middle = (share + z * z / (2 * n)) / shrunk
    margin = z / shrunk * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(max(0.0, float(middle - margin)), min(1.0, float(middle + margin)))


def win_rate_rows(data: Preferences, settings: Settings) -> Iterator[Estimate]:
    """Make the rows of the win rate: two-way, by environment, by rater, and Wilson's as if independent."""
    yield from linearised_rows("win_rate", win_rate, methods=_CLUSTERED)(data, settings)
    if data.n_rows:
        yield contrast_row(data, "win_rate", win_rate(data).value, _naive(data))


def win_odds_rows(data: Preferences, settings: Settings) -> Iterator[Estimate]:
    """Make the rows of the win odds, as those of the win rate."""
    make = linearised_rows(
        "win_odds", win_odds, methods=_CLUSTERED, undefined="every preference is for one side"
    )
    yield from make(data, settings)
    if 0 < data.outcome.sum() < data.n_rows:
        yield contrast_row(data, "win_odds", win_odds(data).value, _odds_interval(_naive(data)))


def _naive(data: Preferences) -> Interval:
    wilson = wilson_interval(float(data.outcome.sum()), data.n_rows)
    return replace(wilson, note=f"{Clustering.NAIVE} (Wilson)")


def _odds_interval(share: Interval) -> Interval:
    if share.low is None or share.high is None:
        return share
    return replace(share, low=share.low / (1 - share.low), high=share.high / (1 - share.high))
