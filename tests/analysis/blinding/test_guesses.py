import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from analysis.blinding import guess_rows, guesses_of, guessing_dimensions
from analysis.blinding.guesses import Guesses
from analysis.cli import analyze_app
from analysis.conditions import ComparedStudy, load_study
from analysis.errors import BlindError, OptionError
from analysis.estimate import Scope
from analysis.registry import Settings
from analysis.resampling.linearised import Clusters
from tests.analysis.simulated_files import write_bundle
from tests.analysis.simulated_study import Truth, simulate

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bundle(tmp_path_factory.mktemp("guesses") / "bundle", simulate(seed=2))


@pytest.fixture(scope="module")
def study(bundle: Path) -> ComparedStudy:
    return load_study([bundle])


def test_guessing_dimension_is_found_by_its_options(study: ComparedStudy) -> None:
    assert guessing_dimensions(study) == ("guess",)
    assert guessing_dimensions(load_study([FIXTURES / "bundle_unblinded"])) == ()


def test_guess_accuracy_and_do_not_know_hold_the_truth(study: ComparedStudy) -> None:
    truth = Truth()
    rows = {
        row.statistic: row
        for row in guess_rows(guesses_of(study, "guess"), Settings())
        if row.scope is Scope.OVERALL
    }
    known = 1 - truth.do_not_know
    for name, value in {
        "guess_accuracy": truth.guess,
        "do_not_know_rate": truth.do_not_know,
        "blinding_index": known * (2 * truth.guess - 1),
    }.items():
        low, high = rows[name].low, rows[name].high
        assert low is not None
        assert high is not None
        assert low < value < high
    assert rows["guess_accuracy"].note.startswith("chance is 0.500")


def test_guesses_by_condition(study: ComparedStudy) -> None:
    rows = guess_rows(guesses_of(study, "guess"), Settings())
    assert {row.condition for row in rows if row.statistic == "blinding_index"} == {None, "SCRIPT", "AGENTS"}


def test_blinding_index_of_known_counts() -> None:
    """Bang's index: (right - wrong) / all, with 6 right, 2 wrong and 2 that do not know."""
    right = np.array([1.0] * 6 + [0.0] * 2 + [np.nan] * 2)
    guesses = Guesses("guess", right, ("SCRIPT",) * 10, Clusters(np.arange(10), np.arange(10)), 2, 10)
    values = {
        row.statistic: row.value for row in guess_rows(guesses, Settings()) if row.scope is Scope.OVERALL
    }
    assert values == pytest.approx({"guess_accuracy": 0.75, "do_not_know_rate": 0.2, "blinding_index": 0.4})


def test_nobody_who_guessed_is_undefined_with_its_reason() -> None:
    nothing = np.full(3, np.nan)
    guesses = Guesses("guess", nothing, ("",) * 3, Clusters(np.arange(3), np.arange(3)), 2, 3)
    rows = {row.statistic: row for row in guess_rows(guesses, Settings())}
    assert (rows["guess_accuracy"].value, rows["guess_accuracy"].note) == (None, "nobody guessed")
    assert rows["do_not_know_rate"].value == 1


def test_choice_between_dialogues_can_be_a_guess(study: ComparedStudy) -> None:
    guesses = guesses_of(study, "naturalness", "script")
    other = guesses_of(study, "naturalness", "AGENTS")
    assert np.nansum(guesses.right) == np.nansum(1 - other.right)
    assert len(guesses.right) == 240


@pytest.mark.parametrize(
    ("dimension", "means", "message"),
    [
        ("nothing", None, "no dimension 'nothing'"),
        ("goal", None, "'goal' is no guess"),
        ("naturalness", None, "--means CONDITION"),
        ("naturalness", "MAGIC", "found MAGIC"),
    ],
)
def test_guesses_refuse_what_is_no_guess(
    study: ComparedStudy, dimension: str, means: str | None, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        guesses_of(study, dimension, means)


def test_blinding_command_reports_guesses_and_leaks(bundle: Path) -> None:
    result = CliRunner().invoke(analyze_app, ["blinding", str(bundle), "--json"], catch_exceptions=False)
    statistics = {row["statistic"] for row in json.loads(result.stdout)["rows"]}
    assert {"guess_accuracy", "blinding_index", "leak_auroc", "leak_feature_auroc"} <= statistics


def test_blinding_command_of_a_run_reports_leaks_alone() -> None:
    result = CliRunner().invoke(analyze_app, ["blinding", str(FIXTURES / "run")], catch_exceptions=False)
    assert "leak_auroc" in result.stdout
    assert "guess_accuracy" not in result.stdout


def test_blinding_command_refuses_a_blind_bundle() -> None:
    result = CliRunner().invoke(analyze_app, ["blinding", str(FIXTURES / "bundle_blind")])
    assert isinstance(result.exception, BlindError)


def test_choice_between_dialogues_has_no_rows_by_condition(study: ComparedStudy) -> None:
    rows = guess_rows(guesses_of(study, "naturalness", "script"), Settings())
    assert {row.scope for row in rows} == {Scope.OVERALL}


def test_accuracy_counts_the_answers_that_it_is_made_of(study: ComparedStudy) -> None:
    guesses = guesses_of(study, "guess")
    rows = {row.statistic: row for row in guess_rows(guesses, Settings()) if row.scope is Scope.OVERALL}
    assert rows["guess_accuracy"].n_ratings == np.isfinite(guesses.right).sum()
    assert rows["do_not_know_rate"].n_ratings == len(guesses.right)
