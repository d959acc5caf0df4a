"""Simulated coverage of the main intervals; `pytest -m slow tests/analysis/judge/test_coverage.py`."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from analysis.judge import Comparison
from analysis.judge.association import pearson
from analysis.judge.ceiling import ceiling_pearson
from analysis.judge.correction import bias_difference, corrected_difference
from analysis.judge.error import bias
from analysis.judge.labels import accuracy, cohen_kappa
from analysis.judge.rows import Measured
from analysis.registry import Settings
from analysis.resampling import Interval, Transform, jackknife_interval
from tests.analysis.judge.examples import compared
from tests.analysis.judge.test_correction import CONTRAST, study

pytestmark = pytest.mark.slow

N_STUDIES = 600
N_CLUSTERS, PER_CLUSTER, N_PEOPLE = 30, 4, 12
CLUSTERS = np.repeat(np.arange(N_CLUSTERS), PER_CLUSTER)


def coverage(one: Callable[[np.random.Generator], tuple[Interval, float]]) -> float:
    hits = 0
    for seed in range(N_STUDIES):
        interval, truth = one(np.random.default_rng(seed))
        assert interval.low is not None
        assert interval.high is not None
        hits += interval.low <= truth <= interval.high
    return hits / N_STUDIES


def jackknife(measured: Measured, transform: Transform = Transform.IDENTITY) -> Interval:
    assert measured.statistic is not None
    return jackknife_interval(measured.statistic, transform)


def scores(rng: np.random.Generator, *, severity: float) -> Comparison:
    """Judge with bias 0.5; four of twelve people a unit; clusters differ in quality."""
    quality = rng.normal(0, 0.7, N_CLUSTERS)[CLUSTERS] + rng.normal(0, 1, len(CLUSTERS))
    people = quality + rng.normal(0, severity, (N_PEOPLE, 1)) + rng.normal(0, 0.8, (N_PEOPLE, len(CLUSTERS)))
    cells = people.astype(object)
    for unit in range(len(CLUSTERS)):
        cells[rng.permutation(N_PEOPLE)[4:], unit] = "."
    judge = quality + 0.5 + rng.normal(0, 0.6, len(CLUSTERS))
    return compared(cells.tolist(), judge.tolist(), clusters=CLUSTERS.tolist())


def test_pearson() -> None:
    truth = 1.49 / np.sqrt((1.49 + 0.36) * (1.49 + 0.64 / 4))
    found = coverage(lambda rng: (jackknife(pearson(scores(rng, severity=0)), Transform.FISHER), truth))
    assert 0.925 <= found <= 0.975


def test_ceiling_of_pearson() -> None:
    truth = 1.49 / np.sqrt((1.49 + 0.64) * (1.49 + 0.64 / 3))
    found = coverage(
        lambda rng: (jackknife(ceiling_pearson(scores(rng, severity=0)), Transform.FISHER), truth)
    )
    assert 0.925 <= found <= 0.975


def test_bias_is_for_other_people_too() -> None:
    def one(rng: np.random.Generator) -> tuple[Interval, float]:
        (row,) = bias(scores(rng, severity=0.6), Settings())
        return Interval(row.low, row.high), 0.5

    assert 0.925 <= coverage(one) <= 0.985


def labels(rng: np.random.Generator) -> tuple[Comparison, np.ndarray]:
    """One person says 0 or 1; the judge agrees more often in some clusters than in others."""
    chance = np.clip(rng.beta(8, 2, N_CLUSTERS), 0.02, 0.98)[CLUSTERS]
    person = rng.integers(0, 2, len(CLUSTERS))
    judge = np.where(rng.random(len(CLUSTERS)) < chance, person, 1 - person)
    return compared([person.tolist()], judge.tolist(), "nominal", clusters=CLUSTERS.tolist()), chance


def test_accuracy() -> None:
    found = coverage(lambda rng: (jackknife(accuracy(labels(rng)[0]), Transform.LOGIT), 0.8))
    assert 0.925 <= found <= 0.975


def test_cohen_kappa() -> None:
    found = coverage(lambda rng: (jackknife(cohen_kappa(labels(rng)[0]), Transform.LOG_COMPLEMENT), 0.6))
    assert 0.925 <= found <= 0.975


def conditions(rng: np.random.Generator) -> Comparison:
    """Two scenarios a cluster in two conditions that differ by 0.4; the judge's bias differs by 0.7."""
    n = 60
    clusters = np.repeat(np.arange(n // 2), 4)
    quality = rng.normal(0, 0.5, n // 2)[clusters] + rng.normal(0, 1, 2 * n)
    leaning = rng.normal(0, 0.4, (n // 2, 2))[clusters, np.arange(2 * n) % 2]
    first = np.arange(2 * n) % 2 == 0
    person = quality + 0.4 * first + rng.normal(0, 0.5, 2 * n)
    judge = quality + 0.4 * first + 0.7 * first + leaning + rng.normal(0, 0.5, 2 * n)
    cells: list[object] = [*person.tolist()]
    cells[n:] = ["."] * n
    return study(cells, judge.tolist(), clusters.tolist())


def test_bias_difference() -> None:
    found = coverage(lambda rng: (jackknife(bias_difference(_labelled(conditions(rng)), CONTRAST)), 0.7))
    assert 0.925 <= found <= 0.975


def test_corrected_difference() -> None:
    found = coverage(lambda rng: (jackknife(corrected_difference(conditions(rng), CONTRAST)), 0.4))
    assert 0.92 <= found <= 0.975


def _labelled(comparison: Comparison) -> Comparison:
    return replace(comparison, judged=None)
