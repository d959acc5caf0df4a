"""Count conditions and find pairs that have all of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["ConditionCount", "Labelled", "PairCensus", "pair_census"]


@dataclass(frozen=True, slots=True)
class Labelled:
    """An episode's pair and condition."""

    pair_id: str
    condition: str


@dataclass(frozen=True, slots=True)
class ConditionCount:
    """How many episodes of one condition there are."""

    condition: str
    n_episodes: int


@dataclass(frozen=True, slots=True)
class PairCensus:
    """Conditions in alphabetical order; pairs with and without an episode of every condition, sorted.

    Where there is one condition only, no pair is complete: there is nothing to compare. `n_comparable` pairs
    have at least two conditions.
    """

    conditions: tuple[ConditionCount, ...]
    complete: tuple[str, ...]
    incomplete: tuple[str, ...]
    n_comparable: int


def pair_census(episodes: Iterable[Labelled]) -> PairCensus:
    """Count episodes per condition, and which pairs have every condition."""
    conditions: Counter[str] = Counter()
    pairs: defaultdict[str, set[str]] = defaultdict(set)
    for episode in episodes:
        conditions[episode.condition] += 1
        pairs[episode.pair_id].add(episode.condition)
    wanted = max(2, len(conditions))
    complete = tuple(sorted(pair for pair, found in pairs.items() if len(found) == wanted))
    return PairCensus(
        conditions=tuple(ConditionCount(*count) for count in sorted(conditions.items())),
        complete=complete,
        incomplete=tuple(sorted(pairs.keys() - set(complete))),
        n_comparable=sum(len(found) > 1 for found in pairs.values()),
    )
