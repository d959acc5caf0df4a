"""Intervals of means and differences end where the scale does."""

import numpy as np
import pytest

from analysis.conditions.data import Ends
from analysis.conditions.differences import within
from analysis.conditions.means import on_scale


def test_mean_is_linearised_on_the_logit_of_its_scale() -> None:
    values = np.array([9.0, 10.0, 10.0, 10.0])
    linear = on_scale(values, 9.75, Ends(0, 10))
    assert linear.value == pytest.approx(9.75)
    assert linear.back(np.array([-50.0, 50.0])) == pytest.approx([0.0, 10.0])
    # the delta method: on its own scale a rating adds (x - mean) / n
    np.testing.assert_allclose(linear.influence * 10 * 0.975 * 0.025, (values - 9.75) / 4)


def test_mean_on_an_end_or_without_a_declared_scale_stays_as_it_is() -> None:
    values = np.array([10.0, 10.0])
    assert on_scale(values, 10.0, Ends(0, 10)).scaled == 10.0
    assert on_scale(values, 10.0, None).scaled == 10.0


def test_differences_are_cut_at_the_width_of_the_scale() -> None:
    assert within(Ends(1, 5), np.array([-7.0, 2.0, 9.0])).tolist() == [-4.0, 2.0, 4.0]
    assert within(None, np.array([9.0])).tolist() == [9.0]
