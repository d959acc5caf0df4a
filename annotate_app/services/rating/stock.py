"""A study's items while some raters are given their next ones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from annotate_app.design.assignment import ItemLoad, RaterHistory, Rules, choose_next, n_available
from annotate_app.store.assignments import GivenItem
from annotate_app.store.items import ItemCount, item_counts
from annotate_app.store.models import RaterRow, StudyRow
from annotate_app.store.states import AssignmentState
from annotate_app.store.wanted import places_wanted
from sim.schema.rating import Purpose

__all__ = ["Chosen", "Stock", "share_left"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A rater's next item.

    Attributes
    ----------
    served
        Its episodes in served order; the second is None for an item of one.
    n_expected
        How many items the rater will have rated in all, as far as can be told now.
    """

    item: ItemCount
    served: tuple[str, str | None]
    n_expected: int


class Stock:
    """The items of a purpose in a study that is locked: counts are read once and kept up to date here.

    Attributes
    ----------
    taken
        The places that were taken, to be stored: item, and whether its first episode is shown first.
    """

    def __init__(self, session: Session, study: StudyRow, purpose: Purpose) -> None:
        self._rules = _rules(session, study, purpose)
        counts = item_counts(session, study.study_id, purpose)
        self._items = {count.item_id: count for count in counts}
        self._loads = {count.item_id: _load(count) for count in counts}
        self.taken: list[tuple[str, bool]] = []

    def choose(self, rater: RaterRow, given: Sequence[GivenItem]) -> Chosen | None:
        """Choose a rater's next item and take its place; None where nothing is left for this rater."""
        rules, history = self._rules, _history(given)
        n_done = sum(one.state is AssignmentState.COMPLETED for one in given)
        if rules.items_per_rater is not None and n_done >= rules.items_per_rater:
            return None
        loads = tuple(self._loads.values())
        chosen = choose_next(loads, history, rules, rater_number=rater.number)
        if chosen is None:
            return None
        item = self._items[chosen.item_id]
        self._loads[chosen.item_id] = self._loads[chosen.item_id].given_once_more(reverse=chosen.reverse)
        self.taken.append((chosen.item_id, not chosen.reverse))
        served = (item.episode_1, item.episode_2)
        if chosen.reverse and item.episode_2 is not None:
            served = (item.episode_2, item.episode_1)
        return Chosen(item, served, n_done + _left(rules, loads, history, n_done))


def share_left(
    session: Session, study: StudyRow, rater: RaterRow, given: Sequence[GivenItem], *, n_done: int
) -> int:
    """Count the items that a rater who completed `n_done` could still be given now."""
    loads = tuple(_load(count) for count in item_counts(session, study.study_id, rater.purpose))
    return _left(_rules(session, study, rater.purpose), loads, _history(given), n_done)


def _left(rules: Rules, loads: Sequence[ItemLoad], history: RaterHistory, n_done: int) -> int:
    left = n_available(loads, history, rules)
    return left if rules.items_per_rater is None else max(0, min(left, rules.items_per_rater - n_done))


def _rules(session: Session, study: StudyRow, purpose: Purpose) -> Rules:
    if purpose is Purpose.PILOT:
        # Every pilot rater rates every pilot item.
        return Rules(places_wanted(session, study, purpose), study.seed)
    return Rules(study.raters_per_item, study.seed, study.items_per_environment, study.items_per_rater)


def _load(count: ItemCount) -> ItemLoad:
    return ItemLoad(
        item_id=count.item_id,
        key=count.episode_1,
        pair_id=count.pair_id,
        environment_id=count.environment_id,
        arm=count.arm,
        n_forward=count.n_forward,
        n_reverse=count.n_reverse,
        is_pair=count.episode_2 is not None,
    )


def _history(given: Sequence[GivenItem]) -> RaterHistory:
    return RaterHistory(
        pairs=frozenset(one.pair_id for one in given),
        environments=Counter(one.environment_id for one in given),
        lead=sum(1 if (one.arm == 0) == one.is_forward else -1 for one in given),
    )
