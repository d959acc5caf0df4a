"""What a judge is shown at once: two episodes of a pair side by side, or one episode."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from sim.errors import SimError
from sim.schema.base import Target
from sim.schema.episode import BlindEpisode, Episode, blind_episode
from sim.schema.rubric import Rubric
from sim.schema.unit import episode_unit, pair_unit

__all__ = ["Item", "Layout", "LayoutError", "items_of", "resolved_layout"]


class Layout(StrEnum):
    """How episodes are shown. `auto`: side by side where the rubric compares them, else one by one."""

    AUTO = "auto"
    PAIR = "pair"
    SINGLE = "single"


class LayoutError(SimError):
    """The rubric or the episodes do not fit the layout."""


@dataclass(frozen=True, slots=True)
class Item:
    """What is shown at once, in served order: dialogue A first. Blind: a judge is told no more than a rater.

    Attributes
    ----------
    sample
        Number of the judgement of this unit; both orders of a pair are samples of their own.
    """

    episodes: tuple[BlindEpisode, ...]
    sample: int

    @property
    def unit_id(self) -> str:
        """The unit of the whole item, whatever its order."""
        first, *second = (episode.episode_id for episode in self.episodes)
        return pair_unit(first, second[0]) if second else episode_unit(first)


def resolved_layout(rubric: Rubric, layout: Layout) -> Layout:
    """Decide the layout.

    Raises
    ------
    LayoutError
        If a rubric that compares episodes should be asked about one at a time.
    """
    compares = [dimension.dimension for dimension in rubric.dimensions if dimension.target is Target.PAIR]
    if layout is Layout.AUTO:
        return Layout.PAIR if compares else Layout.SINGLE
    if layout is Layout.SINGLE and compares:
        raise LayoutError(
            f"--layout single shows one episode at a time, but rubric '{rubric.rubric_id}' compares two in "
            f"{', '.join(compares)}. Use --layout pair, or a rubric about single episodes such as 'goal'."
        )
    return layout


def items_of(
    episodes: Iterable[Episode], layout: Layout, *, samples: int, contrast: tuple[str, str] | None = None
) -> tuple[Item, ...]:
    """List what is judged; each pair comes in both orders, so that a preference for a side shows.

    Parameters
    ----------
    samples
        Judgements per episode, or per pair and order.
    contrast
        Compare only these two conditions.

    Raises
    ------
    LayoutError
        If there is nothing to show side by side.
    """
    if layout is Layout.SINGLE:
        return tuple(
            Item((blind_episode(episode),), sample) for episode in episodes for sample in range(samples)
        )
    items = tuple(
        Item(order, 2 * sample + place)
        for first, second in _pairs(episodes, contrast)
        for sample in range(samples)
        for place, order in enumerate(((first, second), (second, first)))
    )
    if not items:
        what = " and ".join(contrast) if contrast else "two conditions"
        raise LayoutError(f"No pair has an episode of each of {what}, so there is nothing to compare.")
    return items


def _pairs(
    episodes: Iterable[Episode], contrast: tuple[str, str] | None
) -> Iterator[tuple[BlindEpisode, BlindEpisode]]:
    by_pair: dict[str, list[Episode]] = defaultdict(list)
    for episode in episodes:
        if contrast is None or episode.condition in contrast:
            by_pair[episode.pair_id].append(episode)
    for together in by_pair.values():
        for first, second in combinations(_by_id(together), 2):
            yield blind_episode(first), blind_episode(second)


def _by_id(episodes: Sequence[Episode]) -> list[Episode]:
    """Order episodes by id, which says nothing of their condition and does not depend on the file's order."""
    return sorted(episodes, key=lambda episode: episode.episode_id)
