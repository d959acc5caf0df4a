"""Which items are shown again."""

from hypothesis import given
from hypothesis import strategies as st

from annotate_app.design.repeats import ITEMS_BETWEEN, choose_repeat, n_repeats_left


@given(n=st.integers(1, 12), seed=st.integers(0, 99), rater=st.integers(1, 99))
def test_chosen_item_is_far_enough_or_the_farthest(n: int, seed: int, rater: int) -> None:
    shown = [str(number) for number in range(n)]
    chosen = choose_repeat(shown, set(shown), seed=seed, rater_number=rater)
    assert chosen is not None
    assert n - 1 - int(chosen) >= min(ITEMS_BETWEEN, n - 1)


def test_nothing_is_chosen_without_candidates() -> None:
    assert choose_repeat(["a", "b"], set(), seed=0, rater_number=1) is None


def test_repeats_end_with_the_items() -> None:
    assert [n_repeats_left(3, n_repeated=1, n_items=n) for n in (0, 1, 2, 9)] == [0, 0, 1, 2]
