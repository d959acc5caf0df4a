import numpy as np
import pytest

from analysis.resampling.linearised import (
    Clustering,
    Clusters,
    Linearised,
    clustered_interval,
    clustered_p_value,
    linearise,
)
from analysis.resampling.resampled import Numbers


def _ratio(sums: Numbers) -> Numbers:
    return sums[:, 0] / sums[:, 1]


def _of(values: list[float]) -> Linearised:
    return linearise(np.column_stack([values, np.ones(len(values))]), _ratio)


def test_linearised_mean_has_the_influence_of_a_mean() -> None:
    values = [3.0, 1.0, 4.0, 1.0, 5.0]
    assert _of(values).influence == pytest.approx((np.array(values) - 2.8) / 5, abs=1e-9)


def test_linearised_logarithm_of_a_ratio_is_taken_back() -> None:
    statistic = linearise(np.array([[1.0, 2.0], [3.0, 2.0]]), lambda sums: np.log(_ratio(sums)), np.exp)
    assert statistic.value == pytest.approx(1)
    assert statistic.influence == pytest.approx([1 / 4 - 2 / 4, 3 / 4 - 2 / 4], abs=1e-9)


def test_naive_interval_of_a_mean_is_the_t_interval() -> None:
    values = [3.0, 1.0, 4.0, 1.0, 5.0]
    clusters = Clusters(np.arange(5), np.zeros(5, np.int64))
    interval = clustered_interval(_of(values), clusters, Clustering.NAIVE)
    assert interval.standard_error == pytest.approx(np.std(values, ddof=1) / np.sqrt(5))
    assert interval.high == pytest.approx(2.8 + 2.776445105 * np.std(values, ddof=1) / np.sqrt(5))


def test_two_way_interval_of_a_crossed_table_adds_both_ways() -> None:
    """V = V_row + V_column - V_cell with G / (G - 1) each (Cameron, Gelbach & Miller 2011), t(min G - 1)."""
    table = np.array([[1.0, 2.0, 6.0], [2.0, 4.0, 5.0], [0.0, 3.0, 9.0], [2.0, 1.0, 8.0]])
    row, column = (index.ravel() for index in np.indices(table.shape))
    u = (table - table.mean()) / table.size
    parts = [
        4 / 3 * np.sum(u.sum(axis=1) ** 2),
        3 / 2 * np.sum(u.sum(axis=0) ** 2),
        12 / 11 * np.sum(u**2),
    ]
    interval = clustered_interval(_of(table.ravel().tolist()), Clusters(row, column), Clustering.TWO_WAY)
    error = np.sqrt(parts[0] + parts[1] - parts[2])
    assert interval.standard_error == pytest.approx(error)
    assert interval.low == pytest.approx(table.mean() - 4.302652730 * error)
    assert interval.note == (
        "two-way clustered; only 4 environments: the interval may be too short; "
        "only 3 raters: the interval may be too short"
    )


def test_negative_two_way_variance_falls_back_to_the_larger_one_way_and_says_so() -> None:
    values = [1.0, -1.0, -1.0, 1.0, 0.5, -0.5]
    clusters = Clusters(np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 0, 1, 0, 1]))
    interval = clustered_interval(_of(values), clusters, Clustering.TWO_WAY)
    rater = clustered_interval(_of(values), clusters, Clustering.RATER)
    assert "two-way variance is not positive; the larger one-way variance is used" in interval.note
    assert interval.standard_error == pytest.approx(rater.standard_error)


@pytest.mark.parametrize("rater", [None, np.zeros(4, np.int64)])
def test_two_way_without_several_raters_is_clustered_by_environment(rater: np.ndarray | None) -> None:
    interval = clustered_interval(
        _of([1.0, 2.0, 4.0, 3.0]), Clusters(np.arange(4), rater), Clustering.TWO_WAY
    )
    assert interval.note == "clustered by environment"


def test_two_way_in_one_environment_is_clustered_by_rater() -> None:
    clusters = Clusters(np.zeros(4, np.int64), np.arange(4))
    interval = clustered_interval(_of([1.0, 2.0, 4.0, 3.0]), clusters, Clustering.TWO_WAY)
    assert interval.note == "clustered by rater"


def test_no_interval_by_raters_where_there_are_none() -> None:
    interval = clustered_interval(_of([1.0, 2.0]), Clusters(np.arange(2), None), Clustering.RATER)
    assert interval.note == "no interval: fewer than 2 clusters (clustered by rater)"


def test_p_value_is_one_sided_twice_and_undefined_without_variation() -> None:
    clusters = Clusters(np.arange(4), None)
    assert clustered_p_value(_of([1.0, -1.0, 2.0, -2.0]), clusters) == pytest.approx(1)
    assert np.isnan(clustered_p_value(_of([1.0, 1.0]), Clusters(np.arange(2), None)))
    assert np.isnan(clustered_p_value(_of([1.0]), Clusters(np.arange(1), None)))
