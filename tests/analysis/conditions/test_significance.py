from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.conditions.score_statistics import SCORES
from analysis.conditions.significance import benjamini_hochberg, holm, sign_flip, sign_test, signed_ranks
from analysis.registry import Settings
from tests.analysis.conditions.compared import scores_of
from tests.analysis.examples import DARWIN

BENJAMINI_HOCHBERG_1995 = (
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
)
Adjust = Callable[[Sequence[float]], tuple[float, ...]]
DIFFERENCES = np.array(DARWIN, np.float64)


def test_sign_flip_of_darwins_maize_is_fishers() -> None:
    assert sign_flip(DIFFERENCES, Settings()) == 1726 / 32768


def test_signed_ranks_of_darwins_maize() -> None:
    assert signed_ranks(DIFFERENCES, Settings()) == pytest.approx(0.0412598, abs=5e-8)


def test_signed_ranks_keep_the_ranks_of_zeros_and_are_exact_with_ties() -> None:
    """Ranks 1, 2.5, 2.5, 4 of 0, 1, -1, 2: the signed sum is 4, which 6 of 8 sign vectors reach."""
    assert signed_ranks(np.array([0.0, 1.0, -1.0, 2.0]), Settings()) == 6 / 8


def test_signed_ranks_of_many_values_are_close_to_the_exact_ones() -> None:
    """The normal limit at 51 values lies beside the exact test at 50."""
    values = np.random.default_rng(4).normal(0.25, 1, 51)
    assert signed_ranks(values, Settings()) == pytest.approx(signed_ranks(values[:50], Settings()), abs=0.05)


def test_sign_test_of_darwins_maize() -> None:
    assert sign_test(DIFFERENCES, Settings()) == pytest.approx(0.0073853, abs=5e-8)


def test_clustered_test_of_independent_differences_is_the_t_test() -> None:
    """Student's t of Darwin's maize (Fisher 1935, section 17)."""
    data = scores_of(DARWIN, [0.0] * 15, rater=[0] * 15)
    (statistic,) = (each for each in SCORES if each.name == "p_value")
    (row,) = statistic.function(data, Settings())
    assert row.value == pytest.approx(0.0497029, abs=5e-8)


def test_tests_without_any_advantage() -> None:
    nothing = np.zeros(4)
    assert (
        sign_flip(nothing, Settings())
        == sign_test(nothing, Settings())
        == signed_ranks(nothing, Settings())
        == 1
    )


@pytest.mark.parametrize(("adjust", "rejected"), [(holm, 3), (benjamini_hochberg, 4)])
def test_rejections_of_benjamini_and_hochbergs_example(adjust: Adjust, rejected: int) -> None:
    assert sum(p <= 0.05 for p in adjust(BENJAMINI_HOCHBERG_1995)) == rejected


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_adjusted_p_values_are_ordered(p_values: list[float]) -> None:
    for raw, bh, family in zip(p_values, benjamini_hochberg(p_values), holm(p_values), strict=True):
        assert raw <= bh + 1e-12 <= family + 2e-12 <= 1 + 2e-12
