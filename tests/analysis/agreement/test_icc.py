import numpy as np
import pytest

from analysis.agreement.icc import FORMS, icc, icc_interval, raters_per_unit
from analysis.agreement.reml import crossed_components, one_way_components, unit_blocks
from analysis.resampling import jackknife_interval
from analysis.tables import Ratings
from sim.schema.base import Level
from tests.analysis import examples
from tests.analysis.examples import ratings_of

SHROUT_FLEISS = ratings_of(examples.SHROUT_FLEISS_1979)
VALUES = {
    "icc_1_1": 0.165742,
    "icc_a_1": 0.289764,
    "icc_c_1": 0.714841,
    "icc_1_k": 0.442797,
    "icc_a_k": 0.620051,
    "icc_c_k": 0.909316,
}


def incomplete() -> Ratings:
    rng = np.random.default_rng(1)
    values = rng.normal(size=(60, 1)) + rng.normal(size=(1, 8)) * 0.5 + rng.normal(size=(60, 8))
    rows = values.T.round(3).astype(object)
    rows[rng.random(rows.shape) < 0.3] = "."
    return ratings_of(rows.tolist())


@pytest.mark.parametrize("form", FORMS)
def test_icc_of_shrout_and_fleiss_1979(form: str) -> None:
    assert icc(form, SHROUT_FLEISS).value() == pytest.approx(VALUES[form], abs=6e-7)


@pytest.mark.parametrize(
    ("form", "low", "high"), [("icc_1_1", -0.13, 0.72), ("icc_a_1", 0.02, 0.76), ("icc_c_1", 0.34, 0.95)]
)
def test_icc_interval_of_shrout_and_fleiss_1979(form: str, low: float, high: float) -> None:
    interval = icc_interval(form, SHROUT_FLEISS)
    assert interval.low == pytest.approx(low, abs=0.006)
    assert interval.high == pytest.approx(high, abs=0.006)


def test_icc_interval_of_means_follows_from_that_of_single_raters() -> None:
    single, mean = (icc_interval(form, SHROUT_FLEISS).low or 0 for form in ("icc_c_1", "icc_c_k"))
    assert mean == pytest.approx(4 * single / (1 + 3 * single))


def test_reml_of_a_complete_table_is_the_analysis_of_variance() -> None:
    blocks, once = unit_blocks(SHROUT_FLEISS), np.ones(6)
    crossed, one_way = crossed_components(blocks, once), one_way_components(blocks, once)
    assert crossed.unit / (crossed.unit + crossed.rater + crossed.residual) == pytest.approx(
        0.289764, abs=1e-6
    )
    assert crossed.unit / (crossed.unit + crossed.residual) == pytest.approx(0.714841, abs=1e-6)
    assert one_way.unit / (one_way.unit + one_way.residual) == pytest.approx(0.165742, abs=1e-6)


def test_reml_of_an_incomplete_table_as_in_statsmodels() -> None:
    # statsmodels 0.15: MixedLM, one group, variance components of unit and rater
    found = crossed_components(unit_blocks(incomplete()), np.ones(60))
    assert found.unit == pytest.approx(0.763316, abs=2e-5)
    assert found.rater == pytest.approx(0.138879, abs=2e-5)
    assert found.residual == pytest.approx(0.910772, abs=2e-5)


def test_one_way_reml_of_an_incomplete_table_as_in_statsmodels() -> None:
    found = one_way_components(unit_blocks(incomplete()), np.ones(60))
    assert found.unit == pytest.approx(0.774356, abs=5e-5)
    assert found.residual == pytest.approx(1.044866, abs=2e-5)


def test_reml_weights_count_clusters_like_copies() -> None:
    ratings = ratings_of([[1, 4, 2, 6, 1], [2, 4, 3, 5, "."], [1, 5, ".", 7, 2]])
    doubled = ratings_of([[1, 4, 2, 6, 1, 1], [2, 4, 3, 5, ".", 2], [1, 5, ".", 7, 2, 1]])
    weighted = crossed_components(unit_blocks(ratings), np.array([2.0, 1, 1, 1, 1]))
    copied = crossed_components(unit_blocks(doubled), np.ones(6))
    assert weighted.unit == pytest.approx(copied.unit, rel=1e-3)
    assert weighted.residual == pytest.approx(copied.residual, rel=1e-3)


def test_icc_of_an_incomplete_table_has_a_jackknife_interval() -> None:
    ratings = incomplete().where(incomplete().unit < 12)
    statistic = icc("icc_c_1", ratings)
    without_first = icc("icc_c_1", ratings.where(ratings.unit != 0)).value()
    assert statistic.without_each()[0] == pytest.approx(without_first, abs=1e-5)
    assert jackknife_interval(statistic).low is not None


def test_icc_of_an_incomplete_table_has_no_analytic_interval() -> None:
    assert "did not rate every unit" in icc_interval("icc_1_1", incomplete()).note


@pytest.mark.parametrize("rows", [["123"], ["1", "2"], ["12.", "..3"], ["111", "111"]])
def test_icc_of_a_degenerate_table_is_undefined(rows: list[str]) -> None:
    assert np.isnan(icc("icc_a_1", ratings_of(rows, Level.INTERVAL)).value())


def test_raters_per_unit_is_the_harmonic_mean() -> None:
    assert raters_per_unit(ratings_of(["12", "3."])) == pytest.approx(2 / 1.5)
