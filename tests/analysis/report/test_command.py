import json
from pathlib import Path

from typer.testing import CliRunner

from analysis.cli import analyze_app
from analysis.errors import OptionError
from analysis.estimate import Rows
from tests.analysis.examples import csv_file

TABLE = "rater_id,item_id,value\n" + "".join(
    f"{rater},{item},{(item * 7 + (rater == 'b') * (item % 3)) % 5}\n"
    for rater in "abc"
    for item in range(12)
)


def test_report_of_a_table_has_agreement_only_and_says_why(tmp_path: Path) -> None:
    target = tmp_path / "out"
    command = ["report", str(csv_file(tmp_path, TABLE)), "-o", str(target)]
    done = CliRunner().invoke(analyze_app, command, catch_exceptions=False)
    assert done.exit_code == 0
    results = json.loads((target / "results.json").read_text(encoding="utf-8"))
    absent = {each["topic"]: each["absent"] for each in results["topics"] if each["absent"]}
    assert set(absent) == {"judge", "conditions", "blinding", "text"}
    assert Rows.model_validate({"rows": results["rows"]}).rows
    assert "--judge" in absent["judge"]


def test_report_refuses_a_taken_folder_before_it_computes(tmp_path: Path) -> None:
    csv_file(tmp_path, TABLE)
    command = ["report", str(tmp_path / "nothing.csv"), "-o", str(tmp_path)]
    assert isinstance(CliRunner().invoke(analyze_app, command).exception, OptionError)
