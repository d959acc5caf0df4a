"""The commands about a study that runs."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from annotate_app.cli import app
from annotate_app.errors import AppError, ExportError, StudyError
from annotate_app.services.workplace import Workplace, workplace_at
from annotate_app.settings import load_settings
from annotate_app.store.models import RaterRow
from sim.schema.rubric import builtin_rubric
from sim.schema.rubric_file import write_rubric_toml
from tests.annotate_app.studio import as_file, episodes, join, n_rows, rate_all, start

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


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_extend_adds_items_and_says_what_is_wanted_now(run: Command, tmp_path: Path) -> None:
    batch = run("upload", str(write(tmp_path / "more.jsonl", 3)))["batch"]
    said = run("study", "extend", "Mine", "--raters-per-item", "3", "--batch", batch)
    assert (said["items"], said["items_added"], said["pairs_there_before"]) == (3, 1, 2)
    assert "add raters" in said["note"]
    shown = run("study", "show", "Mine")
    assert shown["wanted"] == 9
    with pytest.raises(StudyError, match="only be raised"):
        run("study", "extend", "Mine", "--raters-per-item", "1")


def test_invite_writes_links_that_open_and_expire(run: Command, tmp_path: Path, place: Workplace) -> None:
    file = tmp_path / "links.csv"
    said = run("study", "invite", "Mine", "--n", "2", "--expires", "2999-12-31T18:00Z", "-o", str(file))
    assert said["raters_added"] == 2
    rows = read(file)
    assert [(row["rater"], row["expires"]) for row in rows] == [
        ("3", "2999-12-31T18:00:00+00:00"),
        ("4", "2999-12-31T18:00:00+00:00"),
    ]
    assert file.stat().st_mode & 0o777 == 0o600
    join(place, rows[0]["link"].rpartition("/")[2])


def test_invite_makes_nobody_where_links_cannot_be_written(
    run: Command, tmp_path: Path, place: Workplace
) -> None:
    (tmp_path / "taken.csv").write_text("mine")
    with pytest.raises(ExportError, match="cannot be made"):
        run("study", "invite", "Mine", "-o", str(tmp_path / "taken.csv"))
    with pytest.raises(StudyError, match="From 1 to"):
        run("study", "invite", "Mine", "--n", "0", "-o", str(tmp_path / "none.csv"))
    for expires in ("tomorrow", "2999-12-31T18:00"):
        with pytest.raises(StudyError, match="with its zone"):
            run("study", "invite", "Mine", "--expires", expires, "-o", str(tmp_path / "none.csv"))
    assert not (tmp_path / "none.csv").exists()
    assert (tmp_path / "taken.csv").read_text() == "mine"
    assert n_rows(place, RaterRow) == 2


def test_revoke_and_new_link(run: Command, place: Workplace) -> None:
    assert run("study", "revoke", "Mine", "1")["access"] == "revoked"
    link = run("study", "link", "Mine", "1", "--url", "https://rate.example/")["link"]
    assert link.startswith("https://rate.example/join/")
    join(place, link.rpartition("/")[2])


def test_times_name_people_only_when_asked(run: Command, tmp_path: Path, place: Workplace) -> None:
    rater = start(place, run("study", "link", "Mine", "2")["link"].rpartition("/")[2])
    rate_all(place, rater)
    run("study", "times", "Mine", "-o", str(tmp_path / "times.csv"))
    run("study", "times", "Mine", "--with-ids", "-o", str(tmp_path / "ids.csv"))
    rows = read(tmp_path / "times.csv")
    assert [(row["rater"], row["state"], row["items"]) for row in rows] == [
        ("1", "invited", "0"),
        ("2", "finished", "2"),
    ]
    assert (rows[0]["minutes_active"], float(rows[1]["minutes_active"]) > 0) == ("", True)
    assert len(rows[1]["completion_code"]) == 8
    assert "platform_id" not in rows[0]
    assert "platform_id" in (tmp_path / "ids.csv").read_text()


def test_pilot_has_links_of_its_own(run: Command, tmp_path: Path, place: Workplace) -> None:
    said = run("study", "pilot", "Mine", "--items", "1", "--raters", "2", "-o", str(tmp_path / "pilot.csv"))
    assert (said["pilot_items"], said["pilot_raters"]) == (1, 2)
    rate_all(place, start(place, read(tmp_path / "pilot.csv")[0]["link"].rpartition("/")[2]))
    shown = run("study", "show", "Mine")
    assert (shown["completed"], shown["pilot"]["n_completed"], shown["pilot"]["n_wanted"]) == (0, 1, 2)


def test_revise_asks_new_questions(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    new = builtin_rubric("naturalness-then-goals").model_copy(update={"version": 2})
    file.write_text(write_rubric_toml(new), encoding="utf-8")
    said = run("study", "revise", "Mine", "--protocol", str(file))
    assert (said["version"], said["rubric_hash"]) == (2, new.rubric_hash)
    with pytest.raises(StudyError, match="cannot be read"):
        run("study", "revise", "Mine", "--protocol", str(tmp_path / "none.toml"))
