import numpy as np
import pytest

from analysis.conditions.adjusted import (
    difference_at_equal_length,
    first_shown_difference,
    length_effect_on_preferences,
    win_rate_at_equal_length,
)
from tests.analysis.conditions.compared import preferences_of, scores_of


def test_win_rate_at_equal_length_of_a_two_by_two_table() -> None:
    """Lengths of opposite sign: the model is saturated and the intercept is the mean logit."""
    outcome = [1.0] * 30 + [0.0] * 10 + [1.0] * 15 + [0.0] * 25
    data = preferences_of(outcome, log_length=[np.log(2)] * 40 + [-np.log(2)] * 40)
    logits = np.log(30 / 10), np.log(15 / 25)
    odds = np.exp((logits[0] + logits[1]) / 2)
    assert win_rate_at_equal_length(data).value == pytest.approx(odds / (1 + odds))
    assert length_effect_on_preferences(data).value == pytest.approx((logits[0] - logits[1]) / 2)


def test_win_rate_at_equal_length_needs_lengths_that_vary() -> None:
    assert np.isnan(win_rate_at_equal_length(preferences_of([1, 0, 1, 0])).scaled)
    same = preferences_of([1, 0, 1, 0], log_length=[0.3] * 4)
    assert np.isnan(win_rate_at_equal_length(same).scaled)
    separated = preferences_of([1, 1, 0, 0], log_length=[1, 2, -1, -2])
    assert np.isnan(win_rate_at_equal_length(separated).scaled)


def test_difference_at_equal_length_without_lengths_is_undefined() -> None:
    assert np.isnan(difference_at_equal_length(scores_of([1, 2, 3], [0, 0, 0])).scaled)


def test_first_shown_difference_is_half_the_difference_of_the_orders() -> None:
    data = scores_of([6, 5, 4, 3], [3, 4, 4, 5], shown=[1, 1, -1, -1])
    assert first_shown_difference(data).value == pytest.approx((2 - -1) / 2)
    assert np.isnan(first_shown_difference(scores_of([1, 2], [0, 1])).scaled)
