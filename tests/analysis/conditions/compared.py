"""Short ways to write preferences and scores in tests."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from analysis.conditions.data import Preferences, Scores, SingleScores
from analysis.resampling.linearised import Clusters
from analysis.tables import Factor
from sim.schema.base import Level
from sim.schema.study import Contrast

CONTRAST = Contrast(first="SCRIPT", second="AGENTS")


def _common(
    n: int, environment: Sequence[int] | None, rater: Sequence[int] | None, shown: Sequence[float] | None
) -> dict[str, Any]:
    rows = np.arange(n)
    return {
        "dimension": "value",
        "level": Level.INTERVAL,
        "contrast": CONTRAST,
        "clusters": Clusters(
            rows if environment is None else np.asarray(environment),
            rows if rater is None else np.asarray(rater),
        ),
        "unit": rows,
        "first_shown": np.zeros(n) if shown is None else np.asarray(shown, np.float64),
        "log_length": np.full(n, np.nan),
        "n_ratings": n,
        "note": "",
    }


def preferences_of(
    outcome: Sequence[float],
    *,
    environment: Sequence[int] | None = None,
    rater: Sequence[int] | None = None,
    shown: Sequence[float] | None = None,
    log_length: Sequence[float] | None = None,
) -> Preferences:
    """Make preferences, 1 for the first condition; without clusters every row is its own."""
    common = _common(len(outcome), environment, rater, shown)
    if log_length is not None:
        common["log_length"] = np.asarray(log_length, np.float64)
    return Preferences(**common, outcome=np.asarray(outcome, np.float64))


def counted(wins: int, losses: int, ties: int) -> Preferences:
    """Make so many wins, losses and ties, all independent."""
    return preferences_of([1.0] * wins + [0.0] * losses + [0.5] * ties)


def scores_of(
    first: Sequence[float],
    second: Sequence[float],
    *,
    environment: Sequence[int] | None = None,
    rater: Sequence[int] | None = None,
    shown: Sequence[float] | None = None,
) -> Scores:
    """Make pairs of scores; without clusters every row is its own."""
    common = _common(len(first), environment, rater, shown)
    clusters: Clusters = common["clusters"]
    rows = np.arange(len(first))
    single = SingleScores(
        value=np.concatenate([first, second]).astype(np.float64),
        side=np.repeat([0.5, -0.5], len(first)),
        environment=np.tile(clusters.environment, 2),
        scenario=np.tile(rows, 2),
        episode=np.concatenate([rows, rows + len(rows)]),
        unit=np.concatenate([rows, rows + len(rows)]),
        rater=np.tile(rows if clusters.rater is None else clusters.rater, 2),
        kind=Factor.constant("mixed", 2 * len(first)),
    )
    one, two = np.asarray(first, np.float64), np.asarray(second, np.float64)
    return Scores(**common, first=one, second=two, single=single)
