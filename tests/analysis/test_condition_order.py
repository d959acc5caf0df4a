"""One order of conditions everywhere: the study's, else the better informed mode first."""

from dataclasses import replace
from pathlib import Path

import pytest

from analysis.blinding import leak_rows
from analysis.condition_order import contrasts_in_order, ranked
from analysis.conditions import condition_rows, load_study
from analysis.estimate import Estimate, Scope
from analysis.judge import judge_rows
from analysis.judge.join import load_joined
from analysis.registry import Settings
from analysis.tables import LoadOptions
from analysis.text import load_corpus, text_rows
from sim.schema.base import Mode
from sim.schema.study import Contrast
from tests.analysis.simulated_files import write_bundle, write_run
from tests.analysis.simulated_study import Design, SimulatedStudy, simulate

BACKWARDS = Contrast(first="AGENTS", second="SCRIPT")


def test_conditions_are_ranked_by_mode_then_by_name() -> None:
    modes = {"b": None, "z": Mode.SCRIPT, "a": Mode.AGENTS, "c": Mode.SCRIPT}
    assert ranked(modes) == ("c", "z", "a", "b")


def test_declared_contrasts_go_first_and_keep_their_order() -> None:
    found = contrasts_in_order(("SCRIPT", "MINDREADERS", "AGENTS"), [BACKWARDS])
    assert [(each.first, each.second) for each in found] == [
        ("AGENTS", "SCRIPT"),
        ("SCRIPT", "MINDREADERS"),
        ("MINDREADERS", "AGENTS"),
    ]


def test_contrast_of_conditions_that_are_not_there_is_left_out() -> None:
    assert contrasts_in_order(("SCRIPT",), [BACKWARDS]) == ()


@pytest.fixture(scope="module")
def study() -> SimulatedStudy:
    design = Design(n_environments=6, pairs_per_environment=2, n_raters=4, raters_per_item=3, n_turns=4)
    found = simulate(design, seed=1)
    return replace(found, document=found.document.model_copy(update={"contrasts": (BACKWARDS,)}))


def orders(rows: tuple[Estimate, ...]) -> set[tuple[str | None, str]]:
    return {(row.condition, row.reference) for row in rows if row.reference is not None}


def test_every_family_compares_in_the_order_of_the_study(study: SimulatedStudy, tmp_path: Path) -> None:
    bundle, run = write_bundle(tmp_path / "bundle", study), write_run(tmp_path / "run", study)
    corpus, backwards = load_corpus(bundle), {("AGENTS", "SCRIPT")}
    assert orders(condition_rows(load_study([bundle]), Settings())) == backwards
    assert orders(text_rows(corpus, Settings())) == backwards
    assert orders(leak_rows(corpus, Settings())) == backwards
    assert orders(judge_rows(load_joined(bundle, [run], LoadOptions()), Settings())) == backwards


def test_run_without_contrasts_is_compared_in_one_order(study: SimulatedStudy, tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", study)
    assert orders(condition_rows(load_study([run]), Settings())) == {("SCRIPT", "AGENTS")}
    assert orders(text_rows(load_corpus(run), Settings())) == {("SCRIPT", "AGENTS")}


def test_differences_of_shares_and_means_stay_on_their_scale(study: SimulatedStudy, tmp_path: Path) -> None:
    bundle = write_bundle(tmp_path / "bundle", study)
    rows = condition_rows(load_study([bundle]), Settings())
    deals = [row for row in rows if row.statistic == "deal_rate" and row.low is not None]
    means = [row for row in rows if row.statistic == "mean_score" and row.low is not None]
    assert any(row.reference is not None for row in deals)
    for row in deals:
        assert row.low is not None
        assert row.high is not None
        assert -1 <= row.low < row.high <= 1
    for row in means:
        assert row.scope is Scope.CONDITION
        assert row.low is not None
        assert row.high is not None
        assert 0 <= row.low < row.high <= 10
