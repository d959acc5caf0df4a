"""The commands that set up, watch and export studies."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from annotate_app.cli import app
from annotate_app.errors import AppError, ExportError, NotFoundError, StudyError, UploadError
from annotate_app.services.administration import sign_in
from annotate_app.services.workplace import workplace_at
from annotate_app.settings import load_settings
from tests.annotate_app.studio import as_file, episodes, rate_all, start

Command = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command on a workspace of its own; an error raised on purpose comes through."""
    monkeypatch.delenv("BLINDPAIR_DATABASE_URL", raising=False)
    monkeypatch.setenv("BLINDPAIR_WORKSPACE", str(tmp_path))

    def command(*words: str, text: str | None = None) -> Result:
        result = CliRunner().invoke(app, [*words], input=text)
        if isinstance(result.exception, AppError):
            raise result.exception
        return result

    return command


def document(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "episodes.jsonl"
    path.write_bytes(as_file(episodes(2)).getvalue())
    return path


def test_upload_to_export_by_commands_only(run: Command, file: Path, tmp_path: Path) -> None:
    uploaded = document(run("upload", str(file), "--json"))
    assert (uploaded["episodes"], uploaded["complete_pairs"], uploaded["new"]) == (4, 2, 4)
    study = document(
        run("study", "create", "Mine", "--raters", "2", "--url", "https://rate.example/", "--json")
    )
    assert study["rater_links"][0].startswith("https://rate.example/join/")
    place = workplace_at(load_settings(tmp_path).database_url)
    rate_all(place, start(place, study["rater_links"][0].rpartition("/")[2]))
    shown = document(run("study", "show", "Mine", "--json"))
    assert (shown["completed"], shown["wanted"], shown["status"]) == (2, 6, "open")
    exported = document(run("export", "Mine", "-o", str(tmp_path / "bundle"), "--json"))
    assert (exported["blind"], exported["ratings"]) == (True, 12)
    agreement = run("analyze", "agreement", str(tmp_path / "bundle"), "--json")
    assert document(agreement)["rows"]


def test_upload_check_stores_nothing(run: Command, file: Path) -> None:
    assert "batch" not in document(run("upload", str(file), "--check", "--json"))
    with pytest.raises(StudyError, match="Nothing was uploaded"):
        run("study", "create", "Mine")


def test_broken_upload_names_every_problem(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text("{}\nnonsense\n")
    with pytest.raises(UploadError, match=r"broken\.jsonl line 2") as caught:
        run("upload", str(path))
    assert caught.value.exit_status == 2


def test_missing_files_are_named(run: Command, file: Path, tmp_path: Path) -> None:
    with pytest.raises(UploadError, match=r"none\.jsonl cannot be read"):
        run("upload", str(tmp_path / "none.jsonl"))
    run("upload", str(file))
    with pytest.raises(StudyError, match=r"none\.txt cannot be read"):
        run("study", "create", "Mine", "--consent", str(tmp_path / "none.txt"))


def test_command_without_a_database_makes_none(run: Command, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="There is no database"):
        run("study", "list")
    assert list(tmp_path.iterdir()) == []


def test_list_close_and_add_raters(run: Command, file: Path) -> None:
    run("upload", str(file))
    run("study", "create", "Mine", "--conditions", "SCRIPT:golden-model", "AGENTS:golden-model")
    added = document(run("admin", "raters", "Mine", "-n", "2", "--json"))
    assert len(added["rater_links"]) == 2
    (study,) = document(run("study", "list", "--json"))["studies"]
    assert (study["name"], study["raters"]) == ("Mine", 5)
    assert document(run("study", "close", "Mine", "--json"))["status"] == "closed"
    assert "status closed" in run("study", "list").stdout


def test_same_condition_twice_is_refused(run: Command, file: Path) -> None:
    run("upload", str(file))
    with pytest.raises(StudyError, match="two different"):
        run("study", "create", "Mine", "--conditions", "a", "a")


def test_administrator_from_file_and_stdin(run: Command, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("the first password\nmore\n")
    run("admin", "create", "one", "--password-file", str(tmp_path / "password"))
    run("admin", "create", "two", "--password-file", "-", text="the second password\n")
    place = workplace_at(load_settings(tmp_path).database_url)
    for user, word in (("one", "first"), ("two", "second")):
        assert sign_in(place, user=user, password=f"the {word} password")


def test_password_is_not_asked_for_without_a_terminal(run: Command, tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"no terminal.*--password-file -") as caught:
        run("admin", "create", "three", text="the third password\nthe third password\n")
    assert caught.value.exit_status == 2
    assert list(tmp_path.iterdir()) == []


def test_upload_of_one_condition_says_that_nothing_can_be_compared(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_bytes(as_file(episodes(2)[::2]).getvalue())
    uploaded = document(run("upload", str(path), "--json"))
    assert (uploaded["episodes"], uploaded["complete_pairs"], len(uploaded["incomplete_pairs"])) == (2, 0, 2)
    assert "one condition" in uploaded["note"]


@pytest.mark.parametrize("group", [(), ("study",), ("admin",), ("sim",), ("analyze",)])
def test_help_is_never_cut(run: Command, group: tuple[str, ...]) -> None:
    listed = run(*group, "--help").stdout.partition("Commands:")[2]
    assert listed
    assert "..." not in listed


def test_unblinding_needs_a_reason(run: Command, file: Path, tmp_path: Path) -> None:
    run("upload", str(file))
    run("study", "create", "Mine")
    with pytest.raises(ExportError, match="needs a reason"):
        run("export", "Mine", "-o", str(tmp_path / "b"), "--unblind")
    words = ["export", "Mine", "-o", str(tmp_path / "b"), "--unblind", "--reason", "Analysis", "--json"]
    assert document(run(*words))["blind"] is False


def test_reason_without_unblinding_is_refused(run: Command, file: Path, tmp_path: Path) -> None:
    run("upload", str(file))
    run("study", "create", "Mine")
    with pytest.raises(ExportError, match="--unblind"):
        run("export", "Mine", "-o", str(tmp_path / "b"), "--reason", "Analysis")


def test_doctor_finds_a_healthy_workspace(run: Command, file: Path) -> None:
    run("upload", str(file))
    found = document(run("doctor", "--json"))
    assert found["integrity"] == "no problem found"
    assert "synchronous=2" in found["durability"]


def test_plain_output_is_readable(run: Command, file: Path) -> None:
    text = run("upload", str(file)).stdout
    assert "complete pairs: 2" in text
    assert "  SCRIPT:golden-model: 2" in text


def test_protocol_is_printed_changed_and_used(run: Command, file: Path, tmp_path: Path) -> None:
    assert "single: One dialogue at a time" in run("study", "protocol").stdout
    printed = run("study", "protocol", "paper")
    own = tmp_path / "own.toml"
    own.write_text(printed.stdout.replace('"paper"', '"our-own"'), encoding="utf-8")
    assert run("upload", str(file)).exit_code == 0
    made = run("study", "create", "Own", "--protocol", str(own))
    assert made.exit_code == 0, made.output
    assert "our-own" in run("study", "show", "Own").stdout


def test_protocol_that_cannot_be_used_is_said(run: Command, file: Path, tmp_path: Path) -> None:
    assert run("upload", str(file)).exit_code == 0
    broken = tmp_path / "broken.toml"
    broken.write_text("steps = []", encoding="utf-8")
    assert "rubric_id" in str(run("study", "create", "Own", "--protocol", str(broken)).exception)
    for protocol, words in (("none.toml", "cannot be read"), ("x", "no protocol")):
        with pytest.raises(StudyError, match=words):
            run("study", "create", "Own", "--protocol", protocol)
    with pytest.raises(StudyError, match="no protocol"):
        run("study", "protocol", "x")


def test_address_for_a_platform_and_its_submissions(run: Command, file: Path, tmp_path: Path) -> None:
    assert run("upload", str(file)).exit_code == 0
    assert run("study", "create", "Crowd").exit_code == 0
    made = document(
        run("study", "recruit", "Crowd", "--platform", "prolific", "--code", "C1", "--most", "20", "--json")
    )
    assert "/enter/" in made["address"]
    submissions = tmp_path / "submissions.csv"
    submissions.write_text("Participant id,Status\np1,AWAITING REVIEW\n", encoding="utf-8")
    lists = tmp_path / "lists"
    arguments = (
        "study",
        "reconcile",
        "Crowd",
        str(submissions),
        "-o",
        str(lists),
        "--bonus",
        "1.5",
        "--json",
    )
    assert document(run(*arguments))["reject"] == 1
    assert "p1,never opened the study" in (lists / "reject.csv").read_text(encoding="utf-8")
    assert document(run("study", "recruit", "Crowd", "--close", "--json"))["recruitment"] == "closed"


def test_recruiting_with_wrong_values_is_refused(run: Command, file: Path, tmp_path: Path) -> None:
    assert run("upload", str(file)).exit_code == 0
    assert run("study", "create", "Crowd").exit_code == 0
    with pytest.raises(StudyError, match="one of prolific, open"):
        run("study", "recruit", "Crowd", "--platform", "turk")
    missing = ("study", "reconcile", "Crowd", str(tmp_path / "none.csv"), "-o", str(tmp_path / "lists"))
    with pytest.raises(StudyError, match="cannot be used"):
        run(*missing)
    with pytest.raises(StudyError, match="an amount above 0"):
        run(*missing, "--bonus", "much")


def test_study_says_what_becomes_of_withdrawn_ratings(run: Command, file: Path, tmp_path: Path) -> None:
    run("upload", str(file))
    document(run("study", "create", "Mine", "--withdrawal", "delete", "--json"))
    run("export", "Mine", "-o", str(tmp_path / "bundle"))
    assert 'withdrawal = "delete"' in (tmp_path / "bundle" / "study.toml").read_text("utf-8")
    assert run("study", "create", "Other", "--withdrawal", "sometimes").exit_code == 2


def test_flagged_rater_is_excluded_and_taken_in_again(run: Command, file: Path, tmp_path: Path) -> None:
    run("upload", str(file))
    study = document(run("study", "create", "Mine", "--raters", "1", "--json"))
    place = workplace_at(load_settings(tmp_path).database_url)
    rate_all(place, start(place, study["rater_links"][0].rpartition("/")[2]))
    (rater,) = document(run("study", "quality", "Mine", "--json"))["raters"]
    assert (rater["rater"], rater["items"], rater["excluded"]) == (1, 2, False)
    excluded = document(run("study", "exclude", "Mine", "1", "--reason", "Too fast", "--json"))
    assert excluded["excluded"]
    assert "reason Too fast" in run("study", "quality", "Mine").stdout
    assert not document(run("study", "exclude", "Mine", "1", "--undo", "--reason", "Fine", "--json"))[
        "excluded"
    ]
