from pathlib import Path

import pytest
from typer.testing import CliRunner

from sim.cli import sim_app
from sim.errors import SimError
from sim.schema.base import Mode
from sim.schema.jsonl import read_jsonl_file, write_jsonl
from sim.schema.outcome import BargainingOutcome, Deal
from sim.schema.ratings_csv import read_ratings_csv
from sim.schema.run import FailureRecord
from sim.schema.scenario import Scenario
from tests.golden.records import EPISODES
from tests.sim.formats.sotopia_records import agents_messages, export, write_lines, write_profiles

GOOD = export(agents_messages())


def run(*arguments: object) -> str:
    result = CliRunner().invoke(sim_app, [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_import_writes_scenarios(tmp_path: Path) -> None:
    output = tmp_path / "scenarios.jsonl"
    assert "1 scenarios" in run("import", "--from", "sotopia", write_profiles(tmp_path), "-o", output)
    assert len(output.read_text(encoding="utf-8").splitlines()) == 1


def test_convert_output_passes_check(tmp_path: Path) -> None:
    output = tmp_path / "episodes.jsonl"
    log = write_lines(tmp_path / "log.jsonl", GOOD)
    run("convert", "--from", "sotopia", log, "-o", output)
    assert "1 episodes, 4 turns" in run("check", output)


def test_check_finds_an_outcome_that_the_words_do_not_have(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    wrong = BargainingOutcome(deal=Deal.AGREED, price=150)
    changed = EPISODES[1].model_copy(update={"outcome": wrong})
    with path.open("w", encoding="utf-8") as stream:
        write_jsonl(stream, [EPISODES[0], changed])
    with pytest.raises(SimError, match=r"episodes\.jsonl line 2, outcome: found .*price 150") as caught:
        run("check", path)
    assert "price 130" in str(caught.value).partition("expected")[2]
    assert caught.value.exit_status == 2


def test_convert_with_problems_writes_nothing(tmp_path: Path) -> None:
    output = tmp_path / "episodes.jsonl"
    log = write_lines(tmp_path / "log.jsonl", GOOD, {})
    with pytest.raises(SimError, match="line 2") as caught:
        run("convert", "--from", "sotopia", log, "-o", output)
    assert caught.value.exit_status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


def test_convert_skip_invalid_lists_and_counts(tmp_path: Path) -> None:
    output = tmp_path / "episodes.jsonl"
    log = write_lines(tmp_path / "log.jsonl", GOOD, {})
    text = run("convert", "--from", "sotopia", log, "-o", output, "--skip-invalid")
    assert "skipped: log.jsonl line 2" in text
    assert "skipped: 1 of 2" in text
    assert len(output.read_text(encoding="utf-8").splitlines()) == 1


def test_convert_nothing_readable_writes_nothing(tmp_path: Path) -> None:
    log = write_lines(tmp_path / "log.jsonl", {})
    with pytest.raises(SimError):
        run("convert", "--from", "sotopia", log, "-o", tmp_path / "out.jsonl", "--skip-invalid")
    assert not (tmp_path / "out.jsonl").exists()


def test_convert_existing_file_is_kept_unless_forced(tmp_path: Path) -> None:
    output = tmp_path / "episodes.jsonl"
    output.write_text("mine", encoding="utf-8")
    log = write_lines(tmp_path / "log.jsonl", GOOD)
    with pytest.raises(SimError, match="already there"):
        run("convert", "--from", "sotopia", log, "-o", output)
    assert output.read_text(encoding="utf-8") == "mine"
    run("convert", "--from", "sotopia", log, "-o", output, "--force")
    assert output.read_text(encoding="utf-8") != "mine"


def test_convert_empty_file_is_a_problem(tmp_path: Path) -> None:
    log = write_lines(tmp_path / "log.jsonl")
    with pytest.raises(SimError, match="no episode"):
        run("convert", "--from", "sotopia", log, "-o", tmp_path / "out.jsonl")


def test_check_lists_every_problem(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    path.write_text("{}\n[]\n", encoding="utf-8")
    with pytest.raises(SimError) as caught:
        run("check", path)
    assert "line 1" in str(caught.value)
    assert "line 2" in str(caught.value)


def test_output_in_missing_folder_fails_clearly(tmp_path: Path) -> None:
    log = write_lines(tmp_path / "log.jsonl", GOOD)
    with pytest.raises(SimError, match="could not be written") as caught:
        run("convert", "--from", "sotopia", log, "-o", tmp_path / "none" / "out.jsonl")
    assert caught.value.exit_status == 1


def test_scenarios_writes_the_builtin_pack(tmp_path: Path) -> None:
    output = tmp_path / "pack.jsonl"
    assert "10 scenarios in 10 environments" in run("scenarios", "-o", output)
    assert len(read_jsonl_file(output, Scenario).records) == 10


@pytest.mark.parametrize(
    ("arguments", "summary"),
    [
        (("--family", "bargaining", "--n", 4), "4 bargains (2 with a zone of agreement)"),
        (("--family", "bargaining", "--n", 3, "--zone", "without"), "3 bargains (0 with a zone"),
        (("--family", "mutual-friends", "--seed", 5), "10 common friends"),
    ],
)
def test_scenarios_generates_a_family(tmp_path: Path, arguments: tuple[object, ...], summary: str) -> None:
    assert summary in run("scenarios", *arguments, "-o", tmp_path / "out.jsonl")


@pytest.mark.parametrize(
    "arguments", [("--n", 3), ("--seed", 1), ("--family", "mutual-friends", "--zone", "with")]
)
def test_scenarios_options_that_have_no_effect_are_refused(
    tmp_path: Path, arguments: tuple[object, ...]
) -> None:
    output = tmp_path / "out.jsonl"
    result = CliRunner().invoke(sim_app, ["scenarios", "-o", str(output), *map(str, arguments)])
    assert result.exit_code == 2
    assert not output.exists()


def test_convert_csv_and_its_condition(tmp_path: Path) -> None:
    path = tmp_path / "turns.csv"
    path.write_text("dialogue_id,speaker,text\nd,A,a\nd,B,b\n", encoding="utf-8")
    assert "lab 1" in run(
        "convert", "--from", "csv", path, "-o", tmp_path / "out.jsonl", "--condition", "lab"
    )


def test_convert_sotopia_options_are_refused_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "turns.csv"
    path.write_text("dialogue_id,speaker,text\nd,A,a\nd,B,b\n", encoding="utf-8")
    with pytest.raises(SimError, match="--mode: only with --from sotopia"):
        run("convert", "--from", "csv", path, "-o", tmp_path / "o.jsonl", "--mode", "SCRIPT")


def test_convert_stored_scores_become_ratings_and_failures(tmp_path: Path) -> None:
    log = write_lines(tmp_path / "log.jsonl", GOOD)
    ratings, failures = tmp_path / "ratings.csv", tmp_path / "failures.jsonl"
    arguments = ("convert", "--from", "sotopia", log, "-o", tmp_path / "out.jsonl", "--ratings", ratings)
    text = run(*arguments, "--failures", failures)
    assert "7 ratings" in text
    assert "1 failed judgements" in text
    assert len(read_ratings_csv(ratings)) == 7
    assert len(read_jsonl_file(failures, FailureRecord).records) == 1


def test_convert_ratings_without_failures_are_refused(tmp_path: Path) -> None:
    log = write_lines(tmp_path / "log.jsonl", GOOD)
    arguments = ("convert", "--from", "sotopia", log, "-o", tmp_path / "out.jsonl", "--ratings")
    with pytest.raises(SimError, match="go together"):
        run(*arguments, tmp_path / "ratings.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


def test_finetune_writes_one_row_a_turn(tmp_path: Path) -> None:
    path, output = tmp_path / "episodes.jsonl", tmp_path / "rows.jsonl"
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_jsonl(stream, EPISODES)
    scripts = [episode for episode in EPISODES if episode.mode is Mode.SCRIPT]
    count = sum(len(episode.turns) for episode in scripts)
    assert f"{count} rows from 2 SCRIPT episodes; 2 others left out" in run("finetune", path, "-o", output)
    assert len(output.read_text(encoding="utf-8").splitlines()) == count


def test_finetune_without_scripts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_jsonl(stream, [episode for episode in EPISODES if episode.mode is Mode.AGENTS])
    with pytest.raises(SimError, match="no SCRIPT episode"):
        run("finetune", path, "-o", tmp_path / "rows.jsonl")
