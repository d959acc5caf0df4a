"""Tests by flipping signs, exact where that can be had."""

from itertools import pairwise

import numpy as np

from analysis.resampling.resampled import Numbers

__all__ = ["monte_carlo_p_value", "sign_flip_p_value"]

_EXACT_SIGNS = 20
_CELLS_AT_ONCE = 8_000_000


def sign_flip_p_value(
    differences: Numbers, rng: np.random.Generator | None = None, *, n_draws: int = 100_000
) -> float:
    """Test whether differences (one a cluster) are symmetric around 0, two-sided, by the size of their sum.

    Exact up to 20 differences; above that `n_draws` random signs, counting the observed ones among them.

    Raises
    ------
    ValueError
        If there are more than 20 differences and no random generator.

    References
    ----------
    Fisher 1935, The Design of Experiments, section 21.
    """
    observed = abs(float(differences.sum()))
    bound = observed - 1e-9 * float(np.abs(differences).sum())
    if len(differences) <= _EXACT_SIGNS:
        sums = np.zeros(1)
        for difference in differences:
            sums = np.concatenate([sums + difference, sums - difference])
        return float(np.mean(np.abs(sums) >= bound))
    if rng is None:
        raise ValueError("a random generator for more than 20 differences")
    at_once = max(1, _CELLS_AT_ONCE // len(differences))
    bounds = [*range(0, n_draws, at_once), n_draws]
    sizes = (end - start for start, end in pairwise(bounds))
    extreme = sum(int(np.sum(np.abs(_signed_sums(differences, size, rng)) >= bound)) for size in sizes)
    return monte_carlo_p_value(extreme, n_draws)


def _signed_sums(differences: Numbers, n_draws: int, rng: np.random.Generator) -> Numbers:
    heads = rng.integers(0, 2, (n_draws, len(differences)), dtype=np.int8)
    return 2 * (heads @ differences) - differences.sum()


def monte_carlo_p_value(n_extreme: int, n_draws: int) -> float:
    """Count the observed arrangement among the draws, so that a p-value is never 0 (Phipson & Smyth 2010)."""
    return (n_extreme + 1) / (n_draws + 1)
