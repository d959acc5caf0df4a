import numpy as np
import pytest
from scipy.stats import binom

from analysis.resampling import (
    ClusterSums,
    Recomputed,
    Transform,
    bootstrap_interval,
    bootstrap_weights,
    clustered_variance,
    jackknife_interval,
    monte_carlo_p_value,
    per_cluster,
    sign_flip_p_value,
)
from tests.analysis.examples import DARWIN


def _mean(sums: np.ndarray) -> np.ndarray:
    return sums[:, 0] / sums[:, 1]


def _mean_of(values: np.ndarray) -> ClusterSums:
    return ClusterSums(np.column_stack([values, np.ones(len(values))]), _mean)


def test_jackknife_of_a_mean_is_the_t_interval() -> None:
    values = np.array([3.0, 1.0, 4.0, 1.0, 5.0])
    interval = jackknife_interval(_mean_of(values))
    error = values.std(ddof=1) / np.sqrt(5)
    assert interval.standard_error == pytest.approx(error)
    assert interval.high == pytest.approx(values.mean() + 2.776445105 * error)


def test_jackknife_of_one_cluster_has_no_interval_and_says_so() -> None:
    interval = jackknife_interval(_mean_of(np.array([3.0])))
    assert interval.low is None
    assert interval.note == "no interval: fewer than 2 clusters"


def test_jackknife_without_variation_has_no_interval() -> None:
    assert jackknife_interval(_mean_of(np.ones(4))).note == "no interval: no variation between clusters"


def test_jackknife_undefined_without_a_cluster_has_no_interval() -> None:
    statistic = ClusterSums(np.array([[1.0], [0.0]]), lambda sums: np.where(sums[:, 0] > 0, 1.0, np.nan))
    assert "leaving out one cluster leaves nothing" in jackknife_interval(statistic).note


def test_jackknife_with_a_value_on_its_bound_falls_back_and_stays_inside() -> None:
    interval = jackknife_interval(_mean_of(np.array([1.0, 1.0, 0.0])), Transform.LOGIT)
    assert "untransformed" in interval.note
    assert interval.low == 0
    assert interval.high == 1


@pytest.mark.parametrize("transform", Transform)
def test_transform_back_undoes_forward(transform: Transform) -> None:
    values = np.array([0.1, 0.5, 0.9])
    assert transform.back(transform.forward(values)) == pytest.approx(values)


@pytest.mark.parametrize("transform", Transform)
def test_transform_bounded_keeps_values_inside(transform: Transform) -> None:
    assert transform.bounded(np.array([0.5])) == [0.5]


def test_bootstrap_weights_draw_as_many_clusters_as_there_are() -> None:
    weights = bootstrap_weights(7, 20, np.random.default_rng(0))
    assert weights.shape == (20, 7)
    assert (weights.sum(axis=1) == 7).all()


def test_bootstrap_interval_of_a_mean_is_near_the_normal_one() -> None:
    values = np.random.default_rng(1).normal(size=400)
    interval = bootstrap_interval(_mean_of(values), np.random.default_rng(2), n_replicates=2000)
    assert interval.low == pytest.approx(values.mean() - 1.96 / 20, abs=0.02)
    assert interval.high == pytest.approx(values.mean() + 1.96 / 20, abs=0.02)


def test_bootstrap_interval_is_the_same_with_the_same_seed() -> None:
    statistic = _mean_of(np.arange(9.0))
    one, other = (bootstrap_interval(statistic, np.random.default_rng(4)) for _ in range(2))
    assert one == other


def test_bootstrap_of_one_cluster_has_no_interval() -> None:
    assert bootstrap_interval(_mean_of(np.ones(1)), np.random.default_rng(0)).low is None


def test_bootstrap_mostly_undefined_has_no_interval() -> None:
    statistic = ClusterSums(np.array([[1.0], [0.0]]), lambda sums: np.where(sums[:, 0] == 1, 1.0, np.nan))
    assert "undefined in" in bootstrap_interval(statistic, np.random.default_rng(0)).note


