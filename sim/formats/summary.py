"""Say in one line what a file of episodes holds, and decide whether a conversion may be written."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from sim.errors import ContractError, Problem
from sim.formats.reading import Conversion
from sim.schema.episode import Episode

__all__ = ["sound_episodes", "summary_of"]


def summary_of(episodes: Sequence[Episode]) -> str:
    """Count episodes, pairs, turns and conditions."""
    conditions = Counter(episode.condition for episode in episodes)
    sides: defaultdict[str, set[str]] = defaultdict(set)
    for episode in episodes:
        sides[episode.pair_id].add(episode.condition)
    whole = sum(len(found) > 1 for found in sides.values())
    turns = sum(len(episode.turns) for episode in episodes)
    listed = ", ".join(f"{condition} {count}" for condition, count in sorted(conditions.items()))
    return f"{len(episodes)} episodes, {turns} turns; {whole} pairs with more than one condition; {listed}"


def sound_episodes(conversion: Conversion, *, skip_invalid: bool) -> tuple[Episode, ...]:
    """Return what may be written.

    Raises
    ------
    ContractError
        If anything could not be read, unless `skip_invalid`; or if nothing could be.
    """
    if conversion.problems and not (skip_invalid and conversion.episodes):
        raise ContractError(conversion.problems)
    if not conversion.episodes:
        raise ContractError([Problem("the input", None, "", "no episode", "at least one")])
    return conversion.episodes
