"""The commands about a study that runs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from annotate_app.cli import app
from annotate_app.errors import AppError, StudyError
from annotate_app.services.workplace import Workplace, workplace_at
from annotate_app.settings import load_settings
from tests.annotate_app.studio import as_file, episodes

Command = Callable[..., Any]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """Make a workspace of its own."""
    monkeypatch.delenv("BLINDPAIR_DATABASE_URL", raising=False)
    monkeypatch.setenv("BLINDPAIR_WORKSPACE", str(tmp_path))
    return workplace_at(load_settings(tmp_path).database_url)


@pytest.fixture
def run(place: Workplace, tmp_path: Path) -> Command:
    """Run a command in the workspace, which has a study `Mine`; what `--json` says."""

    def command(*words: str) -> Any:
        result: Result = CliRunner().invoke(app, [*words, "--json"])
        if isinstance(result.exception, AppError):
            raise result.exception
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    write(tmp_path / "episodes.jsonl", 2)
    command("upload", str(tmp_path / "episodes.jsonl"))
    command("study", "create", "Mine", "--raters", "2", "--raters-per-item", "2")
    return command


def write(path: Path, n_pairs: int) -> Path:
    path.write_bytes(as_file(episodes(n_pairs)).getvalue())
    return path


def test_extend_adds_items_and_says_what_is_wanted_now(run: Command, tmp_path: Path) -> None:
    batch = run("upload", str(write(tmp_path / "more.jsonl", 3)))["batch"]
    said = run("study", "extend", "Mine", "--raters-per-item", "3", "--batch", batch)
    assert (said["items"], said["items_added"], said["pairs_there_before"]) == (3, 1, 2)
    assert "add raters" in said["note"]
    shown = run("study", "show", "Mine")
    assert shown["wanted"] == 9
    with pytest.raises(StudyError, match="only be raised"):
        run("study", "extend", "Mine", "--raters-per-item", "1")
