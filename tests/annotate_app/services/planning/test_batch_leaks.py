"""The leak report of a batch is that of `analyze blinding`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from annotate_app.cli import app
from annotate_app.errors import AppError, StudyError
from annotate_app.services.planning.batch_leaks import batch_leaks, leaks_in_words
from annotate_app.services.studies import StudyPlan
from annotate_app.services.workplace import Workplace
from sim.schema.base import opaque_id
from sim.schema.episode import Episode
from tests.annotate_app.studio import OPERATOR, STRANGER, as_file, episodes, upload

PLAN = StudyPlan(name="")


def wordy(n_environments: int) -> list[Episode]:
    """Make a pair an environment, whose SCRIPT dialogues say every word twice."""
    made: list[Episode] = []
    for number in range(n_environments):
        for episode in episodes(1):
            assert episode.scenario is not None
            scenario = episode.scenario.model_copy(
                update={"environment_id": f"place-{number}", "scenario_id": f"scenario-{number}"}
            )
            twice = 1 if episode.mode == "AGENTS" else 2
            turns = tuple(
                turn.model_copy(update={"text": " ".join([turn.text] * twice * (1 + number % 3))})
                for turn in episode.turns
            )
            update = {"pair_id": f"pair-{number}", "scenario": scenario, "turns": turns}
            own = {**update, "episode_id": opaque_id("leak", str(number), episode.mode)}
            made.append(episode.model_copy(update=own))
    return made


def test_report_is_that_of_the_analysis(sqlite_place: Workplace, tmp_path: Path) -> None:
    made = wordy(8)
    upload(sqlite_place, made)
    report = batch_leaks(sqlite_place, OPERATOR, PLAN)
    (tmp_path / "episodes.jsonl").write_bytes(as_file(made).getvalue())
    result = CliRunner().invoke(app, ["analyze", "blinding", str(tmp_path / "episodes.jsonl"), "--json"])
    rows = json.loads(result.stdout)["rows"]
    (main,) = (row for row in rows if row["statistic"] == "leak_auroc" and row["scope"] == "condition")
    assert report.auroc == pytest.approx(main["value"])
    assert (report.n_pairs, report.n_environments) == (8, 8)
    assert report.features[0].auroc != 0.5


def test_words_say_what_tells(sqlite_place: Workplace) -> None:
    upload(sqlite_place, wordy(8))
    report = batch_leaks(sqlite_place, OPERATOR, PLAN)
    said = " ".join(leaks_in_words(report))
    assert "0.50 is guessing" in said
    assert f"more in {report.first}" in said or f"more in {report.second}" in said


def test_too_few_environments_are_said(sqlite_place: Workplace) -> None:
    upload(sqlite_place, episodes(2))
    report = batch_leaks(sqlite_place, OPERATOR, PLAN)
    assert report.auroc is None
    assert "cannot be told: fewer than 4 environments" in " ".join(leaks_in_words(report))


def test_batch_without_both_conditions_and_strangers_are_refused(sqlite_place: Workplace) -> None:
    with pytest.raises(StudyError, match="Nothing was uploaded"):
        batch_leaks(sqlite_place, OPERATOR, PLAN)
    upload(sqlite_place, [one for one in episodes(2) if one.mode == "AGENTS"])
    with pytest.raises(StudyError, match="one condition only"):
        batch_leaks(sqlite_place, OPERATOR, PLAN)
    with pytest.raises(AppError, match="administrators"):
        batch_leaks(sqlite_place, STRANGER, PLAN)
