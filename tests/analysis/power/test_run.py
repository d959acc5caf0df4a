import json

import pytest
from typer.testing import CliRunner

from analysis.cli import analyze_app
from analysis.errors import OptionError
from analysis.power import ErrorRates, PowerQuestion, ScoreDifference, Sharing, WinRate, checked


def rows(*arguments: str) -> dict[str, dict[str, object]]:
    result = CliRunner().invoke(analyze_app, ["power", *arguments, "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return {row["statistic"]: row for row in json.loads(result.stdout)["rows"]}


def test_power_command_answers_with_a_plan_and_what_it_can_find() -> None:
    found = rows("--win-rate", "0.6", "--ties", "0.1")
    assert found["n_ratings"]["value"] == 3 * int(str(found["n_items"]["value"]).removesuffix(".0"))
    assert found["power"]["note"] == "ICC 0.1 between environments, 0.05 between raters"
    assert found["detectable_effect"]["value"] == pytest.approx(0.1, abs=0.005)
    assert "power_simulated" not in found


def test_power_command_takes_a_plan_and_simulates_it() -> None:
    found = rows("--difference", "0.5", "--items", "40", "--raters", "12", "--simulate", "50", "--seed", "4")
    assert found["n_raters"]["value"] == 12
    assert found["n_items"]["note"] == "as given"
    simulated = found["power_simulated"]
    assert simulated["low"] is not None
    assert str(simulated["note"]).startswith("50 simulated studies")


def test_power_command_says_what_is_out_of_reach() -> None:
    found = rows("--win-rate", "0.55", "--raters", "4", "--simulate", "10")
    assert found["n_items"]["value"] is None
    assert "with 4 raters: what raters share stays" in str(found["n_items"]["note"])
    assert "power" not in found


@pytest.mark.parametrize("arguments", [[], ["--win-rate", "0.6", "--difference", "1"]])
def test_power_command_asks_what_to_find(arguments: list[str]) -> None:
    result = CliRunner().invoke(analyze_app, ["power", *arguments])
    assert isinstance(result.exception, OptionError)


def test_power_command_shows_a_table() -> None:
    result = CliRunner().invoke(analyze_app, ["power", "--win-rate", "0.65"], catch_exceptions=False)
    assert "detectable_effect" in result.stdout


def test_checked_reports_everything_that_makes_no_sense() -> None:
    sharing = Sharing(raters_per_item=0, environment=0.7, rater=0.6)
    question = PowerQuestion(WinRate(0.4), sharing, ErrorRates(0.9, 0.5), n_raters=-1)
    with pytest.raises(OptionError) as refused:
        checked(question)
    assert len(str(refused.value).splitlines()) == 5


@pytest.mark.parametrize("effect", [WinRate(0.9, 0.4), WinRate(0.6, 1.2), ScoreDifference(-1, 2)])
def test_checked_refuses_impossible_effects(effect: WinRate | ScoreDifference) -> None:
    with pytest.raises(OptionError):
        checked(PowerQuestion(effect, Sharing(), ErrorRates()))
