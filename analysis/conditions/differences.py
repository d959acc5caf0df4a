"""Differences of scores between two conditions."""

from functools import partial

import numpy as np

from analysis.conditions.data import Ends, Scores
from analysis.resampling.linearised import Linearised, linearise
from analysis.resampling.resampled import Numbers

__all__ = ["mean_difference", "within"]


def mean_difference(data: Scores) -> Linearised:
    """Mean of the paired differences, first minus second; its interval ends where the scale does."""
    columns = np.column_stack([data.difference, np.ones(data.n_rows)])
    return linearise(columns, lambda sums: sums[:, 0] / sums[:, 1], partial(within, data.ends))


def within(ends: Ends | None, differences: Numbers) -> Numbers:
    """Cut off differences larger than the scale allows."""
    return differences if ends is None else np.clip(differences, -ends.width, ends.width)
