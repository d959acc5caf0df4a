"""Pairwise accuracy with ties, and tie calibration."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.judge.pair_counts import pair_counts
from analysis.judge.pairwise import best_tie, pairs_of
from tests.analysis.judge.examples import compared, rows_of

SCORES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=15)


@given(SCORES)
@settings(max_examples=30)
def test_over_all_pairs_it_is_that_of_pair_counts(scores: list[tuple[int, int]]) -> None:
    people, judge = (np.array(side) for side in zip(*scores, strict=True))
    counts = pair_counts(judge, people, np.ones(len(scores)))
    only = {"pairwise_accuracy"}
    row = rows_of(compared([people.tolist()], judge.tolist()), only=only)["pairwise_accuracy"]
    assert row.value == pytest.approx((counts.concordant + counts.tied_both) / counts.total)
    assert "all pairs of units" in row.note


def test_pairs_of_one_item_come_before_those_of_one_cluster() -> None:
    comparison = compared([[1, 2, 3, 4]], [1, 2, 4, 3], clusters=[0, 0, 0, 0])
    items = dict(zip(comparison.people.unit_names, "xxyy", strict=True))
    by_item = replace(comparison, context=replace(comparison.context, item=items))
    assert rows_of(by_item)["pairwise_accuracy"].value == 0.5
    assert rows_of(by_item)["pairwise_accuracy"].note.startswith("2 pairs of one item")
    assert rows_of(comparison)["pairwise_accuracy"].value == pytest.approx(5 / 6)


@given(SCORES)
def test_best_tie_is_that_of_trying_every_width(scores: list[tuple[int, int]]) -> None:
    people, judge = zip(*scores, strict=True)
    pairs = pairs_of(compared([people], judge))
    assert pairs is not None
    every = np.ones(len(pairs.one), np.bool_)
    widths = np.unique(np.append(0.0, np.abs(pairs.judge)))
    assert pairs.hits(best_tie(pairs, every)).mean() == max(pairs.hits(width).mean() for width in widths)


def test_calibration_learns_the_width_of_a_tie_from_other_clusters() -> None:
    rng = np.random.default_rng(2)
    people = np.repeat([[1.0, 1.0, 3.0]], 40, axis=0).ravel()
    judge = people + rng.uniform(-0.4, 0.4, len(people))
    clusters = np.repeat(np.arange(40), 3).tolist()
    rows = rows_of(compared([people.tolist()], judge.tolist(), clusters=clusters))
    plain, calibrated = rows["pairwise_accuracy"], rows["pairwise_accuracy_calibrated"]
    assert plain.value == pytest.approx(2 / 3)
    assert calibrated.value is not None
    assert calibrated.value > 0.95


def test_one_unit_has_no_pairs() -> None:
    assert rows_of(compared([[1]], [2]))["pairwise_accuracy"].note == "no_pairs"
