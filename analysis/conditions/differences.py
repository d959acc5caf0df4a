"""Differences of scores between two conditions."""

import numpy as np

from analysis.conditions.data import Scores
from analysis.resampling.linearised import Linearised, linearise

__all__ = ["mean_difference"]


def mean_difference(data: Scores) -> Linearised:
    """Mean of the paired differences, first minus second."""
    columns = np.column_stack([data.difference, np.ones(data.n_rows)])
    return linearise(columns, lambda sums: sums[:, 0] / sums[:, 1])
