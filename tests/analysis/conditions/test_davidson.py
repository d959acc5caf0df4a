import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.conditions.davidson import (
    davidson_log_odds,
    davidson_tie,
    first_shown_rate,
    side_adjusted,
    side_effect,
    tie_rate,
)
from tests.analysis.conditions.compared import counted, preferences_of

OUTCOMES = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=12, max_size=30)


def test_davidson_of_two_items_known_values() -> None:
    """The saturated solution log(W / L), T / sqrt(W L) of 60 wins, 40 losses, 25 ties."""
    assert davidson_log_odds(counted(60, 40, 25)).value == pytest.approx(0.4054651, abs=5e-8)
    assert davidson_tie(counted(60, 40, 25)).value == pytest.approx(0.5103104, abs=5e-8)


def test_davidson_log_odds_influence_gives_the_delta_method_variance() -> None:
    influence = davidson_log_odds(counted(60, 40, 25)).influence
    assert np.sum(influence**2) == pytest.approx(1 / 60 + 1 / 40)


def test_davidson_log_odds_without_losses_is_not_finite() -> None:
    assert not np.isfinite(davidson_log_odds(counted(3, 0, 2)).scaled)


def test_tie_rate() -> None:
    assert tie_rate(counted(60, 40, 25)).value == 0.2


def test_first_shown_rate_turns_preferences_and_leaves_out_unknown_orders() -> None:
    data = preferences_of([1, 0, 0.5, 1], shown=[1, -1, 1, 0])
    assert first_shown_rate(data).value == pytest.approx(2.5 / 3)


def test_side_model_in_a_balanced_table_has_its_closed_form() -> None:
    """Without ties each order is a table of its own: half the sum and half the difference of the logits."""
    outcome = [1.0] * 30 + [0.0] * 10 + [1.0] * 20 + [0.0] * 20
    data = preferences_of(outcome, shown=[1.0] * 40 + [-1.0] * 40)
    logits = np.log(30 / 10), np.log(20 / 20)
    assert side_adjusted(data).value == pytest.approx((logits[0] + logits[1]) / 2)
    assert side_effect(data).value == pytest.approx((logits[0] - logits[1]) / 2)


def test_side_model_variance_without_ties_is_that_of_two_logits() -> None:
    outcome = [1.0] * 30 + [0.0] * 10 + [1.0] * 20 + [0.0] * 20
    data = preferences_of(outcome, shown=[1.0] * 40 + [-1.0] * 40)
    variance = (1 / 30 + 1 / 10 + 1 / 20 + 1 / 20) / 4
    assert np.sum(side_adjusted(data).influence ** 2) == pytest.approx(variance)


@pytest.mark.parametrize("shown", [[0.0] * 4, [1.0] * 4])
def test_side_effect_needs_both_orders(shown: list[float]) -> None:
    assert np.isnan(side_effect(preferences_of([1, 0, 1, 0.5], shown=shown)).scaled)


def test_side_effect_of_a_separated_table_is_undefined() -> None:
    data = preferences_of([1, 1, 1, 0, 0, 0], shown=[1, 1, 1, -1, -1, -1])
    assert np.isnan(side_effect(data).scaled)


@settings(deadline=None)
@given(OUTCOMES)
def test_swapping_conditions_flips_the_preference_and_not_the_side(outcomes: list[float]) -> None:
    shown = [1.0 if at % 2 else -1.0 for at in range(len(outcomes))]
    data = preferences_of(outcomes, shown=shown)
    mirrored = preferences_of([1 - y for y in outcomes], shown=[-x for x in shown])
    assert side_adjusted(mirrored).scaled == pytest.approx(-side_adjusted(data).scaled, abs=1e-8, nan_ok=True)
    assert side_effect(mirrored).scaled == pytest.approx(side_effect(data).scaled, abs=1e-8, nan_ok=True)
