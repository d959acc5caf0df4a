"""Choose a rater's next item and its served order, from how often each item was given so far.

In strict order of priority, each as far as the remaining items allow: never more than `raters_per_item`
completed and running ratings of an item; no rater twice on a pair; at most `items_per_environment` items of
an environment per rater; the two served orders of an item differ by at most one; items with the fewest
ratings come first; over a whole session each rater sees either condition first (with single episodes: each
condition) equally often, in an order that cannot be foreseen; and so does the study.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

__all__ = ["ItemLoad", "NextItem", "RaterHistory", "Rules", "choose_next", "n_available"]

_ALL = 2**64


@dataclass(frozen=True, slots=True)
class ItemLoad:
    """An item and how many of its running and completed ratings are served forward and in reverse.

    Attributes
    ----------
    key
        What the draw knows the item by: the same in every study of the same episodes.
    arm
        0 or 1: which of the two compared conditions its first episode is of, without saying which condition
        that is.
    is_pair
        Whether it has two episodes, and so two orders.
    """

    item_id: str
    key: str
    pair_id: str
    environment_id: str
    arm: int
    n_forward: int
    n_reverse: int
    is_pair: bool = True

    @property
    def n_given(self) -> int:
        """Running and completed ratings."""
        return self.n_forward + self.n_reverse

    def given_once_more(self, *, reverse: bool) -> "ItemLoad":
        """Count one more rating, served so."""
        if reverse:
            return replace(self, n_reverse=self.n_reverse + 1)
        return replace(self, n_forward=self.n_forward + 1)

    def lead(self, *, reverse: bool) -> int:
        """Tell who leads when it is served so: +1 for arm 0, -1 for arm 1."""
        return 1 if (self.arm == 1) == reverse else -1


@dataclass(frozen=True, slots=True)
class RaterHistory:
    """What a rater was given before, finished or not.

    Attributes
    ----------
    lead
        How often arm 0 came first, less how often arm 1 did.
    """

    pairs: AbstractSet[str] = frozenset()
    environments: Mapping[str, int] = field(default_factory=dict[str, int])
    lead: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """The study's numbers; `items_per_environment` and `items_per_rater` are None for no limit."""

    raters_per_item: int
    seed: int
    items_per_environment: int | None = None
    items_per_rater: int | None = None


@dataclass(frozen=True, slots=True)
class NextItem:
    """The chosen item; `reverse` serves its second episode first."""

    item_id: str
    reverse: bool


def choose_next(
    loads: Sequence[ItemLoad], history: RaterHistory, rules: Rules, *, rater_number: int
) -> NextItem | None:
    """Choose among the items with the fewest ratings, in an order of the rater's own.

    The same inputs always lead to the same choice.

    Parameters
    ----------
    loads
        Every item of the study, also those that are full.
    rater_number
        The rater's number in the study, from 1.

    Returns
    -------
    NextItem or None
        None where nothing is left for this rater.
    """
    available = [load for load in loads if _is_available(load, history, rules)]
    if not available:
        return None
    fewest = min(load.n_given for load in available)
    left = n_available(available, history, rules)
    if rules.items_per_rater is not None:
        left = max(1, min(left, rules.items_per_rater - len(history.pairs)))

    def drawn(*parts: str) -> int:
        return _drawn(rules.seed, *parts, str(rater_number))

    leader = 1 if drawn("leader", str(len(history.pairs))) < _ALL * _share(loads, history, left) else -1

    def orders(load: ItemLoad) -> tuple[bool, ...]:
        if not load.is_pair or load.n_forward < load.n_reverse:
            return (False,)
        return (True,) if load.n_forward > load.n_reverse else (False, True)

    def misses(choice: tuple[ItemLoad, bool]) -> tuple[bool, int]:
        load, reverse = choice
        return load.lead(reverse=reverse) != leader, drawn("item", load.key)

    candidates = [load for load in available if load.n_given == fewest]
    chosen, reverse = min(((load, reverse) for load in candidates for reverse in orders(load)), key=misses)
    return NextItem(chosen.item_id, reverse)


def _share(loads: Sequence[ItemLoad], history: RaterHistory, left: int) -> float:
    """Tell with which probability arm 0 leads the rater's next item.

    The leader is drawn from an urn that holds what is missing to balance over the whole session (the random
    allocation rule; Rosenberger & Lachin 2016, chapter 3): both lead equally often at the end, and the next
    cannot be told from the last. Where the session is odd, the surplus goes to the arm that leads less often
    in the study.
    """
    missing = left - history.lead
    if missing % 2:
        missing += 1 if _study_lead(loads) < 0 else -1
    return min(1.0, max(0.0, missing / 2 / left))


def _study_lead(loads: Sequence[ItemLoad]) -> int:
    return sum(
        load.n_forward * load.lead(reverse=False) + load.n_reverse * load.lead(reverse=True) for load in loads
    )


def n_available(loads: Iterable[ItemLoad], history: RaterHistory, rules: Rules) -> int:
    """Count the pairs of which the rater could still be given an item."""
    pairs = {load.pair_id: load.environment_id for load in loads if _is_available(load, history, rules)}
    if rules.items_per_environment is None:
        return len(pairs)
    return sum(
        min(n, rules.items_per_environment - history.environments.get(environment, 0))
        for environment, n in Counter(pairs.values()).items()
    )


def _is_available(load: ItemLoad, history: RaterHistory, rules: Rules) -> bool:
    return (
        load.n_given < rules.raters_per_item
        and load.pair_id not in history.pairs
        and (
            rules.items_per_environment is None
            or history.environments.get(load.environment_id, 0) < rules.items_per_environment
        )
    )


def _drawn(seed: int, *parts: str) -> int:
    digest = hashlib.sha256("\x1f".join((str(seed), *parts)).encode()).digest()
    return int.from_bytes(digest[:8])
