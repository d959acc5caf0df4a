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
    found = by_rater(reported[0], "severity", "goal")
    items = items_of(known, "goal")
    held = 0
    for rater, row in found.items():
        others = [
            np.mean([known.raters[other].severity for other in together if other != rater])
            for together in items.values()
            if rater in together
        ]
        held += holds(row, known.raters[rater].severity - float(np.mean(others)))
    assert len(found) == len(known.raters)
    assert held >= len(found) - 1
    assert np.std([row["value"] for row in found.values()]) > TRUTH.severity_sd / 2


def by_rater(rows: list[Row], statistic: str, dimension: str) -> dict[str, Row]:
    return {
        row["rater"]: row
        for row in rows
        if (row["statistic"], row["dimension"], row["scope"]) == (statistic, dimension, "rater")
    }


def items_of(known: SimulatedStudy, dimension: str) -> dict[str, list[str]]:
    """Raters of every unit."""
    found: dict[str, list[str]] = {}
    for rating in known.human:
        if rating.dimension == dimension:
            found.setdefault(rating.unit_id, []).append(rating.rater_id)
    return found


def test_report_finds_how_often_each_rater_ties_and_picks_the_first_shown(
    reported: tuple[list[Row], str], known: SimulatedStudy
) -> None:
    expected = expected_choices(known)
    ties = by_rater(reported[0], "tie_rate", "naturalness")
    first = by_rater(reported[0], "first_shown_rate", "naturalness")
    assert sum(holds(ties[rater], tie) for rater, (tie, _) in expected.items()) >= len(expected) - 1
    assert sum(holds(first[rater], share) for rater, (_, share) in expected.items()) >= len(expected) - 1


def expected_choices(known: SimulatedStudy) -> dict[str, tuple[float, float]]:
    """Share of ties, and of the first shown among the rest, over the items that each rater saw."""
    pairs = {pair.item_id: pair for pair in known.pairs}
    chances: dict[str, list[tuple[float, float, float]]] = {rater: [] for rater in known.raters}
    for rating in known.human:
        if rating.dimension == "naturalness":
            pair, leaning = pairs[rating.item_id], known.raters[rating.rater_id].leaning
            turned = rating.presentation[0] == pair.second.episode_id
            odds = (TRUTH.preference + pair.environment_log_odds + leaning) * (-1 if turned else 1)
            weights = np.array([np.exp((odds + TRUTH.side) / 2), TRUTH.tie, np.exp(-(odds + TRUTH.side) / 2)])
            first, tie, second = (weights / weights.sum()).tolist()
            chances[rating.rater_id].append((first, tie, second))
    sums = {rater: np.sum(each, axis=0) for rater, each in chances.items()}
    return {
        rater: (float(tie / (first + tie + second)), float(first / (first + second)))
        for rater, (first, tie, second) in sums.items()
    }


def test_report_draws_no_conclusion_from_a_rater_without_an_interval(
    reported: tuple[list[Row], str],
) -> None:
    rows = [row for row in reported[0] if row["scope"] == "rater" and row["judge"] is None]
    assert rows
    for row in rows:
        assert row["low"] is not None or "no interval" in row["note"] or row["value"] is None, row
        assert row["n_units"] is not None
        assert row["n_clusters"] is not None


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
