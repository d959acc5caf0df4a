import numpy as np
import pytest

from analysis.conditions.mixed import Effect, fit_mixed
from analysis.conditions.mixed_difference import mixed_difference_rows, random_effects
from analysis.registry import Settings
from tests.analysis.conditions.compared import scores_of
from tests.analysis.examples import SHROUT_FLEISS_1979


def intercept(*groups: int) -> Effect:
    return Effect(np.array(groups), np.ones(len(groups)))


def test_balanced_two_way_model_gives_the_mean_squares_of_shrout_and_fleiss() -> None:
    """BMS 11.24, JMS 32.49, EMS 1.02 (Shrout & Fleiss 1979, table 3): REML equals ANOVA when balanced."""
    scores = np.array(SHROUT_FLEISS_1979, np.float64)
    judge, target = (index.ravel() for index in np.indices(scores.shape))
    ones = np.ones(scores.size)
    fit = fit_mixed(
        scores.ravel(), ones[:, None], {"target": Effect(target, ones), "judge": Effect(judge, ones)}
    )
    assert fit.residual == pytest.approx(1.02, abs=0.005)
    assert 4 * fit.variances["target"] + fit.residual == pytest.approx(11.24, abs=0.005)
    assert 6 * fit.variances["judge"] + fit.residual == pytest.approx(32.49, abs=0.005)


def test_model_without_effects_is_least_squares() -> None:
    rng = np.random.default_rng(2)
    fixed = np.column_stack([np.ones(30), rng.normal(size=30)])
    outcome = rng.normal(size=30)
    fit = fit_mixed(outcome, fixed, {})
    expected, (squares,), *_ = np.linalg.lstsq(fixed, outcome)
    assert fit.coefficients == pytest.approx(expected)
    assert fit.residual == pytest.approx(squares / 28)


def test_variance_at_its_bound_is_zero() -> None:
    outcome = np.array([1.0, -1.0, 1.0, -1.0])
    fit = fit_mixed(outcome, np.ones((4, 1)), {"group": intercept(0, 0, 1, 1)})
    assert fit.variances["group"] == 0
    assert fit.residual == pytest.approx(4 / 3)


def test_paired_difference_has_the_paired_standard_error() -> None:
    first, second = [5.0, 7.0, 6.0, 9.0, 4.0], [3.0, 6.0, 6.0, 5.0, 3.0]
    rows = list(mixed_difference_rows(scores_of(first, second, rater=[0] * 5), Settings()))
    difference = np.subtract(first, second)
    margin = 2.776445 * difference.std(ddof=1) / np.sqrt(5)
    assert rows[0].value == pytest.approx(difference.mean())
    assert rows[0].high == pytest.approx(difference.mean() + margin, rel=1e-4)
    assert {row.statistic for row in rows[1:]} == {"variance_environment", "variance_residual"}


def test_effects_that_say_the_same_are_chosen_once() -> None:
    data = scores_of([1, 2, 3, 4], [2, 3, 4, 5], environment=[0, 0, 1, 1], rater=[0, 1, 0, 1])
    assert set(random_effects(data.single)) == {
        "environment",
        "environment_difference",
        "scenario",
        "rater",
        "rater_difference",
    }


def test_mixed_difference_without_variation_or_ratings_says_why() -> None:
    assert [row.note for row in mixed_difference_rows(scores_of([], []), Settings())] == ["no_ratings"]
    (row,) = mixed_difference_rows(scores_of([2, 2], [2, 2]), Settings())
    assert row.note == "no_variation"
