"""What a planned study finds is what `analyze power` says of the same plan."""

import json

import pytest
from typer.testing import CliRunner

from annotate_app.cli import app
from annotate_app.errors import StudyError
from annotate_app.services.planning.planned_power import Assumptions, PlannedSize, Wanted, planned_power
from annotate_app.services.planning.power_words import assumptions_in_words, power_in_words

SIZE = PlannedSize(n_items=40, n_environments=20, raters_per_item=5, n_raters=20, items_per_rater=10)


def analysed(*words: str) -> dict[str, float | None]:
    result = CliRunner().invoke(app, ["analyze", "power", *words, "--json"])
    assert result.exit_code == 0, result.output
    return {row["statistic"]: row["value"] for row in json.loads(result.stdout)["rows"]}


def test_power_and_smallest_effect_are_those_of_the_analysis() -> None:
    found = planned_power(SIZE, Assumptions(ties=0.2), Wanted(win_rate=0.65))
    same = ["--items", "40", "--items-per-environment", "2", "--raters-per-item", "5", "--raters", "20"]
    rows = analysed("--win-rate", "0.65", "--ties", "0.2", "--batch", "10", *same)
    assert found.needed[0].power == rows["power"]
    assert found.win_rate is not None
    assert found.win_rate - 0.5 == pytest.approx(rows["detectable_effect"])
    score = analysed("--difference", "1", *same)
    assert found.difference == pytest.approx(score["detectable_effect"])


def test_needed_raters_are_the_fewest() -> None:
    wanted = Wanted(win_rate=0.72)
    needed = planned_power(PlannedSize(40, 20, 5, 20), Assumptions(), wanted).needed[0].n_raters
    assert needed is not None
    assert needed > 5
    for n_raters, expected in ((needed, True), (needed - 1, False)):
        size = PlannedSize(40, 20, 5, n_raters)
        assert (planned_power(size, Assumptions(), wanted).needed[0].power >= 0.8) is expected


def test_effect_out_of_reach_of_these_items_needs_more_items() -> None:
    needed = planned_power(SIZE, Assumptions(), Wanted(difference=0.3)).needed[0]
    assert needed.n_raters is None
    assert needed.n_items is not None
    assert needed.n_items > 40


def test_words_name_numbers_and_assumptions() -> None:
    few = PlannedSize(n_items=40, n_environments=20, raters_per_item=5, n_raters=10, items_per_rater=10)
    found = planned_power(few, Assumptions(ties=0.2), Wanted(0.6, 0.5))
    said = " ".join(power_in_words(found))
    assert "can give 100 of them at most" in said
    assert "A win rate of 60 %" in said
    assert "20 % of preferences are ties" in assumptions_in_words(found)


def test_single_environment_finds_nothing() -> None:
    found = planned_power(PlannedSize(4, 1, 3, 3), Assumptions(), Wanted(0.9))
    assert (found.win_rate, found.difference) == (None, None)
    assert "not even the largest win rate" in " ".join(power_in_words(found))


def test_everything_that_makes_no_sense_is_said_at_once() -> None:
    size = PlannedSize(40, 20, 5, 3)
    with pytest.raises(StudyError) as caught:
        planned_power(size, Assumptions(ties=0.2, deviation=0), Wanted(win_rate=0.95))
    assert len(caught.value.problems) == 3
    with pytest.raises(StudyError, match="nothing to rate"):
        planned_power(PlannedSize(0, 0, 3, 3), Assumptions())
