"""Choose a rater's next item and its served order, from how often each item was given so far.

Never more than `raters_per_item` completed and running ratings of an item; no rater twice on a pair; among
the completed and running ratings of an item, the two served orders differ by at most one.
"""

import hashlib
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

__all__ = ["ItemLoad", "NextItem", "choose_next", "n_available"]


@dataclass(frozen=True, slots=True)
class ItemLoad:
    """An item and how many of its running and completed ratings are served forward and in reverse."""

    item_id: str
    pair_id: str
    n_forward: int
    n_reverse: int

    @property
    def n_given(self) -> int:
        """Running and completed ratings."""
        return self.n_forward + self.n_reverse


@dataclass(frozen=True, slots=True)
class NextItem:
    """The chosen item; `reverse` serves its second episode first."""

    item_id: str
    reverse: bool


def choose_next(
    loads: Iterable[ItemLoad], *, seen_pairs: AbstractSet[str], raters_per_item: int, seed: int, rater_id: str
) -> NextItem | None:
    """Choose among the items with the fewest ratings, in an order of the rater's own.

    Parameters
    ----------
    seen_pairs
        Pairs that the rater was given before, finished or not.
    seed
        The study's; the same inputs always lead to the same choice.

    Returns
    -------
    NextItem or None
        None where nothing is left for this rater.
    """
    available = [load for load in loads if _is_available(load, seen_pairs, raters_per_item)]
    if not available:
        return None
    chosen = min(available, key=lambda load: (load.n_given, _drawn(seed, "item", rater_id, load.item_id)))
    return NextItem(chosen.item_id, _is_reverse(chosen, seed))


def n_available(loads: Iterable[ItemLoad], *, seen_pairs: AbstractSet[str], raters_per_item: int) -> int:
    """Count the pairs of which the rater could still be given an item."""
    return len({load.pair_id for load in loads if _is_available(load, seen_pairs, raters_per_item)})


def _is_available(load: ItemLoad, seen_pairs: AbstractSet[str], raters_per_item: int) -> bool:
    return load.n_given < raters_per_item and load.pair_id not in seen_pairs


def _is_reverse(load: ItemLoad, seed: int) -> bool:
    if load.n_forward != load.n_reverse:
        return load.n_forward > load.n_reverse
    return _drawn(seed, "order", str(load.n_given), load.item_id) % 2 == 1


def _drawn(seed: int, *parts: str) -> int:
    digest = hashlib.sha256("\x1f".join((str(seed), *parts)).encode()).digest()
    return int.from_bytes(digest[:8])
