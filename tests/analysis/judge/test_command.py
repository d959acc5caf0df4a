import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analysis.cli import analyze_app
from analysis.errors import AnalysisError, OptionError, TableError
from tests.analysis.examples import csv_file
from tests.analysis.judge.examples import table_csv

FIXTURES = Path(__file__).parents[2] / "fixtures"
PEOPLE = {"ann": (1, 2, 3, 4, 5, 6), "bob": (2, 2, 4, 4, 6, 6)}


def run(*arguments: object) -> list[dict[str, object]]:
    result = CliRunner().invoke(
        analyze_app, ["judge", *map(str, arguments), "--json"], catch_exceptions=False
    )
    assert result.exit_code == 0
    return json.loads(result.stdout)["rows"]


def failure(*arguments: object) -> AnalysisError:
    result = CliRunner().invoke(analyze_app, ["judge", *map(str, arguments)])
    assert isinstance(result.exception, AnalysisError)
    return result.exception


def test_minimal_tables(tmp_path: Path) -> None:
    people = table_csv(tmp_path, "people.csv", PEOPLE)
    judge = table_csv(tmp_path, "judge.csv", {"gpt": (2, 3, 4, 5, 6, 7)})
    rows = {row["statistic"]: row for row in run(people, judge) if row["scope"] == "overall"}
    assert rows["bias"]["value"] == pytest.approx(0.75)
    assert rows["bias"]["judge"] == "gpt"
    assert (rows["bias"]["n_units"], rows["bias"]["n_raters"], rows["bias"]["n_ratings"]) == (6, 2, 12)


def test_bundle_and_run_directory() -> None:
    rows = run(FIXTURES / "bundle_unblinded", FIXTURES / "run")
    bias = {(row["scope"], row["condition"]): row["value"] for row in rows if row["statistic"] == "bias"}
    assert bias["overall", None] == pytest.approx(-5 / 24)
    assert bias["condition", "AGENTS:golden-model"] == pytest.approx(-1)
    assert bias["condition", "SCRIPT:golden-model"] == pytest.approx(7 / 12)


def test_blind_bundle_has_no_condition_rows() -> None:
    assert not [row for row in run(FIXTURES / "bundle_blind", FIXTURES / "run") if row["condition"]]


def test_one_row_per_statistic_overall() -> None:
    rows = run(FIXTURES / "bundle_unblinded", FIXTURES / "run")
    keys = [(row["dimension"], row["statistic"]) for row in rows if row["scope"] == "overall"]
    assert len(set(keys)) == len(keys)


def test_several_judges_side_by_side(tmp_path: Path) -> None:
    people = table_csv(tmp_path, "people.csv", PEOPLE)
    one = table_csv(tmp_path, "one.csv", {"gpt": (2, 3, 4, 5, 6, 7)})
    two = table_csv(tmp_path, "two.csv", {"gpt": (1, 1, 1, 5, 5, 5), "own": (1, 2, 3, 4, 5, 6)})
    rows = run(people, one, two)
    judges = {row["judge"] for row in rows if row["statistic"] == "bias" and row["scope"] == "judge"}
    assert judges == {"one.csv:gpt", "two.csv:gpt", "own"}


def test_what_does_not_join_is_counted(tmp_path: Path) -> None:
    people = table_csv(tmp_path, "people.csv", PEOPLE)
    judge = table_csv(tmp_path, "judge.csv", {"gpt": (2, 3, 4, 5, ".", ".", 9)})
    result = CliRunner().invoke(analyze_app, ["judge", str(people), str(judge)])
    assert "people's, of a unit that no judge rated: 4" in result.stdout
    assert "judges', of a unit that no person rated: 1" in result.stdout


def test_no_join_is_a_clear_error(tmp_path: Path) -> None:
    people = table_csv(tmp_path, "people.csv", PEOPLE)
    judge = csv_file(tmp_path, "rater_id,item_id,value\ngpt,elsewhere,1\n", "judge.csv")
    error = failure(people, judge)
    assert isinstance(error, OptionError)
    assert "No unit and dimension has both a person's and a judge's rating." in str(error)
    assert "'elsewhere'" in str(error)
    assert error.exit_status == 2


def test_judge_off_the_rubrics_scale_is_refused(tmp_path: Path) -> None:
    ratings = (FIXTURES / "run" / "ratings.csv").read_text(encoding="utf-8")
    judge = csv_file(tmp_path, ratings.replace(",rated,5,", ",rated,12,", 1), "judge.csv")
    error = failure(FIXTURES / "bundle_blind", judge)
    assert isinstance(error, TableError)
    assert "judge.csv line 2, value of goal: found '12', expected a whole number from 0 to 10." in str(error)


def test_judge_table_without_dimension_takes_the_only_one(tmp_path: Path) -> None:
    people = csv_file(tmp_path, "rater_id,item_id,dimension,value\na,x,goal,1\na,y,goal,2\n", "people.csv")
    judge = csv_file(tmp_path, "rater_id,item_id,value\ngpt,x,1\ngpt,y,2\n", "judge.csv")
    assert {row["dimension"] for row in run(people, judge)} == {"goal"}


def test_ratings_by_llms_among_peoples_are_left_out_and_counted(tmp_path: Path) -> None:
    text = "rater_id,item_id,rater_kind,value\na,x,human,1\na,y,human,3\ngpt,x,llm,2\ngpt,y,llm,3\n"
    path = csv_file(tmp_path, text)
    rows = {row["statistic"]: row for row in run(path, path)}
    assert (rows["mae"]["value"], rows["mae"]["n_ratings"]) == (0.5, 2)
