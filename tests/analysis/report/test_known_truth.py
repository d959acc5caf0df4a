"""The report on a study with known truth finds each effect, with intervals that hold it."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from analysis.report.collect import Request, collect
from analysis.report.results import results_json
from analysis.report.summary import answers_of
from tests.analysis.simulated_files import write_bundle, write_run
from tests.analysis.simulated_study import JUDGE, Design, SimulatedStudy, Truth, simulate

Row = Mapping[str, Any]
TRUTH = Truth()


@pytest.fixture(scope="module")
def known() -> SimulatedStudy:
    return simulate(Design(n_environments=30, pairs_per_environment=2, n_raters=12), TRUTH, seed=5)


@pytest.fixture(scope="module")
def reported(known: SimulatedStudy, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    folder = tmp_path_factory.mktemp("known")
    bundle, run = write_bundle(folder / "bundle", known), write_run(folder / "run", known)
    results = collect(Request(bundle, (run,)))
    said = " ".join(f"{a.question} {a.short} {' '.join(a.sentences)}" for a in answers_of(results))
    return json.loads(results_json(results))["rows"], said


def find(rows: list[Row], statistic: str, dimension: str, **about: object) -> Row:
    return next(
        row
        for row in rows
        if (row["statistic"], row["dimension"]) == (statistic, dimension)
        and all(row[key] == value for key, value in about.items())
    )


def holds(row: Row, truth: float) -> bool:
    return row["low"] <= truth <= row["high"]


CONTRAST = {"condition": "SCRIPT", "reference": "AGENTS", "scope": "condition"}


def test_report_finds_the_preference(reported: tuple[list[Row], str]) -> None:
    row = find(reported[0], "win_rate", "naturalness", **CONTRAST)
    assert row["low"] > 0.5
    assert holds(row, TRUTH.win_rate)


def test_report_finds_the_score_difference(reported: tuple[list[Row], str]) -> None:
    row = find(reported[0], "mean_difference", "goal", **CONTRAST)
    assert row["low"] > 0
    assert holds(row, TRUTH.goal)


def test_report_finds_the_judges_bias_that_differs_by_condition(reported: tuple[list[Row], str]) -> None:
    row = find(reported[0], "bias_difference", "goal", judge=JUDGE, **CONTRAST)
    assert row["low"] > 0
    assert holds(row, TRUTH.judge_bias[0] - TRUTH.judge_bias[1])


@pytest.mark.parametrize(("condition", "place"), [("SCRIPT", 0), ("AGENTS", 1)])
def test_report_finds_the_judges_bias_in_each_condition(
    reported: tuple[list[Row], str], known: SimulatedStudy, condition: str, place: int
) -> None:
    row = find(reported[0], "bias", "goal", judge=JUDGE, condition=condition)
    assert holds(row, TRUTH.judge_bias[place])


def test_report_finds_the_judges_position_bias(
    reported: tuple[list[Row], str], known: SimulatedStudy
) -> None:
    row = find(reported[0], "position_bias", "naturalness", judge=JUDGE, condition=None)
    assert row["low"] > 0
    assert holds(row, expected_position_bias(known))


def expected_position_bias(known: SimulatedStudy) -> float:
    """P(judge prefers what it is shown first) - 1/2, ties half, over the pairs' log-odds."""
    odds = np.array([TRUTH.preference + pair.environment_log_odds for pair in known.pairs])

    def win(log_odds: np.ndarray) -> np.ndarray:
        up, down = np.exp(log_odds / 2), np.exp(-log_odds / 2)
        return (up + TRUTH.tie / 2) / (up + down + TRUTH.tie)

    return float(np.mean(win(odds + TRUTH.judge_side) - win(odds - TRUTH.judge_side)) / 2)


def test_report_finds_the_raters_severities(reported: tuple[list[Row], str], known: SimulatedStudy) -> None:
    found = {
        row["rater"]: row["value"]
        for row in reported[0]
        if row["statistic"] == "severity" and row["dimension"] == "goal"
    }
    mean = {
        rater: np.mean(
            [float(str(r.value)) for r in known.human if r.rater_id == rater and r.dimension == "goal"]
        )
        for rater in found
    }
    assert np.std(list(found.values())) > TRUTH.severity_sd / 2
    assert np.corrcoef([found[rater] for rater in mean], list(mean.values()))[0, 1] > 0.8


def test_report_finds_the_tell_tale(reported: tuple[list[Row], str]) -> None:
    leak = find(reported[0], "leak_auroc", "leak", **CONTRAST)
    feature = find(reported[0], "leak_feature_auroc", "stage_directions_per_turn")
    assert leak["value"] > 0.95
    assert feature["high"] < 0.5
    text = find(reported[0], "stage_directions_per_turn", "text", condition="AGENTS", reference=None)
    assert holds(text, TRUTH.tell_tale)


def test_report_finds_that_raters_guess(reported: tuple[list[Row], str]) -> None:
    row = find(reported[0], "guess_accuracy", "guess", condition=None)
    assert row["low"] > 0.5
    assert holds(row, TRUTH.guess)
    assert holds(find(reported[0], "do_not_know_rate", "guess", condition=None), TRUTH.do_not_know)


def test_report_answers_in_sentences(reported: tuple[list[Row], str]) -> None:
    said = reported[1]
    assert "Which condition won? SCRIPT." in said
    assert "Could raters tell the conditions apart? Yes" in said
    assert "not for comparing these conditions. Compared with people it favours SCRIPT over AGENTS" in said
    assert "It prefers what it is shown first in" in said
