import numpy as np
import pytest
from scipy import stats

from analysis.agreement.kendall import kendall_w
from sim.schema.base import Level
from tests.analysis.examples import ratings_of


def test_kendall_w_of_equal_rankings_is_one() -> None:
    assert kendall_w(ratings_of(["12345", "12345", "12345"], Level.ORDINAL)).value() == pytest.approx(1)


def test_kendall_w_follows_from_the_mean_rank_correlation() -> None:
    # Kendall & Babington Smith 1939: mean Spearman r = (k W - 1) / (k - 1), without ties
    rows = [np.random.default_rng(seed).permutation(9).tolist() for seed in range(4)]
    correlations = np.corrcoef(np.array(rows))[np.triu_indices(4, 1)]
    w = kendall_w(ratings_of(rows, Level.ORDINAL)).value()
    assert (4 * w - 1) / 3 == pytest.approx(correlations.mean())


def test_kendall_w_with_ties_is_the_friedman_statistic() -> None:
    # chi2 = k (n - 1) W, with the same correction for ties
    rows = np.random.default_rng(2).integers(0, 4, (5, 8))
    w = kendall_w(ratings_of(rows.tolist(), Level.ORDINAL)).value()
    assert 5 * 7 * w == pytest.approx(stats.friedmanchisquare(*rows.T).statistic)


def test_kendall_w_takes_only_units_that_all_rated() -> None:
    with_gap = kendall_w(ratings_of(["1234", "2134", "12.4"], Level.ORDINAL)).value()
    assert with_gap == pytest.approx(kendall_w(ratings_of(["124", "214", "124"], Level.ORDINAL)).value())


@pytest.mark.parametrize("rows", [["1.", ".2"], ["123"], ["111", "111"]])
def test_kendall_w_of_a_degenerate_table_is_undefined(rows: list[str]) -> None:
    assert np.isnan(kendall_w(ratings_of(rows, Level.ORDINAL)).value())
