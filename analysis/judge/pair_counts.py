"""Count pairs of units by how judge and people order them, from a cross table or by sorting."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau

__all__ = ["PairCounts", "pair_counts"]

Positions = NDArray[np.int64]
Numbers = NDArray[np.float64]

_LARGEST_TABLE = 250_000


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Numbers of unordered pairs of units.

    Attributes
    ----------
    concordant, discordant
        Ordered alike; ordered otherwise.
    tied_judge, tied_people, tied_both
        Tied by the judge only, by people only, by both.
    """

    concordant: float
    discordant: float
    tied_judge: float
    tied_people: float
    tied_both: float

    @property
    def total(self) -> float:
        """All pairs."""
        return self.concordant + self.discordant + self.tied_judge + self.tied_people + self.tied_both


def pair_counts(judge: Positions, people: Positions, weight: Numbers) -> PairCounts:
    """Count pairs where unit i stands there `weight[i]` (a whole number of) times.

    Parameters
    ----------
    judge, people
        Values as codes 0, 1, ... in rising order, shape `(n_units,)`.
    """
    n_judge, n_people = int(judge.max(initial=-1)) + 1, int(people.max(initial=-1)) + 1
    cells, of_unit = np.unique(judge * np.int64(max(n_people, 1)) + people, return_inverse=True)
    both, by_judge, by_people = (_pairs(codes, weight) for codes in (of_unit, judge, people))
    n = float(weight.sum())
    untied = n * (n - 1) / 2 - by_judge - by_people + both
    if n_judge * n_people <= _LARGEST_TABLE:
        table = np.zeros(n_judge * n_people)
        table[cells] = np.bincount(of_unit, weights=weight)
        concordant = _concordant(table.reshape(n_judge, n_people))
    else:
        tied = np.sqrt((n * (n - 1) / 2 - by_judge) * (n * (n - 1) / 2 - by_people))
        repeat = weight.astype(np.int64)
        tau = float(kendalltau(np.repeat(judge, repeat), np.repeat(people, repeat))[0])
        concordant = round((untied + tau * tied) / 2) if np.isfinite(tau) else 0.0
    return PairCounts(concordant, untied - concordant, by_judge - both, by_people - both, both)


def _pairs(codes: Positions, weight: Numbers) -> float:
    """Count the pairs of units with the same code."""
    counts = np.bincount(codes, weights=weight)
    return float(np.sum(counts * (counts - 1.0)) / 2)


def _concordant(table: Numbers) -> float:
    """Sum every cell times all that is above it on both sides."""
    above = table[::-1, ::-1].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
    return float(np.sum(table[:-1, :-1] * above[1:, 1:]))
