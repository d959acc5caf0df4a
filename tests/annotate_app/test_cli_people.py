"""What a study says to its raters and asks them, by commands only."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from annotate_app.cli import app
from annotate_app.errors import StudyError
from sim.errors import ContractError
from sim.schema.questionnaire import write_questionnaire_toml
from sim.schema.study import read_study_toml
from tests.annotate_app.questioned import AFTER, BEFORE, DESCRIPTIONS
from tests.annotate_app.studio import as_file, episodes

Command = Callable[..., Result]
DESCRIBED = [word for name, words in DESCRIPTIONS.items() for word in ("--describe", f"{name}={words}")]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command on a workspace with episodes; an expected error comes through."""
    monkeypatch.delenv("BLINDPAIR_DATABASE_URL", raising=False)
    monkeypatch.setenv("BLINDPAIR_WORKSPACE", str(tmp_path))

    def command(*words: str) -> Result:
        result = CliRunner().invoke(app, [*words])
        if isinstance(result.exception, StudyError | ContractError):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result

    (tmp_path / "episodes.jsonl").write_bytes(as_file(episodes(2)).getvalue())
    command("upload", str(tmp_path / "episodes.jsonl"))
    return command


def test_texts_and_questions_come_from_files(run: Command, tmp_path: Path) -> None:
    (tmp_path / "warning.txt").write_text("Insults.", encoding="utf-8")
    (tmp_path / "before.toml").write_text(write_questionnaire_toml(BEFORE), encoding="utf-8")
    (tmp_path / "after.toml").write_text(write_questionnaire_toml(AFTER), encoding="utf-8")
    files = {name: str(tmp_path / name) for name in ("warning.txt", "before.toml", "after.toml")}
    run(
        "study",
        "create",
        "Mine",
        "--warning",
        files["warning.txt"],
        "--before",
        files["before.toml"],
        "--after",
        files["after.toml"],
        *DESCRIBED,
    )
    run("export", "Mine", "-o", str(tmp_path / "b"))
    document = read_study_toml((tmp_path / "b" / "study.toml").read_text(encoding="utf-8"))
    assert (document.before, document.after) == (BEFORE, AFTER)
    assert document.final is not None
    assert document.descriptions is not None
    assert "Insults." in {text.text for text in document.texts}


def test_final_question_can_be_left_out(run: Command, tmp_path: Path) -> None:
    run("study", "create", "Mine", "--no-final-question")
    run("export", "Mine", "-o", str(tmp_path / "b"))
    assert read_study_toml((tmp_path / "b" / "study.toml").read_text(encoding="utf-8")).final is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--describe", "no equals sign"], "expected CONDITION=WORDS"),
        (["--no-final-question", *DESCRIBED], "asks nothing about them"),
        (["--before", "missing.toml"], "missing.toml cannot be read"),
        (["--warning", "missing.txt"], "missing.txt cannot be read"),
    ],
)
def test_wrong_options_are_said(run: Command, words: list[str], message: str) -> None:
    with pytest.raises(StudyError, match=message):
        run("study", "create", "Mine", *words)
    assert json.loads(run("study", "list", "--json").stdout)["studies"] == []


def test_broken_questions_are_named_with_file_and_field(run: Command, tmp_path: Path) -> None:
    (tmp_path / "q.toml").write_text("questions = []", encoding="utf-8")
    with pytest.raises(ContractError, match=r"q\.toml"):
        run("study", "create", "Mine", "--before", str(tmp_path / "q.toml"))


def test_text_gets_a_new_version(run: Command, tmp_path: Path) -> None:
    run("study", "create", "Mine")
    (tmp_path / "new.txt").write_text("New words.", encoding="utf-8")
    changed = run("study", "text", "Mine", "consent", str(tmp_path / "new.txt"), "--json")
    assert json.loads(changed.stdout)["version"] == 2
    shown = json.loads(run("study", "text", "Mine", "--json").stdout)["texts"]
    assert {one["kind"]: one["version"] for one in shown} == {
        "consent": 2,
        "warning": 0,
        "instructions": 1,
        "debriefing": 0,
    }
    assert "consent, version 2:\nNew words." in run("study", "text", "Mine", "consent").stdout
