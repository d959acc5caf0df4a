import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analysis.cli import analyze_app
from analysis.errors import TableError
from tests.analysis.examples import csv_file

FIXTURES = Path(__file__).parents[1] / "fixtures"


def rows(*arguments: str) -> list[dict[str, object]]:
    result = CliRunner().invoke(analyze_app, ["agreement", *arguments, "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)["rows"]


def test_agreement_json_of_minimal_table(tmp_path: Path) -> None:
    text = "rater_id,item_id,value\na,x,1\nb,x,2\na,y,5\nb,y,5\na,z,3\nb,z,3\n"
    alpha = next(
        row for row in rows(str(csv_file(tmp_path, text))) if row["statistic"] == "krippendorff_alpha"
    )
    assert alpha["value"] == pytest.approx(1 - 1 * 5 / (6 * (73 - 19**2 / 6)))
    assert (alpha["dimension"], alpha["level"], alpha["n_units"]) == ("value", "interval", 3)


def test_agreement_json_has_one_row_per_statistic_overall() -> None:
    found = rows(str(FIXTURES / "bundle_unblinded"))
    keys = [(row["dimension"], row["statistic"]) for row in found if row["scope"] == "overall"]
    assert len(set(keys)) == len(keys)
    assert ("naturalness", "krippendorff_alpha") in keys
    assert ("goal", "percent_agreement") in keys


def test_agreement_json_notes_how_preferences_are_labelled() -> None:
    found = rows(str(FIXTURES / "bundle_unblinded"))
    notes = {
        row["scope"]: str(row["note"])
        for row in found
        if row["statistic"] == "krippendorff_alpha" and row["dimension"] == "naturalness"
    }
    assert "preference labels symmetrised over first and second; as ordinal" in notes["overall"]
    assert notes["condition"].endswith("preference labels by condition")


def test_agreement_of_blind_bundle_has_no_condition_rows() -> None:
    assert not [row for row in rows(str(FIXTURES / "bundle_blind")) if row["scope"] == "condition"]


def test_agreement_without_pairs_is_undefined_with_its_reason(tmp_path: Path) -> None:
    found = rows(str(csv_file(tmp_path, "rater_id,item_id,value\na,x,1\nb,y,2\n")))
    overall = [row for row in found if row["scope"] == "overall"]
    assert {(row["value"], row["note"], row["n_units"]) for row in overall} == {
        (None, "no_pairable_units", 0)
    }


def test_agreement_without_variation_is_undefined_beside_full_percent_agreement(tmp_path: Path) -> None:
    found = rows(str(csv_file(tmp_path, "rater_id,item_id,value\na,x,1\nb,x,1\na,y,1\nb,y,1\n")))
    values = {row["statistic"]: (row["value"], row["note"]) for row in found}
    assert values["krippendorff_alpha"] == (None, "no_variation")
    assert values["percent_agreement"][0] == 1


def test_agreement_level_and_order(tmp_path: Path) -> None:
    path = str(csv_file(tmp_path, "rater_id,item_id,value\na,x,lo\nb,x,hi\na,y,hi\nb,y,hi\n"))
    assert {row["level"] for row in rows(path, "--order", "lo, hi")} == {"ordinal"}
    assert {row["level"] for row in rows(path, "--order", "lo,hi", "--level", "interval")} == {"interval"}


def test_agreement_bootstrap_interval_is_reproducible(tmp_path: Path) -> None:
    text = "rater_id,item_id,value\n" + "".join(
        f"{r},{i},{(i * 7 + (r == 'a')) % 5}\n" for r in "ab" for i in range(20)
    )
    path = str(csv_file(tmp_path, text))
    assert rows(path, "--interval", "bootstrap") == rows(path, "--interval", "bootstrap")


def test_agreement_table_for_people_shows_values_and_what_was_left_out() -> None:
    result = CliRunner().invoke(analyze_app, ["agreement", str(FIXTURES / "bundle_unblinded")])
    assert result.exit_code == 0
    assert "krippendorff_alpha" in result.stdout
    assert "SCRIPT:golden-model over AGENTS:golden-model" in result.stdout
    assert "Left out: superseded by a revision: 1; skipped: 4." in result.stdout


def test_agreement_refuses_a_wrong_table(tmp_path: Path) -> None:
    path = csv_file(tmp_path, "rater_id,item_id\na,x\n")
    result = CliRunner().invoke(analyze_app, ["agreement", str(path)])
    assert isinstance(result.exception, TableError)
    assert result.exception.exit_status == 2


def test_agreement_writes_disputed_units_and_consensus(tmp_path: Path) -> None:
    disputed, consensus = tmp_path / "disputed.jsonl", tmp_path / "consensus.csv"
    confusion = tmp_path / "confusion.csv"
    files = ("--disputed", str(disputed), "--consensus", str(consensus), "--confusion", str(confusion))
    rows(str(FIXTURES / "bundle_blind"), *files)
    assert confusion.read_text(encoding="utf-8").startswith("dimension,rater_id,true_label,given_label,")
    units = [json.loads(line) for line in disputed.read_text(encoding="utf-8").splitlines()]
    assert all(unit["transcripts"] for unit in units)
    assert consensus.read_text(encoding="utf-8").startswith("dimension,unit_id,label,posterior,n_ratings\n")
