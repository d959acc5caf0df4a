"""Association and error of a judge's numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from analysis.judge.pair_counts import pair_counts
from tests.analysis.examples import FLEISS_COHEN_EVERITT_1969
from tests.analysis.judge.examples import PEFR_MINI, PEFR_WRIGHT, compared, crossed, rows_of

SCORES = st.lists(st.tuples(*[st.integers(0, 6)] * 3), min_size=6, max_size=25)


def test_bland_altman_1986_bias_and_limits() -> None:
    rows = rows_of(compared([PEFR_MINI], PEFR_WRIGHT))
    assert rows["bias"].value == pytest.approx(-2.1176, abs=5e-5)
    half = 1.959963984540054 * 38.7651
    assert rows["loa_low"].value == pytest.approx(-2.1176 - half, abs=2e-4)
    assert rows["loa_high"].value == pytest.approx(-2.1176 + half, abs=2e-4)
    assert rows["pearson"].value == pytest.approx(0.943279, abs=5e-7)


def test_bland_altman_1986_bias_interval_is_that_of_t() -> None:
    row = rows_of(compared([PEFR_MINI], PEFR_WRIGHT))["bias"]
    margin = stats.t.ppf(0.975, 16) * 38.7651 / np.sqrt(17)
    assert (row.low, row.high) == (
        pytest.approx(-2.1176 - margin, abs=1e-3),
        pytest.approx(-2.1176 + margin, abs=1e-3),
    )


def test_rank_correlations_equal_scipy() -> None:
    rows = rows_of(compared([PEFR_MINI], PEFR_WRIGHT))
    assert rows["spearman"].value == pytest.approx(stats.spearmanr(PEFR_MINI, PEFR_WRIGHT)[0])
    assert rows["kendall_tau_b"].value == pytest.approx(stats.kendalltau(PEFR_MINI, PEFR_WRIGHT)[0])


@given(SCORES)
@settings(max_examples=30)
def test_rank_correlations_with_ties_equal_scipy(scores: list[tuple[int, ...]]) -> None:
    first, second, judge = zip(*scores, strict=True)
    mean = (np.array(first) + np.array(second)) / 2
    rows = rows_of(compared([first, second], judge), only={"pearson", "spearman", "kendall_tau_b"})
    if len(set(judge)) < 2 or len(set(mean)) < 2:
        assert (rows["spearman"].value, rows["spearman"].note) == (None, "no_variation")
        assert (rows["kendall_tau_b"].value, rows["kendall_tau_b"].note) == (None, "no_variation")
        return
    assert rows["spearman"].value == pytest.approx(stats.spearmanr(mean, judge)[0], abs=1e-12)
    assert rows["kendall_tau_b"].value == pytest.approx(stats.kendalltau(mean, judge)[0], abs=1e-12)
    assert rows["pearson"].value == pytest.approx(stats.pearsonr(mean, judge)[0], abs=1e-9)


@given(SCORES, st.permutations(range(6)))
@settings(max_examples=15)
def test_order_of_raters_and_units_does_not_matter(scores: list[tuple[int, ...]], order: list[int]) -> None:
    first, second, judge = zip(*scores, strict=True)
    turned = [scores[at] for at in (*order, *range(6, len(scores)))]
    one, two, by_judge = zip(*turned, strict=True)
    before = rows_of(compared([first, second], judge))
    after = rows_of(compared([two, one], by_judge))
    assert before.keys() == after.keys()
    before.pop("pairwise_accuracy_calibrated", None)  # its folds go by the names of clusters
    for name, row in before.items():
        assert (row.value is None) == (after[name].value is None), name
        if row.value is not None:
            assert row.value == pytest.approx(after[name].value, abs=1e-9), name


MAPPED = (
    "pearson",
    "spearman",
    "kendall_tau_b",
    "weighted_kappa",
    "mae",
    "rmse",
    "bias",
    "loa_low",
    "loa_high",
)


@given(SCORES, st.sampled_from([0.5, 2.0, 10.0]), st.integers(-3, 3))
@settings(max_examples=25)
def test_affine_maps(scores: list[tuple[int, ...]], scale: float, shift: int) -> None:
    first, second, judge = zip(*scores, strict=True)
    moved = [[scale * value + shift for value in row] for row in (first, second, judge)]
    before = rows_of(compared([first, second], judge), only=MAPPED)
    after = rows_of(compared(moved[:2], moved[2]), only=MAPPED)
    for name in MAPPED[:4]:
        if before[name].value is not None:
            assert after[name].value == pytest.approx(before[name].value, abs=1e-9), name
    for name in MAPPED[4:]:
        value = before[name].value
        assert value is not None
        assert after[name].value == pytest.approx(scale * value, abs=1e-9), name


def test_weighted_kappa_of_one_person_is_cohens_with_squared_weights() -> None:
    counts = np.array(FLEISS_COHEN_EVERITT_1969, dtype=float)
    share = counts / counts.sum()
    apart = (np.arange(3)[:, np.newaxis] - np.arange(3)) ** 2
    expected = 1 - (apart * share).sum() / (apart * np.outer(share.sum(1), share.sum(0))).sum()
    row = rows_of(crossed(FLEISS_COHEN_EVERITT_1969, "interval"))["weighted_kappa"]
    assert row.value == pytest.approx(expected, abs=1e-12)


def test_pair_counts_by_sorting_equal_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    judge, people = rng.integers(0, 9, 60), rng.integers(0, 7, 60)
    weight = rng.integers(0, 3, 60).astype(float)
    by_table = pair_counts(judge, people, weight)
    monkeypatch.setattr("analysis.judge.pair_counts._LARGEST_TABLE", 1)
    assert pair_counts(judge, people, weight) == by_table
    n = weight.sum()
    assert by_table.total == n * (n - 1) / 2
