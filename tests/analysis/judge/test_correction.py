"""Conditions compared with the judge's help, against the formulas written out."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from analysis.judge import JUDGE, Comparison
from analysis.judge.comparison import Context
from analysis.judge.correction import (
    Scenarios,
    bias_difference,
    corrected_difference,
    corrected_rate,
    labels_saved,
    scenarios,
)
from analysis.judge.episodes import EpisodeFact
from analysis.judge.judged import Combined, Judged
from analysis.registry import Settings
from analysis.resampling import jackknife_interval
from sim.schema.study import Contrast
from tests.analysis.examples import ratings_of
from tests.analysis.judge.examples import compared

CONTRAST = Contrast(first="A", second="B")


def study(
    people: Sequence[object], judge: Sequence[float], clusters: Sequence[int] | None = None
) -> Comparison:
    """Set a judge beside one person on pairs of units: A and B of every scenario; "." is unlabelled."""
    n = len(judge)
    names = tuple(f"{at:020x}" for at in range(n))
    facts = {name: EpisodeFact(f"p{at // 2}", 10, "AB"[at % 2]) for at, name in enumerate(names)}
    samples = replace(ratings_of([judge], clusters=clusters), unit_names=names)
    condition = tuple("AB"[at % 2] for at in range(n))
    rated = [at for at, value in enumerate(people) if value != "."]
    comparison = compared([people], judge, clusters=clusters)
    cluster_names = tuple(f"c{(at if clusters is None else clusters[at]):05d}" for at in rated)
    return replace(
        comparison,
        people=replace(
            comparison.people,
            unit_names=tuple(names[at] for at in rated),
            cluster_names=tuple(sorted(set(cluster_names))),
        ),
        condition=tuple(condition[at] for at in rated),
        judged=Judged(
            samples, np.zeros(n, np.int32), Combined(samples.code, np.array(judge, float)), condition
        ),
        context=Context(facts=facts, contrasts=(CONTRAST,)),
    )


def simulated(n: int, n_labelled: int, seed: int) -> tuple[np.ndarray, np.ndarray, Comparison]:
    """Human and judge differences of scenarios, one cluster each, the first of them labelled."""
    rng = np.random.default_rng(seed)
    people = rng.normal(0, 1, (n, 2))
    judge = people + rng.normal(0, 0.5, (n, 2)) + [0.7, 0]
    cells: list[object] = [*people.ravel().tolist()]
    cells[2 * n_labelled :] = ["."] * (2 * (n - n_labelled))
    clusters = np.repeat(np.arange(n), 2).tolist()
    return people @ [1, -1], judge @ [1, -1], study(cells, judge.ravel().tolist(), clusters)


def test_bias_difference() -> None:
    comparison = study([1, 2, 3, 4], [2, 2, 5, 3])
    measured = bias_difference(comparison, CONTRAST)
    assert measured.statistic is not None
    assert measured.statistic.value() == pytest.approx(1.5 - (-0.5))


def test_scenarios_pair_the_conditions_and_tell_labelled_ones() -> None:
    found = scenarios(study([1, 2, ".", "."], [2, 2, 5, 3], [0, 0, 1, 1]), CONTRAST)
    assert found.judge.tolist() == [0, 2]
    assert found.people[0] == -1
    assert np.isnan(found.people[1])


def test_corrected_difference_is_ppi_plus_plus() -> None:
    people, judge, comparison = simulated(200, 50, 7)
    y, f, rest = people[:50], judge[:50], judge[50:]
    ratio = 50 / 150
    spread = np.var(f) / 50 + np.var(rest) / 150
    power = np.clip(np.cov(y, f, bias=True)[0, 1] / 50 / spread, 0, 1)
    measured = corrected_difference(comparison, CONTRAST)
    assert measured.statistic is not None
    assert measured.statistic.value() == pytest.approx((y - power * f).mean() + power * rest.mean())
    variance = np.var(y - power * f) / 50 + power**2 * np.var(rest) / 150
    error = jackknife_interval(measured.statistic).standard_error
    assert error == pytest.approx(np.sqrt(variance), rel=0.03)
    assert power == pytest.approx(np.cov(y, f)[0, 1] / ((1 + ratio) * np.var(judge)), rel=0.15)


def test_corrected_difference_with_all_labels_is_people_s() -> None:
    people, _, comparison = simulated(30, 30, 1)
    measured = corrected_difference(comparison, CONTRAST)
    assert measured.statistic is not None
    assert measured.statistic.value() == pytest.approx(people.mean())
    assert "lambda 0.000" in measured.note


def test_labels_saved_is_the_gain_in_variance() -> None:
    _, _, comparison = simulated(400, 100, 3)
    measured = labels_saved(comparison, CONTRAST)
    assert measured.statistic is not None
    assert measured.mapped is not None
    saved = measured.mapped(measured.statistic.value())
    found = scenarios(comparison, CONTRAST)
    by_people = np.var(found.people[found.labelled]) / 100
    corrected = corrected_difference(comparison, CONTRAST).statistic
    assert corrected is not None
    error = jackknife_interval(corrected).standard_error
    assert error is not None
    assert 1 + saved / 100 == pytest.approx(by_people / error**2, rel=0.05)


def test_a_judge_that_does_not_follow_people_saves_nothing() -> None:
    rng = np.random.default_rng(0)
    comparison = study([1, 0, 0, 1, 1, 0, 0, 1], rng.permutation([0, 1, 0, 1, 1, 0, 1, 0]).tolist())
    measured = labels_saved(comparison, CONTRAST)
    assert measured.mapped is not None
    assert measured.mapped(-0.4) == 0


def test_no_conditions_is_a_stated_reason() -> None:
    for name in ("bias_difference", "corrected_difference", "labels_saved"):
        statistic = next(statistic for statistic in JUDGE if statistic.name == name)
        (row,) = statistic.function(compared([[1, 2]], [1, 2]), Settings())
        assert (row.value, row.note) == (None, "no_conditions: known in an unblinded bundle only")


def test_rogan_gladen() -> None:
    # 40 yes and 60 no by people; the judge finds 36 of the yes and calls 12 of the no yes
    people = ["yes"] * 40 + ["no"] * 60 + ["."] * 100
    judge = ["yes"] * 36 + ["no"] * 4 + ["yes"] * 12 + ["no"] * 48 + ["yes"] * 60 + ["no"] * 40
    comparison = compared([people], judge, "nominal")
    samples = ratings_of([judge], "nominal")
    judged = Judged(samples, np.zeros(200, np.int32), Combined(samples.code, samples.values), None)
    (row,) = corrected_rate(replace(comparison, judged=judged), Settings())
    rate = (36 + 12 + 60) / 200
    assert row.value == pytest.approx((rate + 0.8 - 1) / (0.8 + 0.9 - 1))
    assert row.note == "rate of 'yes'"
    assert row.low is not None


def test_scenarios_are_labelled_where_people_rated_both() -> None:
    found = Scenarios(np.array([1.0, np.nan]), np.array([1.0, 2.0]), np.array([0, 1]), 2)
    assert found.labelled.tolist() == [True, False]
