import numpy as np
import pytest

from analysis.agreement.pairs import fleiss_cohen_everitt, kappa_of_pairs, pair_kappa, rater_pairs
from analysis.registry import IntervalMethod, Settings
from sim.schema.base import Level
from tests.analysis import examples
from tests.analysis.examples import crossed_ratings, ratings_of

COHEN = next(rater_pairs(crossed_ratings(examples.COHEN_1968)))
FCE = next(rater_pairs(crossed_ratings(examples.FLEISS_COHEN_EVERITT_1969)))
ONE_BY_ONE = np.eye(3)


def test_cohen_kappa_of_cohen_1968() -> None:
    assert pair_kappa(COHEN, ONE_BY_ONE).value() == pytest.approx(0.491525, abs=6e-7)


def test_weighted_kappa_of_cohen_1968() -> None:
    disagreement = np.array([[0, 1, 3], [1, 0, 6], [3, 6, 0]])
    assert pair_kappa(COHEN, 1 - disagreement / 6).value() == pytest.approx(0.347826, abs=6e-7)


def test_cohen_kappa_of_fleiss_cohen_everitt_1969() -> None:
    value = pair_kappa(FCE, ONE_BY_ONE).value()
    assert value == pytest.approx(0.428571, abs=6e-7)
    assert fleiss_cohen_everitt(FCE, ONE_BY_ONE, value).standard_error == pytest.approx(0.053711, abs=6e-7)


def test_weighted_kappa_of_fleiss_cohen_everitt_1969() -> None:
    weights = np.array([[1, 0, 0.4444], [0, 1, 0.6667], [0.4444, 0.6667, 1]])
    assert pair_kappa(FCE, weights).value() == pytest.approx(0.507070, abs=6e-7)


def test_cohen_kappa_error_as_in_statsmodels() -> None:
    # statsmodels 0.14: cohens_kappa(table).std_kappa
    interval = fleiss_cohen_everitt(COHEN, ONE_BY_ONE, pair_kappa(COHEN, ONE_BY_ONE).value())
    assert interval.standard_error == pytest.approx(0.05100181557607785, abs=1e-12)


def test_kappa_rows_name_both_raters_and_their_shared_units() -> None:
    ratings = ratings_of(["11.2", "12.2", "..1."], Level.NOMINAL)
    rows = list(kappa_of_pairs("cohen_kappa", weighted=False)(ratings, Settings()))
    assert [(row.rater, row.rater_2, row.n_units) for row in rows] == [("r000", "r001", 3)]


def test_kappa_of_two_constant_raters_is_undefined() -> None:
    ratings = ratings_of(["111.", "111.", "...2"], Level.NOMINAL)
    row = next(iter(kappa_of_pairs("cohen_kappa", weighted=False)(ratings, Settings())))
    assert row.value is None
    assert row.note == "no_variation"


def test_weighted_kappa_takes_its_weights_from_the_declared_scale() -> None:
    ratings = ratings_of([["0", "0", "3", "3", "10", "0"], ["0", "3", "3", "0", "10", "3"]], Level.INTERVAL)
    row = next(iter(kappa_of_pairs("weighted_kappa", weighted=True)(ratings, Settings())))
    # quadratic disagreement is proportional to squared distance, so that its unit cancels out
    first, second = ratings.matrix().T
    observed = np.mean((first - second) ** 2)
    expected = np.mean((first[:, np.newaxis] - second) ** 2)
    assert row.value == pytest.approx(1 - observed / expected)


def test_analytic_interval_is_the_published_one() -> None:
    ratings = crossed_ratings(examples.FLEISS_COHEN_EVERITT_1969)
    rows = kappa_of_pairs("cohen_kappa", weighted=False)(ratings, Settings(IntervalMethod.ANALYTIC))
    row = next(iter(rows))
    assert row.low == pytest.approx(0.428571 - 1.959964 * 0.053711, abs=2e-6)
    assert "analytic" in row.note
