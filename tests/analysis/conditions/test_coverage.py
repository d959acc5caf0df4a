"""Coverage of the win rate's intervals, 100 environments with 5 of 20 raters each: `pytest -m slow`."""

import numpy as np
import pytest
from scipy.stats import norm

from analysis.conditions.win import win_rate_rows
from analysis.registry import Settings
from tests.analysis.conditions.compared import preferences_of

N_ENVIRONMENTS, N_RATERS, PER_ITEM, SPREAD = 100, 20, 5, 0.45


def _covered(rng: np.random.Generator, truth: float) -> list[bool]:
    """Draw one study by a threshold model, and say which of the four intervals hold the truth."""
    rater = np.array([rng.permutation(N_RATERS)[:PER_ITEM] for _ in range(N_ENVIRONMENTS)]).ravel()
    environment = np.repeat(np.arange(N_ENVIRONMENTS), PER_ITEM)
    shared = rng.normal(0, SPREAD, N_ENVIRONMENTS)[environment] + rng.normal(0, SPREAD, N_RATERS)[rater]
    latent = norm.ppf(truth) * np.sqrt(1 + 2 * SPREAD**2) + shared + rng.normal(size=len(rater))
    data = preferences_of(
        (latent > 0).astype(np.float64).tolist(), environment=environment.tolist(), rater=rater.tolist()
    )
    rows = win_rate_rows(data, Settings())
    return [row.low is not None and row.high is not None and row.low <= truth <= row.high for row in rows]


@pytest.mark.slow
def test_two_way_interval_covers_where_the_others_do_not() -> None:
    rng = np.random.default_rng(11)
    two_way, environment, rater, naive = np.mean([_covered(rng, 0.6) for _ in range(2000)], axis=0)
    assert two_way == pytest.approx(0.95, abs=0.02)
    assert naive < environment < rater < two_way
    assert naive < 0.85
