import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.blinding.logistic import auroc, fit_ridge, predict_unseen


def test_ridge_maximises_its_criterion() -> None:
    """At the maximum the gradient is 0: X'(y - p) = penalty times weights."""
    rng = np.random.default_rng(1)
    features = rng.normal(size=(40, 3))
    label = (features[:, 0] + rng.normal(size=40) > 0).astype(np.float64)
    fit = fit_ridge(features, label, penalty=2.0)
    fitted = 1 / (1 + np.exp(-fit.log_odds(features)))
    scaled = (features - features.mean(axis=0)) / features.std(axis=0)
    assert scaled.T @ (label - fitted) == pytest.approx(2.0 * fit.weights)


def test_ridge_ignores_features_that_do_not_vary_and_fills_in_the_mean() -> None:
    features = np.array([[1.0, 5.0], [2.0, 5.0], [np.nan, 5.0], [4.0, 5.0]])
    fit = fit_ridge(features, np.array([0.0, 0.0, 1.0, 1.0]))
    assert fit.weights[1] == 0
    assert fit.log_odds(features)[2] == pytest.approx(fit.intercept)


def test_ridge_of_separated_classes_is_finite() -> None:
    fit = fit_ridge(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0.0, 0.0, 1.0, 1.0]))
    assert 0 < fit.weights[0] < 10


def test_auroc_is_the_share_of_pairs_in_order() -> None:
    assert auroc(np.array([3.0, 1.0, 2.0, 1.0]), np.array([1.0, 1.0, 0.0, 0.0])).value == 2.5 / 4


def test_auroc_variance_is_delongs() -> None:
    """DeLong, DeLong & Clarke-Pearson 1988: sums of squared placements over n (n - 1) per class."""
    rng = np.random.default_rng(2)
    ones, zeros = rng.normal(1, 1, 30), rng.normal(0, 1, 20)
    result = auroc(np.concatenate([ones, zeros]), np.repeat([1.0, 0.0], [30, 20]))
    order = (ones[:, None] > zeros[None, :]).astype(np.float64)
    expected = order.mean(axis=1).var() / 30 + order.mean(axis=0).var() / 20
    area = result.value
    assert np.sum((result.influence * area * (1 - area)) ** 2) == pytest.approx(expected)


def test_auroc_of_one_class_is_undefined_and_of_separate_classes_has_no_error() -> None:
    assert np.isnan(auroc(np.array([1.0, 2.0]), np.ones(2)).scaled)
    assert auroc(np.array([1.0, 2.0, np.nan]), np.array([0.0, 1.0, 1.0])).value == 1


@given(st.lists(st.integers(0, 9), min_size=4, max_size=20))
def test_auroc_swap_of_classes_mirrors(scores: list[int]) -> None:
    label = np.array([at % 2 for at in range(len(scores))], np.float64)
    values = np.array(scores, np.float64)
    area = auroc(values, label)
    other = auroc(values, 1 - label)
    assert other.scaled == pytest.approx(-area.scaled if 0 < area.value < 1 else 1 - area.scaled)


def test_prediction_never_sees_the_group_it_predicts() -> None:
    """Labels that groups share at random cannot be predicted from the group's own number."""
    rng = np.random.default_rng(3)
    group = np.repeat(np.arange(40), 4)
    label = np.repeat(rng.permutation(np.arange(40) % 2), 4).astype(np.float64)
    features = np.eye(40)[group]
    log_odds = predict_unseen(features, label, group, rng)
    assert auroc(log_odds, label).value < 0.6
