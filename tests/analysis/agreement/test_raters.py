import csv
import io
from pathlib import Path

import numpy as np
import pytest

from analysis.agreement.consensus import write_confusion, write_consensus
from analysis.agreement.dawid_skene import dawid_skene
from analysis.agreement.disputed import disputed_units, read_transcripts
from analysis.agreement.raters import RATERS, RatedTable
from analysis.registry import Settings
from analysis.tables import RatingTable, code_dimension, load_table
from sim.schema.base import Level
from tests.analysis.examples import csv_file, ratings_of

FIXTURES = Path(__file__).parents[2] / "fixtures"


def per_rater(table: RatingTable, dimension: str, name: str) -> dict[str | None, float | None]:
    ratings = code_dimension(table, dimension)
    statistic = next(statistic for statistic in RATERS if statistic.name == name)
    rows = statistic.function(RatedTable.of(ratings, table), Settings())
    return {row.rater: row.value for row in rows if row.statistic == name}


@pytest.fixture
def numbers(tmp_path: Path) -> RatingTable:
    text = "rater_id,item_id,value\na,x,1\nb,x,3\nc,x,5\na,y,2\nb,y,2\nc,z,4\n"
    return load_table([csv_file(tmp_path, text)])


def test_severity_is_the_mean_distance_from_the_others(numbers: RatingTable) -> None:
    found = per_rater(numbers, "value", "severity")
    assert found == {"a": (-3 + 0) / 2, "b": 0, "c": 3}


def test_agreement_with_others_leaves_out_units_that_nobody_else_rated(numbers: RatingTable) -> None:
    assert per_rater(numbers, "value", "agreement_with_others") == {"a": 0.5, "b": 0.5, "c": 0}


def test_range_used_and_commonest_share(numbers: RatingTable) -> None:
    assert per_rater(numbers, "value", "range_used") == {"a": 0.25, "b": 0.25, "c": 0.25}
    assert per_rater(numbers, "value", "commonest_share") == {"a": 0.5, "b": 0.5, "c": 0.5}


def test_alpha_without_a_rater_is_alpha_of_the_others(numbers: RatingTable) -> None:
    found = per_rater(numbers, "value", "alpha_without")
    assert found["c"] == pytest.approx(1 - (2 * 2 * 3) / (4 * (18 - 16)))


def test_seconds_that_were_not_measured_are_undefined(numbers: RatingTable) -> None:
    assert set(per_rater(numbers, "value", "seconds_median").values()) == {None}


def test_tie_rate_and_side_preference_of_the_golden_bundle() -> None:
    table = load_table([FIXTURES / "bundle_blind"])
    assert per_rater(table, "naturalness", "tie_rate") == {"r1": 0, "r2": 0.5, "r3": 0}
    assert per_rater(table, "naturalness", "first_shown_rate") == {"r1": 0.5, "r2": 1, "r3": 0}
    assert per_rater(table, "naturalness", "seconds_median")["r1"] == 42.5


def test_side_preference_means_nothing_for_other_dimensions() -> None:
    table = load_table([FIXTURES / "bundle_blind"])
    assert set(per_rater(table, "goal", "first_shown_rate").values()) == {None}
    assert set(per_rater(table, "goal", "tie_rate").values()) == {None}


def test_dawid_skene_recovers_labels_and_confusions() -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 1500)
    accuracy = np.array([0.9, 0.8, 0.7, 0.4])
    right = rng.random((4, 1500)) < accuracy[:, np.newaxis]
    given = np.where(right, truth, (truth + rng.integers(1, 3, (4, 1500))) % 3)
    found = dawid_skene(ratings_of(given.tolist(), Level.NOMINAL))
    assert found.accuracy == pytest.approx(accuracy, abs=0.05)
    assert np.mean(found.label == truth) > 0.92
    assert found.posterior.sum(axis=1) == pytest.approx(np.ones(1500))


def test_dawid_skene_log_likelihood_never_falls() -> None:
    rows = np.random.default_rng(1).integers(0, 4, (5, 40)).tolist()
    steps = np.diff(dawid_skene(ratings_of(rows, Level.NOMINAL)).log_likelihoods)
    assert (steps >= -1e-9).all()


def test_consensus_is_a_label_with_posterior_or_a_mean() -> None:
    stream = io.StringIO()
    write_consensus(stream, load_table([FIXTURES / "bundle_blind"]))
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert {row["label"] for row in rows if row["dimension"] == "naturalness"} <= {"first", "tie", "second"}
    goal = next(row for row in rows if row["unit_id"] == "2586b8a7023e67cdc525#0")
    assert (float(goal["label"]), goal["posterior"], goal["n_ratings"]) == (pytest.approx(17 / 3), "", "3")


def test_disputed_units_come_with_ratings_remarks_and_transcripts() -> None:
    folders = [FIXTURES / "bundle_blind", FIXTURES / "run"]
    units = list(disputed_units(load_table(folders), read_transcripts(folders), most=2))
    goal = [unit for unit in units if unit["dimension"] == "goal"]
    assert [unit["disagreement"] for unit in goal] == sorted((u["disagreement"] for u in goal), reverse=True)
    assert {rating["kind"] for rating in goal[0]["ratings"]} == {"human", "llm"}
    assert any(rating["reason"] for rating in goal[0]["ratings"])
    assert goal[0]["transcripts"]
    assert any(unit["remarks"] for unit in units)


def test_confusion_says_which_label_a_rater_gives_instead(tmp_path: Path) -> None:
    cells = {"a": "xyxyxyxyxy", "b": "xyxyxyxyxy", "c": "xxxxxxxxxx"}
    text = "rater_id,item_id,value\n" + "".join(
        f"{rater},{item},{label}\n" for rater, labels in cells.items() for item, label in enumerate(labels)
    )
    stream = io.StringIO()
    write_confusion(stream, load_table([csv_file(tmp_path, text)]))
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    found = {
        (row["rater_id"], row["true_label"], row["given_label"]): float(row["probability"]) for row in rows
    }
    assert len(rows) == 3 * 2 * 2
    assert found["c", "y", "x"] > 0.95
    assert found["a", "y", "y"] > 0.95
    for rater in cells:
        for label in "xy":
            assert sum(found[rater, label, given] for given in "xy") == pytest.approx(1)
