"""Statistics of sums over clusters that several modules need; each takes rows of sums to values."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["difference_of_means", "mean", "slope"]

Numbers = NDArray[np.float64]

_ROUNDING = 1e-12


def mean(sums: Numbers) -> Numbers:
    """Take n and a total to the mean; nan where n is 0."""
    n, total = sums.T
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)


def difference_of_means(sums: Numbers) -> Numbers:
    """Take n and total of one group, then of another, to the difference of means; nan without either."""
    return mean(sums[:, :2]) - mean(sums[:, 2:])


def slope(sums: Numbers) -> Numbers:
    """Take sums of 1, x, y, x^2, xy to the slope of y on x; nan where x does not vary."""
    n, x, y, xx, xy = sums.T
    size = np.maximum(n, 1)
    spread = xx - x * x / size
    defined = spread > _ROUNDING * xx
    return np.where(defined, (xy - x * y / size) / np.where(defined, spread, 1.0), np.nan)
