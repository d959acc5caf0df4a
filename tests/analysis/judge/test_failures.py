"""Judgements that were not made."""

from pathlib import Path

import pytest

from analysis.errors import TableError
from analysis.estimate import Estimate
from analysis.judge import judge_rows, load_joined
from analysis.judge.failures import Failure, read_failures
from analysis.registry import Settings
from analysis.tables import LoadOptions
from sim.schema.base import Mode
from sim.schema.run import FailureKind, FailureRecord
from sim.schema.unit import character_unit, pair_unit
from tests.analysis.examples import csv_file
from tests.analysis.simulated_files import write_bundle, write_run
from tests.analysis.simulated_study import START, Design, SimulatedStudy, simulate

ONE, TWO, THREE = "1" * 20, "2" * 20, "3" * 20


def failure(object_id: str, model: str = "", mode: Mode | None = None) -> FailureRecord:
    return FailureRecord(
        object_id=object_id,
        model=model,
        mode=mode,
        kind=FailureKind.UNREADABLE,
        call_index=0,
        attempt=0,
        message="no JSON",
        failed_at=START,
    )


def written(folder: Path, *records: FailureRecord) -> Path:
    lines = "".join(record.model_dump_json() + "\n" for record in records)
    (folder / "failures.jsonl").write_text(lines, encoding="utf-8")
    return folder


def rows_of(people: Path, judge: Path) -> dict[str, Estimate]:
    rows = judge_rows(load_joined(people, [judge], LoadOptions()), Settings())
    return {row.statistic: row for row in rows if row.scope == "overall"}


def test_failed_judgement_of_a_pair_covers_its_episodes_and_characters(tmp_path: Path) -> None:
    found = read_failures(written(tmp_path, failure(pair_unit(ONE, TWO))), ["gpt"], [ONE, TWO])
    units = {failure.unit for failure in found}
    assert {pair_unit(ONE, TWO), ONE, TWO, character_unit(ONE, 0), character_unit(TWO, 1)} <= units
    assert {failure.judge for failure in found} == {"gpt"}


def test_failed_episode_is_no_failed_judgement(tmp_path: Path) -> None:
    folder = written(tmp_path, failure(THREE, mode=Mode.SCRIPT), failure("anything"))
    assert read_failures(folder, ["gpt"], [ONE, TWO]) == ()


def test_failure_belongs_to_the_judge_of_its_model(tmp_path: Path) -> None:
    folder = written(
        tmp_path, failure(character_unit(ONE, 0), "small"), failure(character_unit(ONE, 1), "other")
    )
    found = read_failures(folder, ["judge-small", "judge-large"], [ONE])
    assert found == (Failure("judge-small", character_unit(ONE, 0), None),)


def test_broken_failures_are_refused(tmp_path: Path) -> None:
    (tmp_path / "failures.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"failures\.jsonl line 1"):
        read_failures(tmp_path, ["gpt"], [])


def test_rows_without_a_value_are_failures_with_bounds_of_accuracy(tmp_path: Path) -> None:
    people = csv_file(
        tmp_path, "rater_id,item_id,value\n" + "".join(f"a,i{i},x\n" for i in range(5)), "people.csv"
    )
    cells = ("i0,rated,x", "i1,rated,x", "i2,rated,y", "i3,cannot_judge,")
    text = "rater_id,item_id,status,value\n" + "".join(f"gpt,{cell}\n" for cell in cells)
    rows = rows_of(people, csv_file(tmp_path, text, "judge.csv"))
    assert rows["judge_failure_rate"].value == pytest.approx(1 / 4)
    assert rows["judge_failure_rate"].note.startswith("1 of 4 units without a value; never filled in")
    assert rows["accuracy"].value == pytest.approx(2 / 3)
    assert rows["accuracy_failures_wrong"].value == pytest.approx(2 / 4)


def without_judgements(study: SimulatedStudy, run: Path, n_failed: int) -> Path:
    """Take the judgements of some pairs out of a run, and record them as failures."""
    lost = [pair_unit(pair.first.episode_id, pair.second.episode_id) for pair in study.pairs[:n_failed]]
    lines = (run / "ratings.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not any(unit in line for unit in lost)]
    (run / "ratings.csv").write_text("".join(kept), encoding="utf-8")
    return written(run, *map(failure, lost))


def test_failures_of_a_run_directory(tmp_path: Path) -> None:
    study = simulate(Design(n_environments=5), seed=3)
    bundle = write_bundle(tmp_path / "bundle", study, blind=True)
    run = without_judgements(study, write_run(tmp_path / "run", study), 3)
    rows = judge_rows(load_joined(bundle, [run], LoadOptions()), Settings())
    rate = {row.dimension: row for row in rows if row.statistic == "judge_failure_rate"}
    assert rate["naturalness"].value == pytest.approx(3 / 15)
    # the pairs' characters were judged in calls of their own
    assert rate["goal"].value == 0
