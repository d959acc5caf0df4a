"""A study with known truth: the judge's bias by condition, its side, its reliability."""

from pathlib import Path

import numpy as np
import pytest

from analysis.estimate import Estimate
from analysis.judge import judge_rows, load_joined
from analysis.registry import Settings
from analysis.tables import LoadOptions
from tests.analysis.simulated_files import write_bundle, write_run
from tests.analysis.simulated_study import Design, Truth, simulate

TRUTH = Truth()


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> tuple[Estimate, ...]:
    folder = tmp_path_factory.mktemp("study")
    study = simulate(Design(n_environments=30, samples=2), TRUTH, seed=13)
    bundle, run = write_bundle(folder / "bundle", study), write_run(folder / "run", study)
    return judge_rows(load_joined(bundle, [run], LoadOptions()), Settings())


def row(rows: tuple[Estimate, ...], statistic: str, dimension: str, condition: str | None = None) -> Estimate:
    return next(
        row
        for row in rows
        if (row.statistic, row.dimension, row.condition) == (statistic, dimension, condition)
        and not row.rater
    )


def holds(row: Estimate, truth: float) -> bool:
    return row.low is not None and row.high is not None and row.low <= truth <= row.high


@pytest.mark.parametrize(("condition", "truth"), [("SCRIPT", 0.8), ("AGENTS", -0.2)])
def test_bias_within_each_condition(rows: tuple[Estimate, ...], condition: str, truth: float) -> None:
    assert holds(row(rows, "bias", "goal", condition), truth)


def test_bias_differs_between_conditions(rows: tuple[Estimate, ...]) -> None:
    found = row(rows, "bias_difference", "goal", "SCRIPT")
    assert (found.reference, found.scope) == ("AGENTS", "condition")
    assert holds(found, 1.0)
    assert not holds(found, 0.0)


def test_difference_of_people_is_not_moved_by_the_judge(rows: tuple[Estimate, ...]) -> None:
    assert holds(row(rows, "corrected_difference", "goal", "SCRIPT"), TRUTH.goal)


def test_position_bias(rows: tuple[Estimate, ...]) -> None:
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    spread = TRUTH.preference + TRUTH.preference_sd * nodes

    def first_shown(log_odds: np.ndarray) -> np.ndarray:
        win, loss = np.exp(log_odds / 2), np.exp(-log_odds / 2)
        return (win + TRUTH.tie / 2) / (win + loss + TRUTH.tie)

    side = TRUTH.judge_side
    truth = (first_shown(spread + side) + first_shown(side - spread)) / 2 - 0.5
    found = row(rows, "position_bias", "naturalness")
    assert holds(found, float(truth @ weights / weights.sum()))
    assert not holds(found, 0.0)


def test_reliability_of_the_judge(rows: tuple[Estimate, ...]) -> None:
    shift = sum(TRUTH.judge_bias) / 2
    apart = (TRUTH.goal + TRUTH.judge_bias[0] - TRUTH.judge_bias[1]) / 2
    signal = TRUTH.quality_sd**2 + TRUTH.character_sd**2 + apart**2
    noise = TRUTH.judge_noise_sd**2 + 1 / 12
    assert shift == pytest.approx(0.3)
    assert holds(row(rows, "judge_retest", "goal"), signal / (signal + noise))


def test_pooled_preference_rows_say_how_they_are_labelled(rows: tuple[Estimate, ...]) -> None:
    assert "symmetrised" in row(rows, "cohen_kappa", "naturalness").note
    assert "by condition" in row(rows, "cohen_kappa", "naturalness", "SCRIPT").note


def test_pairs_of_scores_are_those_of_one_character(rows: tuple[Estimate, ...]) -> None:
    assert row(rows, "pairwise_accuracy", "goal").note.startswith("180 pairs of one item")


def test_blind_study_tells_nothing_of_conditions(tmp_path: Path) -> None:
    study = simulate(Design(n_environments=4), TRUTH, seed=2)
    bundle, run = write_bundle(tmp_path / "b", study, blind=True), write_run(tmp_path / "r", study)
    rows = judge_rows(load_joined(bundle, [run], LoadOptions()), Settings())
    assert {found.condition for found in rows} == {None}
    assert row(rows, "self_preference", "goal").note.startswith("no_authors")
    assert row(rows, "length_bias", "goal").value is not None
