from collections.abc import Callable

import numpy as np
import pytest

from analysis.agreement.coefficients import (
    agreement_weights,
    analytic_interval,
    brennan_prediger,
    conger_kappa,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    lowest_value,
    scott_pi,
)
from analysis.agreement.statistics import AGREEMENT
from analysis.registry import IntervalMethod, Settings
from analysis.resampling import Recomputed, Resampled
from analysis.tables import Ratings
from sim.schema.base import Level
from tests.analysis import examples
from tests.analysis.examples import counted_ratings, crossed_ratings, ratings_of

Prepare = Callable[[Ratings], Resampled]

RAW_4RATERS = ratings_of(examples.GWET_RAW_4RATERS, Level.NOMINAL)


@pytest.mark.parametrize(
    ("prepare", "value"),
    [
        (gwet_ac1, 0.77544407),
        (fleiss_kappa, 0.76116928),
        (conger_kappa, 0.76281744),
        (brennan_prediger, 0.77272727),
    ],
)
def test_coefficient_of_raw_4raters_as_in_irrcac(prepare: Prepare, value: float) -> None:
    assert prepare(RAW_4RATERS).value() == pytest.approx(value, abs=6e-9)


@pytest.mark.parametrize(("chance", "error"), [("gwet", 0.14295), ("fleiss", 0.15302), ("uniform", 0.14472)])
def test_analytic_error_of_raw_4raters_as_in_irrcac(chance: str, error: float) -> None:
    interval = analytic_interval(RAW_4RATERS, quadratic=False, chance=chance)
    assert interval.standard_error == pytest.approx(error, abs=6e-6)


def test_analytic_interval_of_one_pair_is_missing() -> None:
    interval = analytic_interval(ratings_of(["1.", "12"], Level.NOMINAL), quadratic=False, chance="fleiss")
    assert "fewer than 2 units" in interval.note


def test_fleiss_kappa_of_psychiatric_diagnoses() -> None:
    ratings = counted_ratings(examples.FLEISS_1971)
    assert fleiss_kappa(ratings).value() == pytest.approx(0.430244520, abs=6e-10)
    assert brennan_prediger(ratings).value() == pytest.approx(0.444444444, abs=6e-10)


def test_scott_pi_of_two_raters_is_fleiss_kappa_of_the_units_both_rated() -> None:
    both = crossed_ratings(examples.COHEN_1968)
    assert scott_pi(both).value() == pytest.approx(fleiss_kappa(both).value())
    assert np.isnan(scott_pi(RAW_4RATERS).value())


def test_conger_kappa_of_two_raters_is_cohens() -> None:
    assert conger_kappa(crossed_ratings(examples.COHEN_1968)).value() == pytest.approx(0.491525, abs=6e-7)


def test_conger_kappa_resamples_the_same_without_a_dense_table(monkeypatch: pytest.MonkeyPatch) -> None:
    dense = conger_kappa(RAW_4RATERS)
    monkeypatch.setattr("analysis.agreement.coefficients._MOST_SUMS", 0)
    slow = conger_kappa(RAW_4RATERS)
    assert isinstance(slow, Recomputed)
    assert slow.without_each() == pytest.approx(dense.without_each(), abs=1e-12)


def test_gwet_ac2_of_perfect_agreement_is_one() -> None:
    assert gwet_ac2(ratings_of(["1234", "1234"], Level.ORDINAL)).value() == pytest.approx(1)


def test_gwet_ac2_with_quadratic_weights_as_in_irrcac() -> None:
    # irrCAC 0.4.4: CAC(raw_4raters(), weights="quadratic").gwet()
    ratings = ratings_of(examples.GWET_RAW_4RATERS, Level.INTERVAL)
    assert gwet_ac2(ratings).value() == pytest.approx(0.914000723552, abs=6e-9)


def test_gwet_ac2_of_a_very_long_scale_is_undefined() -> None:
    rows = np.arange(1000).reshape(2, 500).tolist()
    assert np.isnan(gwet_ac2(ratings_of(rows, Level.INTERVAL)).value())


def test_agreement_weights_fall_with_the_square_of_distance() -> None:
    weights = agreement_weights(np.array([0.0, 1.0, 2.0]), quadratic=True)
    assert weights.tolist() == [[1, 0.75, 0], [0.75, 1, 0.75], [0, 0.75, 1]]


@pytest.mark.parametrize("prepare", [fleiss_kappa, gwet_ac1, brennan_prediger, conger_kappa])
def test_coefficient_of_one_category_is_undefined(prepare: Prepare) -> None:
    assert np.isnan(prepare(ratings_of(["111", "111"], Level.NOMINAL)).value())


@pytest.mark.parametrize(
    ("prepare", "value"),
    [
        (fleiss_kappa, 0.038478222673),
        (gwet_ac1, 0.039281037858),
        (conger_kappa, 0.049755143567),
        (brennan_prediger, 0.03908045977),
    ],
)
def test_coefficient_with_missing_cells_as_in_irrcac(prepare: Prepare, value: float) -> None:
    # irrCAC 0.4.4 on the same 30 x 5 table
    rng = np.random.default_rng(3)
    table = rng.integers(0, 4, (30, 5)).astype(float)
    table[rng.random(table.shape) < 0.3] = np.nan
    assert prepare(ratings_of(table.T.tolist(), Level.NOMINAL)).value() == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize(("quadratic", "value"), [(False, -1 / 3), (True, -13 / 5)])
def test_lowest_value_is_where_nobody_agrees_and_chance_is_highest(
    quadratic: bool,
    value: float,
) -> None:
    ratings = ratings_of(["1234", "4321"], Level.ORDINAL)
    assert lowest_value(ratings, quadratic=quadratic) == pytest.approx(value)
    if not quadratic:
        assert gwet_ac1(ratings).value() == pytest.approx(value)


@pytest.mark.parametrize("method", list(IntervalMethod))
def test_interval_of_a_tiny_table_stays_where_the_coefficient_can_be(method: IntervalMethod) -> None:
    ratings = ratings_of(["112", "121"], Level.NOMINAL)
    for statistic in AGREEMENT.chosen(Level.NOMINAL, optional=True):
        for row in statistic.function(ratings, Settings(method, n_replicates=200)):
            assert row.low is None or row.high is None or -1 <= row.low <= row.high <= 1, row
