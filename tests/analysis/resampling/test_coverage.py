"""How often 95 % intervals hold the true value; run with `pytest -m slow tests/analysis/resampling`."""

import numpy as np
import pytest

from analysis.agreement.alpha import krippendorff_alpha
from analysis.resampling import Transform, jackknife_interval
from sim.schema.base import Level
from tests.analysis.examples import ratings_of

pytestmark = pytest.mark.slow


def _holds(rng: np.random.Generator, n_clusters: int, per_cluster: int) -> bool:
    """Simulate values = cluster + unit + error with variances .3, .7 and 1, so that alpha is .5."""
    n_units = n_clusters * per_cluster
    clusters = np.repeat(np.arange(n_clusters), per_cluster)
    effect = rng.normal(0, np.sqrt(0.3), n_clusters)[clusters] + rng.normal(0, np.sqrt(0.7), n_units)
    rows = (effect + rng.normal(size=(3, n_units))).round(3)
    ratings = ratings_of(rows.tolist(), Level.INTERVAL, clusters=clusters.tolist())
    interval = jackknife_interval(krippendorff_alpha(ratings), Transform.LOG_COMPLEMENT)
    return interval.low is not None and interval.high is not None and interval.low <= 0.5 <= interval.high


@pytest.mark.parametrize(("n_clusters", "per_cluster"), [(60, 1), (20, 5)])
def test_alpha_jackknife_covers_what_it_says(n_clusters: int, per_cluster: int) -> None:
    rng = np.random.default_rng(7)
    covered = np.mean([_holds(rng, n_clusters, per_cluster) for _ in range(1500)])
    assert 0.93 <= covered <= 0.97, covered
