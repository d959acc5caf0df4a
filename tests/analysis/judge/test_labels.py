"""Accuracy, Cohen's kappa and soft agreement of a judge's labels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.judge.labels import kappa_of_table, kappa_standard_error
from analysis.registry import IntervalMethod, Settings
from tests.analysis.examples import COHEN_1968, FLEISS_COHEN_EVERITT_1969
from tests.analysis.judge.examples import compared, crossed, rows_of

LABELS = st.lists(st.tuples(*[st.sampled_from("abc")] * 4), min_size=3, max_size=20)


def test_cohen_1960_kappa_and_its_standard_error() -> None:
    row = rows_of(crossed(COHEN_1968), Settings(IntervalMethod.ANALYTIC))["cohen_kappa"]
    assert row.value == pytest.approx(0.491525, abs=5e-7)
    assert row.low is not None
    assert row.high is not None
    assert (row.high - row.low) / (2 * 1.959964) == pytest.approx(0.0510018, abs=5e-7)  # statsmodels 0.14.6


def test_cohen_1968_weighted_kappa() -> None:
    disagreement = np.array([[0, 1, 3], [1, 0, 6], [3, 6, 0]])
    assert kappa_of_table(np.array(COHEN_1968), 1 - disagreement / 6) == pytest.approx(0.347826, abs=5e-7)


def test_fleiss_cohen_everitt_1969() -> None:
    table = np.array(FLEISS_COHEN_EVERITT_1969)
    weights = np.array([[1, 0, 0.4444], [0, 1, 0.6667], [0.4444, 0.6667, 1]])
    assert kappa_of_table(table) == pytest.approx(0.428571, abs=5e-7)
    assert kappa_standard_error(table) == pytest.approx(0.053711, abs=5e-7)
    assert kappa_of_table(table, weights) == pytest.approx(0.507070, abs=5e-6)
    assert rows_of(crossed(FLEISS_COHEN_EVERITT_1969))["cohen_kappa"].value == pytest.approx(3 / 7)


def test_jackknife_interval_of_kappa_is_near_the_analytic_one() -> None:
    row = rows_of(crossed(COHEN_1968))["cohen_kappa"]
    assert row.low is not None
    assert row.high is not None
    assert (row.high - row.low) / (2 * 1.972) == pytest.approx(0.052, abs=2e-3)


def test_accuracy_leaves_out_and_counts_units_without_majority() -> None:
    people = [["a", "a", "b", "c"], ["a", "b", "b", "c"], ["b", ".", "b", "a"]]
    row = rows_of(compared(people, ["a", "a", "b", "a"], "nominal"))["accuracy"]
    assert row.value == pytest.approx(2 / 3)
    assert (row.n_units, row.n_ratings, row.n_raters) == (3, 9, 3)
    assert row.note.split("; ")[0] == "1 of 4 units without a majority left out"


def test_soft_agreement_counts_every_unit() -> None:
    people = [["a", "a", "b", "c"], ["a", "b", "b", "c"], ["b", ".", "b", "a"]]
    row = rows_of(compared(people, ["a", "a", "b", "a"], "nominal"))["soft_agreement"]
    assert row.value == pytest.approx((2 / 3 + 1 / 2 + 1 + 1 / 3) / 4)
    assert row.n_units == 4


def test_no_majority_anywhere_is_undefined_with_its_reason() -> None:
    row = rows_of(compared([["a", "b"], ["b", "a"]], ["a", "a"], "nominal"))["accuracy"]
    assert (row.value, row.n_units) == (None, 0)
    assert row.note == "no_units; 2 of 2 units without a majority left out"


@given(LABELS, st.permutations("abc"))
@settings(max_examples=20)
def test_relabelling_changes_nothing(labels: list[tuple[str, ...]], names: list[str]) -> None:
    renamed = [tuple(names["abc".index(label)] for label in row) for row in labels]
    first, second = (list(zip(*rows, strict=True)) for rows in (labels, renamed))
    before = rows_of(compared(first[:3], first[3], "nominal"))
    after = rows_of(compared(second[:3], second[3], "nominal"))
    for name, row in before.items():
        assert (row.value is None) == (after[name].value is None), name
        if row.value is not None:
            assert row.value == pytest.approx(after[name].value, abs=1e-12), name
