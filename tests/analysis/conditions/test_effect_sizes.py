from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.conditions import effect_sizes
from analysis.conditions.data import Scores
from analysis.conditions.differences import mean_difference
from analysis.resampling.linearised import Clustering, Linearised, clustered_interval
from tests.analysis.conditions.compared import counted, scores_of

Statistic = Callable[[Scores], Linearised]

FIRST, SECOND = [5.0, 7.0, 6.0, 9.0, 4.0], [4.0, 6.0, 7.0, 5.0, 3.0]
SIGNED = (
    effect_sizes.cohen_d_z,
    effect_sizes.cohen_d_av,
    effect_sizes.hedges_g,
    effect_sizes.cliffs_delta,
    mean_difference,
)
PAIRS = st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10)), min_size=4, max_size=20)


def test_cohen_d_z_and_d_av() -> None:
    difference = np.subtract(FIRST, SECOND)
    deviation = (np.std(FIRST, ddof=1) + np.std(SECOND, ddof=1)) / 2
    data = scores_of(FIRST, SECOND)
    assert effect_sizes.cohen_d_z(data).value == pytest.approx(difference.mean() / difference.std(ddof=1))
    assert effect_sizes.cohen_d_av(data).value == pytest.approx(difference.mean() / deviation)


def test_hedges_g_of_five_pairs_shrinks_by_his_exact_factor() -> None:
    """J(4) = gamma(2) / (sqrt(2) gamma(1.5)) = .797885 (Hedges 1981, table 1: .7979)."""
    data = scores_of(FIRST, SECOND)
    ratio = effect_sizes.hedges_g(data).value / effect_sizes.cohen_d_av(data).value
    assert ratio == pytest.approx(0.797885, abs=5e-7)


def test_cliffs_delta_counts_all_pairs() -> None:
    signs = np.sign(np.subtract.outer(FIRST, SECOND))
    data = scores_of(FIRST, SECOND)
    assert effect_sizes.cliffs_delta(data).value == pytest.approx(signs.mean())
    assert effect_sizes.probability_of_superiority(data).value == pytest.approx((signs.mean() + 1) / 2)


def test_cliffs_delta_of_separate_scores_is_one_without_interval() -> None:
    data = scores_of([8, 9, 7], [1, 2, 3])
    statistic = effect_sizes.cliffs_delta(data)
    assert statistic.value == 1
    assert effect_sizes.probability_of_superiority(data).value == 1
    assert clustered_interval(statistic, data.clusters, Clustering.TWO_WAY).low is None


def test_odds_ratio_and_cohen_h_of_shares() -> None:
    data = scores_of([1] * 8 + [0] * 2, [1] * 5 + [0] * 5)
    assert effect_sizes.odds_ratio(data).value == pytest.approx(4)
    assert effect_sizes.cohen_h_of_shares(data).value == pytest.approx(2 * np.arcsin(0.8**0.5) - np.pi / 2)


def test_cohen_h_of_preferences_is_zero_at_one_half() -> None:
    assert effect_sizes.cohen_h_of_preferences(counted(5, 5, 3)).value == pytest.approx(0)


def test_standardised_differences_without_spread_are_undefined() -> None:
    assert np.isnan(effect_sizes.cohen_d_z(scores_of([2, 3, 4], [1, 2, 3])).scaled)
    assert np.isnan(effect_sizes.cohen_d_av(scores_of([2, 2, 2], [1, 1, 1])).scaled)


def test_influence_of_cohen_d_z_is_that_of_leaving_rows_out() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(1, 1, 400), rng.normal(0, 1, 400)
    data = scores_of(first.tolist(), second.tolist())
    influence = effect_sizes.cohen_d_z(data).influence
    without = effect_sizes.cohen_d_z(scores_of(first[1:].tolist(), second[1:].tolist())).value
    assert effect_sizes.cohen_d_z(data).value - without == pytest.approx(influence[0], rel=0.05)


@settings(deadline=None)
@given(PAIRS, st.sampled_from(SIGNED))
def test_swapping_conditions_flips_signs(pairs: list[tuple[int, int]], statistic: Statistic) -> None:
    first, second = zip(*pairs, strict=True)
    value = statistic(scores_of(first, second)).value
    assert statistic(scores_of(second, first)).value == pytest.approx(-value, nan_ok=True, abs=1e-9)


@settings(deadline=None)
@given(PAIRS, st.sampled_from(SIGNED))
def test_order_of_rows_does_not_matter(pairs: list[tuple[int, int]], statistic: Statistic) -> None:
    first, second = zip(*pairs, strict=True)
    value = statistic(scores_of(first, second)).value
    reverse = statistic(scores_of(first[::-1], second[::-1])).value
    assert reverse == pytest.approx(value, nan_ok=True, abs=1e-9)
