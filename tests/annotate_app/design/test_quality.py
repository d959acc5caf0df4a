"""What flags a rater, against values worked out by hand."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate_app.design.quality import QualityFlag, RatedItem, RatedTwice, quality_figures


def item(
    *scales: float, side: Literal["a", "b"] | None = None, seconds: float | None = 100, n_words: int = 240
) -> RatedItem:
    return RatedItem(scales, side, seconds, n_words)


VARIED, STRAIGHT = item(1, 5, 3), item(5, 5, 5)


def test_nothing_rated_flags_nothing() -> None:
    figures = quality_figures([])
    assert (figures.flags, figures.side_p, figures.words_per_second) == ((), 1.0, None)


@pytest.mark.parametrize(
    ("items", "flagged"),
    [([STRAIGHT] * 2, False), ([STRAIGHT] * 3, True), ([STRAIGHT] * 3 + [VARIED] * 4, False)],
)
def test_straight_lining_needs_three_items_and_half_of_them(items: list[RatedItem], flagged: bool) -> None:
    assert (QualityFlag.STRAIGHT_LINING in quality_figures(items).flags) is flagged


def test_two_equal_scales_are_no_straight_line() -> None:
    figures = quality_figures([item(5, 5)] * 9)
    assert (figures.n_straight, figures.n_scaled, figures.flags) == (0, 0, ())


# Two-sided exact binomial test of one half: 2 / 2**7 = 0.015625, 2 / 2**8 = 0.0078125, 2 * 11 / 2**10.
@pytest.mark.parametrize(
    ("n_a", "n_b", "p", "flagged"),
    [
        (7, 0, 0.015625, False),
        (0, 8, 0.0078125, True),
        (9, 1, 0.021484375, False),
        (4, 4, 1.0, False),
    ],
)
def test_one_side_is_flagged_by_the_exact_binomial_test(n_a: int, n_b: int, p: float, flagged: bool) -> None:
    figures = quality_figures([item(side="a")] * n_a + [item(side="b")] * n_b + [item()] * 3)
    assert (figures.n_first, figures.n_decided, figures.side_p) == (n_a, n_a + n_b, p)
    assert (QualityFlag.ONE_SIDE in figures.flags) is flagged


@pytest.mark.parametrize(("seconds", "n_fast"), [(20.0, 0), (19.9, 2), (0.0, 2), (None, 0)])
def test_too_fast_is_more_than_twelve_words_a_second(seconds: float | None, n_fast: int) -> None:
    figures = quality_figures([item(seconds=seconds)] * 2)
    assert figures.n_fast == n_fast
    assert (QualityFlag.TOO_FAST in figures.flags) is (n_fast == 2)


def test_words_per_second_is_the_median_of_measured_items() -> None:
    figures = quality_figures([item(seconds=s) for s in (120, 60, 40, None, 0)])
    assert (figures.words_per_second, figures.n_timed) == (4.0, 4)


@given(
    st.lists(
        st.builds(
            RatedItem,
            st.lists(st.sampled_from([1.0, 2.0]), max_size=4).map(tuple),
            st.sampled_from(["a", "b", None]),
            st.none() | st.floats(0, 1000),
            st.integers(0, 2000),
        ),
        max_size=30,
    )
)
def test_counts_never_exceed_what_they_are_of(items: list[RatedItem]) -> None:
    figures = quality_figures(items)
    assert 0 <= figures.n_straight <= figures.n_scaled <= figures.n_items == len(items)
    assert 0 <= figures.n_first <= figures.n_decided <= figures.n_items
    assert 0 <= figures.n_fast <= figures.n_timed <= figures.n_items
    assert 0 < figures.side_p <= 1


@pytest.mark.parametrize(
    ("alike", "flagged"),
    [
        ((False, False, False), False),
        ((True, False, False, False), True),
        ((True, True, False, False), False),
    ],
)
def test_inconsistent_takes_enough_repeats(alike: tuple[bool, ...], flagged: bool) -> None:
    figures = quality_figures([], twice=[RatedTwice(alike, (1.0, 2.0))])
    assert (QualityFlag.INCONSISTENT in figures.flags) is flagged
    assert (figures.n_alike, figures.n_twice) == (sum(alike), len(alike))
    assert (figures.scale_difference, figures.n_scales_twice) == (1.5, 2)
