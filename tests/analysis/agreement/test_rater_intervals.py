"""Intervals of raters one by one: against other ways of computing them, and their coverage."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from analysis.agreement.alpha import krippendorff_alpha
from analysis.agreement.raters import RATERS, RatedTable
from analysis.estimate import Estimate
from analysis.registry import Settings
from analysis.resampling import Recomputed, jackknife_interval
from analysis.tables import Ratings, RatingTable, code_dimension, load_table
from sim.schema.base import Level
from tests.analysis.examples import csv_file, ratings_of

N_CLUSTERS, PER_CLUSTER, N_RATERS = 20, 3, 6
CLUSTERS = np.repeat(np.arange(N_CLUSTERS), PER_CLUSTER)


def scores(rng: np.random.Generator, severity: np.ndarray) -> list[list[object]]:
    """Three of six raters a unit; clusters differ in quality."""
    n_units = len(CLUSTERS)
    quality = rng.normal(5, 1, N_CLUSTERS)[CLUSTERS] + rng.normal(0, 0.5, n_units)
    values = np.rint(quality + severity[:, np.newaxis] + rng.normal(0, 1, (N_RATERS, n_units)))
    cells = values.astype(object)
    for unit in range(n_units):
        cells[rng.permutation(N_RATERS)[3:], unit] = "."
    return cells.tolist()


def table_of(rows: list[list[object]], folder: Path) -> RatingTable:
    lines = [
        f"r{rater},u{unit:03d},{value},c{CLUSTERS[unit]:02d},{10 + unit}\n"
        for rater, row in enumerate(rows)
        for unit, value in enumerate(row)
        if value != "."
    ]
    return load_table([csv_file(folder, "rater_id,item_id,value,cluster_id,seconds\n" + "".join(lines))])


def rows_of(table: RatingTable, name: str, level: Level = Level.INTERVAL) -> dict[str | None, Estimate]:
    ratings = code_dimension(table, "value", level=level)
    rows = (row for each in RATERS for row in each.function(RatedTable.of(ratings, table), Settings()))
    return {row.rater: row for row in rows if row.statistic == name}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> RatingTable:
    rng = np.random.default_rng(3)
    return table_of(scores(rng, np.array([-1.0, -0.5, 0, 0, 0.5, 2])), tmp_path_factory.mktemp("raters"))


def anew(ratings: Ratings, value: Callable[[Ratings], float]) -> Recomputed:
    """Compute a value from the ratings themselves for every choice of clusters."""
    return Recomputed(
        ratings.n_clusters,
        lambda weights: value(ratings.where((weights > 0)[ratings.cluster][ratings.unit])),
    )


def without(ratings: Ratings, rater: str) -> Ratings:
    return ratings.where(ratings.rater != ratings.rater_names.index(rater))


@pytest.mark.parametrize("level", list(Level))
def test_change_of_alpha_leaves_a_cluster_out_of_both_alphas(table: RatingTable, level: Level) -> None:
    ratings = code_dimension(table, "value", level=level)

    def change(part: Ratings) -> float:
        return krippendorff_alpha(without(part, "r5")).value() - krippendorff_alpha(part).value()

    expected, row = jackknife_interval(anew(ratings, change)), rows_of(table, "alpha_change", level)["r5"]
    assert row.value == pytest.approx(change(ratings), abs=1e-12)
    assert (row.low, row.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_alpha_without_has_the_sizes_of_the_others(table: RatingTable) -> None:
    row = rows_of(table, "alpha_without")["r0"]
    assert row.n_raters == N_RATERS - 1
    assert row.low is not None
    assert row.high is not None
    assert row.value is not None
    assert row.low < row.value < row.high


def test_interval_of_a_rater_who_differs_is_above_no_change(table: RatingTable) -> None:
    row = rows_of(table, "alpha_change")["r5"]
    assert row.low is not None
    assert row.low > 0


@pytest.mark.parametrize("name", ["severity", "agreement_with_others", "commonest_share"])
def test_interval_of_a_mean_is_over_the_raters_own_clusters(table: RatingTable, name: str) -> None:
    for row in rows_of(table, name).values():
        assert row.n_raters == 1
        assert row.n_clusters is not None
        assert row.n_clusters <= N_CLUSTERS
        assert row.value is not None
        assert row.low is not None
        assert row.high is not None
        assert row.low < row.value < row.high


def test_severity_interval_is_the_jackknife_of_its_mean(tmp_path: Path) -> None:
    text = "rater_id,item_id,value\na,x,1\nb,x,3\na,y,2\nb,y,2\na,z,6\nb,z,5\n"
    row = rows_of(load_table([csv_file(tmp_path, text)]), "severity")["a"]
    differences = np.array([-2.0, 0.0, 1.0])
    margin = 4.302652729749464 * differences.std(ddof=1) / np.sqrt(3)
    assert row.value == pytest.approx(differences.mean())
    assert row.low == pytest.approx(differences.mean() - margin)
    assert row.high == pytest.approx(differences.mean() + margin)


def test_what_has_no_interval_says_why(table: RatingTable) -> None:
    for name, level in (("range_used", Level.INTERVAL), ("dawid_skene_accuracy", Level.NOMINAL)):
        for row in rows_of(table, name, level).values():
            assert row.low is None
            assert row.note.startswith("no interval: ")


def test_alpha_of_very_many_values_says_that_it_has_no_interval(tmp_path: Path) -> None:
    lines = [f"r{rater},u{unit},{unit + rater / 7}\n" for rater in range(3) for unit in range(60)]
    table = load_table([csv_file(tmp_path, "rater_id,item_id,value\n" + "".join(lines))])
    row = rows_of(table, "alpha_change", Level.RATIO)["r0"]
    assert row.value is not None
    assert row.low is None
    assert "no interval" in row.note


def test_median_has_an_interval_of_answers(table: RatingTable) -> None:
    for row in rows_of(table, "seconds_median").values():
        assert row.value is not None
        assert row.low is not None
        assert row.high is not None
        assert 10 <= row.low < row.value < row.high <= 70


def test_median_of_too_few_answers_says_so(tmp_path: Path) -> None:
    text = "rater_id,item_id,value,seconds\na,x,1,5\nb,x,3,5\na,y,2,9\nb,y,2,9\n"
    row = rows_of(load_table([csv_file(tmp_path, text)]), "seconds_median")["a"]
    assert row.value == 7
    assert row.low is None
    assert "no interval" in row.note


@pytest.mark.slow
@pytest.mark.parametrize("name", ["severity", "agreement_with_others"])
def test_interval_covers(table: RatingTable, name: str) -> None:
    """Severity's truth is the distance from the mean of all others, of whom every unit has some at random."""
    severity = np.array([-1.0, -0.5, 0, 0, 0.5, 2])
    statistic = next(each for each in RATERS if each.name == name)
    found: list[list[Estimate]] = []
    for seed in range(1000):
        rows = scores(np.random.default_rng(seed), severity)
        ratings = ratings_of(rows, clusters=CLUSTERS.tolist())
        found.append(list(statistic.function(RatedTable.of(ratings, table), Settings())))
    values = np.array([[row.value for row in rows] for rows in found], np.float64)
    low = np.array([[row.low for row in rows] for rows in found], np.float64)
    high = np.array([[row.high for row in rows] for rows in found], np.float64)
    truth = severity - (severity.sum() - severity) / (N_RATERS - 1)
    truth = truth if name == "severity" else values.mean(axis=0)
    assert 0.93 <= np.mean((low <= truth) & (truth <= high)) <= 0.97
