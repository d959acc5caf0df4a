import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.power import (
    ErrorRates,
    ScoreDifference,
    Sharing,
    WinRate,
    detectable_size,
    plan_of,
    power_of,
    required_plan,
)
from analysis.power.simulate import simulate_power

RATES = ErrorRates()
ALONE = Sharing(raters_per_item=1, batch=1)
SHARED = Sharing(raters_per_item=3, batch=20, environment=0.1, rater=0.05)


def test_win_rate_of_sixty_percent_needs_194_independent_preferences() -> None:
    """(1.96 sqrt(.25) + .8416 sqrt(.24))^2 / .1^2 = 193.9, separate variances under null and effect."""
    plan = required_plan(WinRate(0.6), ALONE, RATES)
    assert plan is not None
    assert plan.n_ratings == 194


def test_ties_lower_the_variance() -> None:
    """Wins .5, ties .2, losses .3: variance .5 + .2 / 4 - .6^2 = .19, and .2 under the null."""
    assert WinRate(0.6, 0.2).variance == pytest.approx(0.19)
    assert WinRate(0.6, 0.2).null_variance == pytest.approx(0.2)


def test_score_difference_of_half_a_deviation_needs_32_independent_pairs() -> None:
    """(1.96 + .8416)^2 / .5^2 = 31.4."""
    plan = required_plan(ScoreDifference(1, 2), ALONE, RATES)
    assert plan is not None
    assert plan.n_ratings == 32


def test_design_effect_of_two_kinds_of_clusters() -> None:
    plan = plan_of(SHARED, 40)
    assert (plan.n_ratings, plan.n_raters, plan.n_environments) == (120, 6, 40)
    assert plan.design_effect == pytest.approx(1 + 2 * 0.1 + 19 * 0.05)


def test_raters_are_never_fewer_than_an_item_needs() -> None:
    assert plan_of(SHARED, 2).n_raters == 3


def test_fixed_raters_can_put_the_power_out_of_reach() -> None:
    """What 5 raters share leaves a variance of .24 * .05 / 5, however many items there are."""
    assert required_plan(WinRate(0.6), SHARED, RATES, n_raters=5) is None
    assert required_plan(WinRate(0.6), SHARED, RATES, n_raters=60) is not None


def test_one_environment_or_rater_has_no_power_where_they_share_variance() -> None:
    assert power_of(WinRate(0.6), plan_of(SHARED, 1), RATES) == 0


def test_detectable_size_inverts_the_power() -> None:
    plan = plan_of(SHARED, 200)
    size = detectable_size(WinRate(0.6), plan, RATES)
    assert size is not None
    assert power_of(WinRate(0.5 + size), plan, RATES) == pytest.approx(0.8, abs=1e-6)


def test_tiny_plan_detects_no_win_rate_at_all() -> None:
    assert detectable_size(WinRate(0.6), plan_of(SHARED, 2), RATES) is None


@given(st.integers(5, 300), st.sampled_from([WinRate(0.6), WinRate(0.7, 0.2), ScoreDifference(0.4, 2)]))
def test_more_items_never_lose_power_with_their_raters(
    n_items: int, effect: WinRate | ScoreDifference
) -> None:
    fewer, more = (power_of(effect, plan_of(SHARED, n, n_raters=n), RATES) for n in (n_items, n_items + 5))
    assert fewer <= more + 1e-9


def test_simulated_power_finds_a_strong_effect_and_seldom_a_missing_one() -> None:
    plan = plan_of(SHARED, 60)
    rng = np.random.default_rng(1)
    strong = simulate_power(ScoreDifference(2, 2), plan, RATES, rng, n_studies=20)
    none = simulate_power(ScoreDifference(1e-9, 2), plan, RATES, rng, n_studies=100)
    assert strong.n_found == 20
    assert none.n_found <= 10


def test_simulated_power_says_where_effects_were_cut_off() -> None:
    shared = Sharing(raters_per_item=2, batch=5, environment=0.5, rater=0.4)
    assert simulate_power(
        WinRate(0.8), plan_of(shared, 10), RATES, np.random.default_rng(2), n_studies=5
    ).clipped


@pytest.mark.slow
@pytest.mark.parametrize("effect", [WinRate(0.6), WinRate(0.6, 0.2), ScoreDifference(0.5, 2)])
@pytest.mark.parametrize("sharing", [SHARED, Sharing(5, 2, 20, 0.05, 0.02), ALONE])
def test_planned_power_is_the_simulated_power(effect: WinRate | ScoreDifference, sharing: Sharing) -> None:
    plan = required_plan(effect, sharing, RATES)
    assert plan is not None
    result = simulate_power(effect, plan, RATES, np.random.default_rng(3), n_studies=2000)
    assert result.n_found / 2000 == pytest.approx(power_of(effect, plan, RATES), abs=0.04)
