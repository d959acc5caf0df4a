from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analysis.agreement.alpha import krippendorff_alpha
from analysis.estimate import Scope
from analysis.report import alpha_check
from analysis.report.alpha_check import AlphaMismatchError, Checked, check_alphas
from analysis.report.collect import Request, collect
from analysis.report.results import Topic
from analysis.tables import symmetrised
from sim.schema.base import Level
from tests.analysis.examples import KRIPPENDORFF_2011_C, ratings_of
from tests.analysis.simulated_files import write_bundle, write_run
from tests.analysis.simulated_study import Design, simulate


@pytest.mark.parametrize("level", list(Level))
def test_check_confirms_a_right_alpha(level: Level) -> None:
    ratings = ratings_of(KRIPPENDORFF_2011_C, level)
    check = check_alphas([Checked("it", krippendorff_alpha(ratings).value(), ratings)])
    assert check.n_checked == 1
    assert check.largest_difference < 1e-12


def test_check_refuses_a_wrong_alpha_and_names_it() -> None:
    ratings = ratings_of(KRIPPENDORFF_2011_C, Level.ORDINAL)
    wrong = krippendorff_alpha(ratings).value() + 1e-8
    with pytest.raises(AlphaMismatchError, match="alpha of goal") as caught:
        check_alphas([Checked("alpha of goal", wrong, ratings)])
    assert caught.value.exit_status == 1


@pytest.mark.parametrize("value", [None, 0.5])
def test_check_compares_what_is_undefined(value: float | None) -> None:
    alike = Checked("it", value, ratings_of(["111", "111"], Level.NOMINAL))
    if value is None:
        assert check_alphas([alike]).n_checked == 1
    else:
        with pytest.raises(AlphaMismatchError):
            check_alphas([alike])


def test_check_symmetrises_preferences_by_itself() -> None:
    ratings = ratings_of(["0012012", "0112001", "0022011"], Level.NOMINAL)
    preferences = replace(ratings, swap=np.array([2, 1, 0], np.int32))
    value = krippendorff_alpha(symmetrised(preferences)).value()
    assert check_alphas([Checked("it", value, preferences)]).largest_difference < 1e-12
    with pytest.raises(AlphaMismatchError):
        check_alphas([Checked("it", krippendorff_alpha(ratings).value(), preferences)])


def test_check_skips_what_is_too_large_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alpha_check, "_MOST_BYTES", 100)
    ratings = ratings_of(KRIPPENDORFF_2011_C)
    check = check_alphas([Checked("alpha of goal", 99.0, ratings)])
    assert check.n_checked == 0
    assert "alpha of goal: would need" in check.skipped[0]


def test_every_alpha_of_a_report_is_checked(tmp_path: Path) -> None:
    """Of all raters, as ordinal in a note, without each rater, by condition, and of a judge asked twice."""
    design = Design(n_environments=4, pairs_per_environment=2, n_raters=4, n_turns=2, samples=2)
    study = simulate(design, seed=2)
    request = Request(write_bundle(tmp_path / "bundle", study), (write_run(tmp_path / "run", study),))
    results = collect(request)
    rows = [*results.rows(Topic.AGREEMENT), *results.rows(Topic.JUDGE)]
    alphas = [row for row in rows if row.statistic in {"krippendorff_alpha", "alpha_without", "judge_retest"}]
    retests = {(row.dimension, row.condition) for row in alphas if row.statistic == "judge_retest"}
    in_notes = [row for row in alphas if row.scope is Scope.OVERALL and "as ordinal" in row.note]
    assert retests == {("naturalness", None), ("goal", None), ("goal", "SCRIPT"), ("goal", "AGENTS")}
    assert len(in_notes) == 1
    assert results.alpha_check.n_checked == len(alphas) + len(in_notes)
    assert results.alpha_check.skipped == ()
