"""Which item comes next, whatever happened before."""

import random
from collections import Counter, defaultdict
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from annotate_app.design.assignment import (
    ItemLoad,
    NextItem,
    RaterHistory,
    Rules,
    choose_next,
    n_available,
)

RULES = Rules(raters_per_item=3, seed=5)
NOTHING = RaterHistory()


def item(
    number: int, n_forward: int = 0, n_reverse: int = 0, *, arm: int = 0, pair: int | None = None
) -> ItemLoad:
    pair = number if pair is None else pair
    return ItemLoad(f"i{number}", f"e{number}", f"p{pair}", f"env{number % 2}", arm, n_forward, n_reverse)


def choose(loads: list[ItemLoad], history: RaterHistory = NOTHING, *, rater: int = 1) -> NextItem | None:
    return choose_next(loads, history, RULES, rater_number=rater)


def test_nothing_is_left_when_all_items_are_full() -> None:
    assert choose([item(1, 2, 1)]) is None


def test_pair_that_was_seen_does_not_come_again() -> None:
    chosen = choose([item(1), item(2, 1, 1)], RaterHistory(frozenset({"p1"})))
    assert chosen is not None
    assert chosen.item_id == "i2"


def test_item_with_fewest_ratings_comes_first() -> None:
    chosen = choose([item(1, 1, 0), item(2), item(3, 1, 1)])
    assert chosen is not None
    assert chosen.item_id == "i2"


def test_order_served_less_often_comes_next() -> None:
    assert choose([item(1, 1, 0)]) == NextItem("i1", reverse=True)
    assert choose([item(1, 0, 1)]) == NextItem("i1", reverse=False)


def test_raters_get_items_in_different_orders() -> None:
    loads = [item(n) for n in range(10)]
    firsts = {chosen.item_id for n in range(20) if (chosen := choose(loads, rater=n))}
    assert len(firsts) > 3


def test_available_counts_pairs() -> None:
    assert n_available([item(1), item(2, pair=1), item(3, 3, 0)], RaterHistory(), RULES) == 1


def test_available_counts_no_more_of_an_environment_than_allowed() -> None:
    rules = Rules(raters_per_item=3, seed=5, items_per_environment=2)
    loads = [item(n) for n in range(8)]
    assert n_available(loads, RaterHistory(), rules) == 4
    assert n_available(loads, RaterHistory(frozenset({"p0"}), {"env0": 1}), rules) == 3


def test_environment_that_was_seen_enough_does_not_come_again() -> None:
    rules = Rules(raters_per_item=3, seed=5, items_per_environment=1)
    history = RaterHistory(frozenset({"p0"}), {"env0": 1})
    assert choose_next([item(2)], history, rules, rater_number=1) is None
    assert choose_next([item(1)], history, rules, rater_number=1) is not None


def test_condition_that_led_less_often_for_the_rater_leads_next() -> None:
    loads = [item(1, arm=0)]
    assert choose(loads, RaterHistory(lead=1)) == NextItem("i1", reverse=True)
    assert choose(loads, RaterHistory(lead=-1)) == NextItem("i1", reverse=False)


def test_condition_that_led_less_often_in_the_study_leads_next() -> None:
    full = item(1, 2, 1, arm=1)
    assert choose([full, item(2, arm=1)]) == NextItem("i2", reverse=True)
    assert choose([full, item(2, arm=0)]) == NextItem("i2", reverse=False)


def test_single_episodes_are_never_reversed_and_their_conditions_balanced() -> None:
    loads = [replace(item(n, arm=n % 2), is_pair=False) for n in range(8)]
    lead, seen = 0, set[str]()
    for _ in range(8):
        chosen = choose(loads, RaterHistory(frozenset(seen), lead=lead))
        assert chosen is not None
        assert not chosen.reverse
        lead += 1 if int(chosen.item_id[1:]) % 2 == 0 else -1
        seen.add(f"p{chosen.item_id[1:]}")
    assert lead == 0


def test_orders_do_not_depend_on_ids_that_are_drawn_anew_for_every_study() -> None:
    loads = [item(n) for n in range(6)]
    renamed = [replace(load, item_id=f"other-{load.item_id}") for load in reversed(loads)]
    first, second = choose(loads), choose(renamed)
    assert first is not None
    assert second == NextItem(f"other-{first.item_id}", first.reverse)


@given(
    n_items=st.integers(1, 6),
    n_raters=st.integers(1, 8),
    wanted=st.integers(1, 5),
    seed=st.integers(0, 2**63 - 1),
    order=st.integers(0, 1000),
)
def test_study_keeps_overlap_and_balance(
    n_items: int, n_raters: int, wanted: int, seed: int, order: int
) -> None:
    served: defaultdict[int, Counter[bool]] = defaultdict(Counter)
    histories = [RaterHistory() for _ in range(n_raters)]
    queue = [rater for rater in range(n_raters) for _ in range(n_items)]
    random.Random(order).shuffle(queue)
    rules = Rules(wanted, seed)
    for rater in queue:
        loads = [item(n, served[n][False], served[n][True], arm=n % 2) for n in range(n_items)]
        history = histories[rater]
        chosen = choose_next(loads, history, rules, rater_number=rater)
        if chosen is not None:
            load = next(load for load in loads if load.item_id == chosen.item_id)
            assert load.pair_id not in history.pairs
            lead = history.lead + load.lead(reverse=chosen.reverse)
            histories[rater] = RaterHistory(history.pairs | {load.pair_id}, lead=lead)
            served[loads.index(load)][chosen.reverse] += 1
    for n in range(n_items):
        counts = served[n]
        assert counts.total() == min(wanted, n_raters)
        assert abs(counts[True] - counts[False]) <= 1


@given(n_items=st.integers(1, 30), seed=st.integers(0, 2**63 - 1))
def test_one_rating_per_item_leaves_side_and_condition_apart(n_items: int, seed: int) -> None:
    left, history = [item(n, arm=n % 3 % 2) for n in range(n_items)], RaterHistory()
    while left:
        chosen = choose_next(left, history, Rules(1, seed), rater_number=1)
        assert chosen is not None
        load = next(load for load in left if load.item_id == chosen.item_id)
        left.remove(load)
        lead = history.lead + load.lead(reverse=chosen.reverse)
        history = RaterHistory(history.pairs | {load.pair_id}, lead=lead)
    assert abs(history.lead) <= 1


def session(seed: int, *, n_items: int = 10, items_per_rater: int | None = None) -> list[int]:
    """Let one rater go through a study; which condition led each item."""
    left, history, leads = [item(n, arm=n % 3 % 2) for n in range(n_items)], RaterHistory(), list[int]()
    rules = Rules(1, seed, items_per_rater=items_per_rater)
    for _ in range(items_per_rater or n_items):
        chosen = choose_next(left, history, rules, rater_number=1)
        assert chosen is not None
        load = next(load for load in left if load.item_id == chosen.item_id)
        left.remove(load)
        leads.append(load.lead(reverse=chosen.reverse))
        history = RaterHistory(history.pairs | {load.pair_id}, lead=sum(leads))
    return leads


def test_what_leads_next_cannot_be_told_from_what_led_before() -> None:
    sessions = [session(seed) for seed in range(400)]
    for place in range(1, 6):
        same = sum(leads[place] == leads[place - 1] for leads in sessions) / len(sessions)
        assert 0.35 < same < 0.55
    assert {sum(leads) for leads in sessions} == {0}


def test_balance_is_over_the_items_that_a_rater_gets() -> None:
    assert {sum(session(seed, items_per_rater=4)) for seed in range(50)} == {0}
