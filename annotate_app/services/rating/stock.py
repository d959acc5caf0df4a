"""A study's items while some raters are given their next ones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from annotate_app.design.assignment import ItemLoad, RaterHistory, Rules, choose_next, n_available
from annotate_app.design.attention import n_checks_left
from annotate_app.design.repeats import n_repeats_left
from annotate_app.store.assignments import GivenItem
from annotate_app.store.items import ItemCount, item_counts
from annotate_app.store.models import RaterRow, StudyRow
from annotate_app.store.states import AssignmentState
from annotate_app.store.wanted import places_wanted
from sim.schema.rating import Purpose

__all__ = ["Chosen", "Stock", "n_expected", "share_left"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A rater's next item.

    Attributes
    ----------
    served
        Its episodes in served order; the second is None for an item of one.
    n_expected
        How many items, with those shown again, the rater will have rated in all, as far as can be told now.
    rubric_hash
        The version of the questions; None for the newest.
    """

    item_id: str
    served: tuple[str, str | None]
    n_expected: int
    rubric_hash: str | None = None


class Stock:
    """The items of a purpose in a study that is locked: counts are read once and kept up to date here.

    Attributes
    ----------
    taken
        The places that were taken, to be stored: item, and whether its first episode is shown first.
    """

    def __init__(self, session: Session, study: StudyRow, purpose: Purpose) -> None:
        self._study, self._purpose = study, purpose
        self._rules = _rules(session, study, purpose)
        counts = item_counts(session, study.study_id, purpose)
        self._items = {count.item_id: count for count in counts}
        self._loads = {count.item_id: _load(count) for count in counts}
        self.taken: list[tuple[str, bool]] = []

    def n_left(self, given: Sequence[GivenItem]) -> int:
        """Count the items that a rater who was given these could still be given now."""
        own = _of(given, self._purpose)
        return _left(self._rules, tuple(self._loads.values()), _history(own), _n_done(own))

    def choose(self, rater: RaterRow, given: Sequence[GivenItem]) -> Chosen | None:
        """Choose a rater's next item and take its place; None where nothing is left for this rater."""
        own = _of(given, self._purpose)
        rules, history, n_done = self._rules, _history(own), _n_done(own)
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
        left = _left(rules, loads, history, n_done)
        return Chosen(item.item_id, served, n_expected(self._study, rater, given, n_left=left))


def n_expected(study: StudyRow, rater: RaterRow, given: Sequence[GivenItem], *, n_left: int) -> int:
    """Count what a rater will have rated in all, checks and all, with `n_left` items yet to come."""
    n_done = _n_done(given)
    if rater.purpose is not Purpose.MAIN:
        return n_done + n_left
    n_items = _n_done(_of(given, Purpose.MAIN)) + n_left
    n_repeated = len(_of(given, Purpose.REPEAT))
    n_checks = n_checks_left(study.attention, n_given=len(_of(given, Purpose.ATTENTION)), n_items=n_items)
    n_repeats = n_repeats_left(study.repeats, n_repeated=n_repeated, n_items=n_items)
    return n_done + n_left + n_checks + n_repeats


def share_left(session: Session, study: StudyRow, rater: RaterRow, given: Sequence[GivenItem]) -> int:
    """Count the items, without checks, that a rater could still be given now."""
    own = _of(given, rater.purpose)
    loads = tuple(_load(count) for count in item_counts(session, study.study_id, rater.purpose))
    return _left(_rules(session, study, rater.purpose), loads, _history(own), _n_done(own))


def _left(rules: Rules, loads: Sequence[ItemLoad], history: RaterHistory, n_done: int) -> int:
    left = n_available(loads, history, rules)
    return left if rules.items_per_rater is None else max(0, min(left, rules.items_per_rater - n_done))


def _of(given: Sequence[GivenItem], purpose: Purpose) -> list[GivenItem]:
    return [one for one in given if one.purpose is purpose]


def _n_done(given: Sequence[GivenItem]) -> int:
    return sum(one.state is AssignmentState.COMPLETED for one in given)


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
