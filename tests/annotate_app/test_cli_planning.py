"""The commands that plan a study."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from annotate_app.cli import app
from annotate_app.errors import AppError, ExportError, NotFoundError, StudyError
from tests.annotate_app.studio import as_file, episodes

Command = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in a workspace with a study `Mine`; what `--json` says."""
    monkeypatch.delenv("BLINDPAIR_DATABASE_URL", raising=False)
    monkeypatch.setenv("BLINDPAIR_WORKSPACE", str(tmp_path))

    def command(*words: str) -> Any:
        result: Result = CliRunner().invoke(app, [*words, "--json"])
        if isinstance(result.exception, AppError):
            raise result.exception
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    (tmp_path / "episodes.jsonl").write_bytes(as_file(episodes(4)).getvalue())
    command("upload", str(tmp_path / "episodes.jsonl"))
    command("study", "create", "Mine", "--raters", "2", "--raters-per-item", "2")
    return command


def test_preregister_writes_what_it_stored_and_check_registers_nothing(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    (tmp_path / "h.txt").write_text("SCRIPT is preferred.")
    words = ["--hypotheses", str(tmp_path / "h.txt"), "--assume", "ties=0.2", "-o", str(file)]
    said = run("study", "preregister", "Mine", *words)
    assert said["sha256"] in file.read_text(encoding="utf-8")
    assert "SCRIPT is preferred." in file.read_text(encoding="utf-8")
    checked = run("study", "preregister", "Mine", "--check", "-o", str(tmp_path / "plan.toml"))
    assert (checked["version"], checked["sha256"], checked["deviations"]) == (1, said["sha256"], [])
    run("study", "extend", "Mine", "--raters-per-item", "3")
    (deviation,) = run("study", "preregister", "Mine", "--check")["deviations"]
    assert (deviation["what"], deviation["registered"], deviation["now"]) == ("raters per item", "2", "3")


def test_file_that_cannot_be_written_registers_nothing(run: Command, tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("mine")
    for name, problem in (("there.md", "already"), ("plan.docx", "expected a name")):
        with pytest.raises(ExportError, match=problem):
            run("study", "preregister", "Mine", "-o", str(tmp_path / name))
    with pytest.raises(NotFoundError, match="Nothing was registered"):
        run("study", "preregister", "Mine", "--check")


def test_folder_that_is_missing_keeps_the_registration(run: Command, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="is stored"):
        run("study", "preregister", "Mine", "-o", str(tmp_path / "none" / "plan.json"))
    said = run("study", "preregister", "Mine", "--check", "-o", str(tmp_path / "plan.json"))
    document = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert document["sha256"] == said["sha256"]


def test_assumptions_that_are_none_are_all_named(run: Command) -> None:
    with pytest.raises(StudyError) as caught:
        run("study", "preregister", "Mine", "--assume", "tie=0.1", "--assume", "ties=many")
    assert len(caught.value.problems) == 2


def test_plan_says_what_the_batch_finds(run: Command) -> None:
    words = ["--raters-per-item", "3", "--raters", "4", "--win-rate", "0.7", "--assume", "ties=0.2"]
    said = run("study", "plan", *words)
    assert (said["size"]["n_items"], said["n_raters"], said["n_ratings"]) == (4, 4, 12)
    assert said["needed"][0]["size"] == pytest.approx(0.7)
    single = run("study", "plan", "--protocol", "single")
    assert single["size"]["n_items"] == 8
    plain = CliRunner().invoke(app, ["study", "plan", *words])
    assert "20 % of preferences are ties" in plain.stdout


def test_plan_and_leaks_refuse_what_is_not_there(run: Command) -> None:
    with pytest.raises(StudyError) as caught:
        run("study", "plan", "--protocol", "none", "--conditions", "A", "A")
    assert len(caught.value.problems) == 2
    with pytest.raises(StudyError, match="no condition 'A'"):
        run("study", "leaks", "--conditions", "A", "B")


def test_leaks_are_said_in_words(run: Command) -> None:
    said = run("study", "leaks")
    assert (said["n_pairs"], said["auroc"]) == (4, None)
    assert "fewer than 4 environments" in CliRunner().invoke(app, ["study", "leaks"]).stdout
