"""The alternative annotator test, against the steps of the paper written out."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.estimate import Estimate
from analysis.judge import JUDGE, AltTestMetric, Comparison, JudgeOptions
from analysis.judge.alt_test import annotators, benjamini_yekutieli, omega
from analysis.registry import Settings
from tests.analysis.judge.examples import compared


def with_options(comparison: Comparison, options: JudgeOptions) -> Comparison:
    return replace(comparison, context=replace(comparison.context, options=options))


def alt_rows(comparison: Comparison) -> list[Estimate]:
    names = {"alt_test_omega", "alt_test_rho"}
    return [
        row
        for statistic in JUDGE
        if statistic.name in names
        for row in statistic.function(comparison, Settings())
    ]


def simulated(seed: int, n_units: int = 60, n_clusters: int | None = None) -> tuple[np.ndarray, Comparison]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n_units)
    values = np.where(rng.random((4, n_units)) < 0.7, truth, rng.integers(0, 3, (4, n_units)))
    clusters = None if n_clusters is None else np.arange(n_units) % n_clusters
    comparison = compared(
        values[:3].tolist(),
        values[3].tolist(),
        "nominal",
        clusters=None if clusters is None else clusters.tolist(),
    )
    return values, comparison


def published(values: np.ndarray, epsilon: float, score: str) -> tuple[float, float]:
    """Omega and rho as in the paper's algorithm, one annotator and one item at a time."""
    people, judge = values[:-1], values[-1]
    p_values, advantages = [], []
    for j in range(len(people)):
        wins: list[tuple[int, int]] = []
        for unit in range(people.shape[1]):
            others = np.delete(people[:, unit], j)
            if score == "accuracy":
                by_judge, by_person = np.mean(others == judge[unit]), np.mean(others == people[j, unit])
            else:
                by_judge = -np.sqrt(np.mean((others - judge[unit]) ** 2))
                by_person = -np.sqrt(np.mean((others - people[j, unit]) ** 2))
            wins.append((int(by_judge >= by_person), int(by_person >= by_judge)))
        judge_wins, person_wins = np.array(wins).T
        p_values.append(stats.ttest_1samp(person_wins - judge_wins, epsilon, alternative="less").pvalue)
        advantages.append(judge_wins.mean())
    rejected = stats.false_discovery_control(p_values, method="by") <= 0.05
    return float(rejected.mean()), float(np.mean(advantages))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("metric", list(AltTestMetric))
def test_published_form(seed: int, metric: AltTestMetric) -> None:
    values, comparison = simulated(seed)
    if metric is AltTestMetric.RMSE:
        comparison = compared(values[:3].tolist(), values[3].tolist())
    for epsilon in (0.0, 0.1, 0.2):
        rows = alt_rows(with_options(comparison, JudgeOptions(epsilon, metric)))
        expected = published(values, epsilon, metric)
        assert rows[0].value == pytest.approx(expected[0])
        assert "published form" in rows[0].note
        rho = next(row for row in rows if row.statistic == "alt_test_rho" and row.scope == "overall")
        assert rho.value == pytest.approx(expected[1])


def test_clustered_form_with_one_unit_a_cluster_is_the_published_one() -> None:
    _, comparison = simulated(3)
    found = annotators(comparison)
    for epsilon in (0.0, 0.05, 0.1, 0.2):
        assert omega(found, epsilon, clustered=True) == omega(found, epsilon, clustered=False)


def test_forms_are_named_apart_and_only_one_is_overall() -> None:
    rows = [row for row in alt_rows(simulated(1, n_clusters=10)[1]) if row.statistic == "alt_test_omega"]
    assert [row.scope for row in rows] == ["overall", "judge"]
    assert "published form" in rows[0].note
    assert "clustered form" in rows[1].note


def test_smallest_epsilon_passes_and_the_one_below_does_not() -> None:
    _, comparison = simulated(2)
    epsilon = next(row.value for row in alt_rows(comparison) if row.statistic == "alt_test_epsilon")
    assert epsilon is not None
    found = annotators(comparison)
    assert omega(found, epsilon, clustered=False) >= 0.5
    assert epsilon == 0 or omega(found, epsilon - 0.01, clustered=False) < 0.5


def test_a_judge_that_repeats_the_others_wins_for_certain() -> None:
    comparison = with_options(compared([[0, 1] * 20] * 3, [0, 1] * 20, "nominal"), JudgeOptions(0.1))
    rows = alt_rows(comparison)
    assert (rows[0].value, rows[0].n_raters, rows[0].n_units) == (1, 3, 40)


def test_too_few_items_are_a_stated_reason() -> None:
    rows = alt_rows(compared([[1, 2, 3]] * 3, [1, 2, 3]))
    assert {row.value for row in rows} == {None}
    assert "nobody has 30 items that another person rated too" in rows[0].note


def test_annotators_with_too_few_items_are_left_out_and_counted() -> None:
    people = [[0, 1] * 20, [0, 1] * 20, [0, 1] * 5 + ["."] * 30]
    rows = alt_rows(compared(people, [0, 1] * 20, "nominal"))
    assert rows[0].n_raters == 2
    assert "1 annotators with fewer than 30 items left out" in rows[0].note


def test_wilcoxon_under_thirty_items() -> None:
    values, comparison = simulated(5, n_units=20)
    found = annotators(with_options(comparison, JudgeOptions(min_items=10)))
    p_values = [
        stats.wilcoxon(found.difference[found.rater == j] - 0.3, alternative="less", method="approx").pvalue
        for j in range(3)
    ]
    expected = np.mean(stats.false_discovery_control(p_values, method="by") <= 0.05)
    assert omega(found, 0.3, clustered=False) == expected
    assert values.shape == (4, 20)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_benjamini_yekutieli_equals_scipy(p_values: list[float]) -> None:
    adjusted = stats.false_discovery_control(p_values, method="by")
    if np.min(np.abs(adjusted - 0.05)) > 1e-9:
        assert (benjamini_yekutieli(np.array(p_values), 0.05) == (adjusted <= 0.05)).all()


def test_benjamini_hochberg_1995_has_three_rejections() -> None:
    p_values = "1e-4 4e-4 .0019 .0095 .0201 .0278 .0298 .0344 .0459 .3240 .4262 .5719 .6528 .7590 1"
    assert benjamini_yekutieli(np.array(p_values.split(), float), 0.05).sum() == 3
