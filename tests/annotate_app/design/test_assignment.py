"""Which item comes next, whatever happened before."""

import random
from collections import Counter, defaultdict

from hypothesis import given
from hypothesis import strategies as st

from annotate_app.design.assignment import ItemLoad, NextItem, choose_next, n_available


def choose(
    loads: list[ItemLoad], *, seen: frozenset[str] = frozenset(), rater: str = "r1"
) -> NextItem | None:
    return choose_next(loads, seen_pairs=seen, raters_per_item=3, seed=5, rater_id=rater)


def test_nothing_is_left_when_all_items_are_full() -> None:
    assert choose([ItemLoad("i1", "p1", 2, 1)]) is None


def test_pair_that_was_seen_does_not_come_again() -> None:
    loads = [ItemLoad("i1", "p1", 0, 0), ItemLoad("i2", "p2", 1, 1)]
    chosen = choose(loads, seen=frozenset({"p1"}))
    assert chosen is not None
    assert chosen.item_id == "i2"


def test_item_with_fewest_ratings_comes_first() -> None:
    chosen = choose([ItemLoad("i1", "p1", 1, 0), ItemLoad("i2", "p2", 0, 0), ItemLoad("i3", "p3", 1, 1)])
    assert chosen is not None
    assert chosen.item_id == "i2"


def test_order_served_less_often_comes_next() -> None:
    assert choose([ItemLoad("i1", "p1", 1, 0)]) == NextItem("i1", reverse=True)
    assert choose([ItemLoad("i1", "p1", 0, 1)]) == NextItem("i1", reverse=False)


def test_raters_get_items_in_different_orders() -> None:
    loads = [ItemLoad(f"i{n}", f"p{n}", 0, 0) for n in range(10)]
    firsts = {chosen.item_id for n in range(20) if (chosen := choose(loads, rater=f"r{n}"))}
    assert len(firsts) > 3


def test_available_counts_pairs() -> None:
    loads = [ItemLoad("i1", "p1", 0, 0), ItemLoad("i2", "p1", 0, 0), ItemLoad("i3", "p2", 3, 0)]
    assert n_available(loads, seen_pairs=frozenset(), raters_per_item=3) == 1


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
    served: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    seen: defaultdict[str, set[str]] = defaultdict(set)
    queue = [f"r{rater}" for rater in range(n_raters) for _ in range(n_items)]
    random.Random(order).shuffle(queue)
    for rater in queue:
        loads = [
            ItemLoad(f"i{n}", f"p{n}", served[f"i{n}"][False], served[f"i{n}"][True]) for n in range(n_items)
        ]
        chosen = choose_next(loads, seen_pairs=seen[rater], raters_per_item=wanted, seed=seed, rater_id=rater)
        if chosen is not None:
            pair = chosen.item_id.replace("i", "p")
            assert pair not in seen[rater]
            seen[rater].add(pair)
            served[chosen.item_id][chosen.reverse] += 1
    for n in range(n_items):
        counts = served[f"i{n}"]
        assert counts.total() == min(wanted, n_raters)
        assert abs(counts[True] - counts[False]) <= 1