def test_bootstrap_counts_the_undefined_replicates_it_leaves_out() -> None:
    sums = np.column_stack([np.arange(6.0), [1.0, 1, 1, 0, 0, 0]])
    statistic = ClusterSums(sums, lambda s: np.where(s[:, 1] > 0, s[:, 0], np.nan))
    assert "undefined replicates left out" in bootstrap_interval(statistic, np.random.default_rng(0)).note


def test_recomputed_agrees_with_cluster_sums() -> None:
    values = np.array([3.0, 1.0, 4.0, 1.0])
    statistic = Recomputed(4, lambda weights: float(weights @ values / weights.sum()))
    weights = np.array([[2.0, 0, 1, 1], [1, 1, 1, 1]])
    assert statistic.value() == pytest.approx(_mean_of(values).value())
    assert statistic.without_each() == pytest.approx(_mean_of(values).without_each())
    assert statistic.weighted(weights) == pytest.approx(_mean_of(values).weighted(weights))


def test_recomputed_leaves_out_blocks_where_there_are_many_clusters() -> None:
    assert len(Recomputed(1000, lambda weights: float(weights.sum())).without_each()) == 200


def test_per_cluster_sums_rows() -> None:
    sums = per_cluster(np.array([0, 2, 0]), 3, np.array([1.0, 2.0, 3.0]), np.ones(3))
    assert sums.tolist() == [[4.0, 2.0], [0.0, 0.0], [2.0, 1.0]]


def test_clustered_variance_of_a_mean_without_clusters_is_the_usual_one() -> None:
    values = np.array([3.0, 1.0, 4.0, 1.0, 5.0])
    variance = clustered_variance((values - values.mean()) / 5, np.arange(5), np.arange(5))
    assert variance.naive == pytest.approx(values.var(ddof=1) / 5)
    assert variance.two_way == pytest.approx(variance.naive)
    assert variance.degrees_of_freedom == 4


def test_clustered_variance_is_one_way_plus_one_way_minus_cells() -> None:
    rng = np.random.default_rng(3)
    first, second = np.repeat(np.arange(6), 4), np.tile(np.arange(4), 6)
    influence = rng.normal(size=24) + first
    variance = clustered_variance(influence, first, second)
    assert variance.two_way == pytest.approx(variance.first + variance.second - variance.naive)


def test_clustered_variance_that_comes_out_negative_takes_the_larger_one_way() -> None:
    influence = np.array([1.0, -1.0, -1.0, 1.0])
    variance = clustered_variance(influence, np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    assert variance.two_way == max(variance.first, variance.second)
    assert "not positive" in variance.note


def test_sign_flip_of_darwins_maize() -> None:
    assert sign_flip_p_value(np.array(DARWIN, float)) == pytest.approx(1726 / 32768)


def test_sign_flip_by_simulation_is_near_the_exact_value() -> None:
    differences = np.concatenate([np.array(DARWIN, float), np.zeros(10)])
    assert sign_flip_p_value(differences, np.random.default_rng(0)) == pytest.approx(1726 / 32768, abs=0.003)


def test_sign_flip_of_many_differences_needs_a_generator() -> None:
    with pytest.raises(ValueError, match="random generator"):
        sign_flip_p_value(np.ones(21))


def test_monte_carlo_p_value_is_never_zero() -> None:
    assert monte_carlo_p_value(0, 99) == 0.01


@pytest.mark.parametrize("n_clusters", [5000, 9001, 40_000])
def test_bootstrap_weights_are_multinomial_however_many_clusters(n_clusters: int) -> None:
    weights = bootstrap_weights(n_clusters, 60, np.random.default_rng(3))
    assert set(weights.sum(axis=1)) == {n_clusters}
    counts = np.bincount(weights.astype(int).ravel(), minlength=7)[:7]
    expected = weights.size * binom.pmf(np.arange(7), n_clusters, 1 / n_clusters)
    assert np.abs((counts - expected) / np.sqrt(expected)).max() < 4.5
    first, second = weights[:, : n_clusters // 2].sum(axis=1), weights[:, n_clusters // 2 :].sum(axis=1)
    assert np.corrcoef(first, second)[0, 1] == pytest.approx(-1)
    assert first.var() == pytest.approx(n_clusters / 4, rel=0.6)
