import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analysis.cli import analyze_app
from analysis.conditions import condition_rows, load_study
from analysis.estimate import Estimate, Scope
from analysis.registry import Settings
from tests.analysis.simulated_files import write_bundle, write_run
from tests.analysis.simulated_study import SimulatedStudy, simulate

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture(scope="module")
def study() -> SimulatedStudy:
    return simulate(seed=1)


@pytest.fixture(scope="module")
def rows(study: SimulatedStudy, tmp_path_factory: pytest.TempPathFactory) -> tuple[Estimate, ...]:
    folder = write_bundle(tmp_path_factory.mktemp("simulated") / "bundle", study)
    return condition_rows(load_study([folder]), Settings())


def overall(rows: tuple[Estimate, ...], statistic: str) -> Estimate:
    (found,) = (row for row in rows if row.scope is Scope.OVERALL and row.statistic == statistic)
    return found


def holds(row: Estimate, truth: float) -> bool:
    return row.low is not None and row.high is not None and row.low <= truth <= row.high


def test_conditions_find_the_win_rate(rows: tuple[Estimate, ...], study: SimulatedStudy) -> None:
    row = overall(rows, "win_rate")
    assert holds(row, study.truth.win_rate)
    assert not holds(row, 0.5)
    assert (row.condition, row.reference) == ("SCRIPT", "AGENTS")
    assert (row.n_units, row.n_raters, row.n_ratings, row.n_clusters) == (60, 12, 240, 20)


def test_conditions_find_the_mean_difference(rows: tuple[Estimate, ...], study: SimulatedStudy) -> None:
    row = overall(rows, "mean_difference")
    assert holds(row, study.truth.goal)
    assert not holds(row, 0)
    assert (row.n_units, row.n_ratings) == (120, 960)


def test_conditions_have_one_row_per_statistic_overall(rows: tuple[Estimate, ...]) -> None:
    keys = [(row.dimension, row.statistic) for row in rows if row.scope is Scope.OVERALL]
    assert len(set(keys)) == len(keys)


def test_conditions_of_a_run_compare_the_judges_scores(tmp_path: Path, study: SimulatedStudy) -> None:
    found = condition_rows(load_study([write_run(tmp_path / "run", study)]), Settings())
    row = overall(found, "mean_difference")
    assert holds(row, study.truth.goal + study.truth.judge_bias[0] - study.truth.judge_bias[1])
    assert overall(found, "win_rate").n_ratings == 60


def test_conditions_command_json_and_table() -> None:
    arguments = ["conditions", str(FIXTURES / "bundle_unblinded")]
    result = CliRunner().invoke(analyze_app, [*arguments, "--json"], catch_exceptions=False)
    names = {row["statistic"] for row in json.loads(result.stdout)["rows"]}
    assert {"win_rate", "win_odds", "mean_difference"} <= names
    shown = CliRunner().invoke(analyze_app, arguments, catch_exceptions=False)
    assert "SCRIPT:golden-model over" in shown.stdout
