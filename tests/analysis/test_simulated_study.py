from pathlib import Path

import numpy as np
import pytest

from analysis.tables import load_table
from tests.analysis.simulated_files import write_bundle, write_run
from tests.analysis.simulated_study import Design, Truth, simulate

SMALL = Design(n_environments=4, pairs_per_environment=2, n_raters=5, raters_per_item=3, n_turns=3)


def test_simulated_study_depends_on_its_seed_alone() -> None:
    assert simulate(SMALL, seed=3).human == simulate(SMALL, seed=3).human
    assert simulate(SMALL, seed=3).human != simulate(SMALL, seed=4).human


@pytest.mark.parametrize("blind", [True, False])
def test_simulated_bundle_can_be_loaded(tmp_path: Path, *, blind: bool) -> None:
    table = load_table([write_bundle(tmp_path / "bundle", simulate(SMALL), blind=blind)])
    assert len(table) == 8 * 3 * 7
    assert (table.condition is None) == blind


def test_simulated_run_holds_the_judge_in_both_orders(tmp_path: Path) -> None:
    table = load_table([write_run(tmp_path / "run", simulate(SMALL))])
    assert table.is_llm.all()
    assert len(table) == 8 * (4 + 2)


def test_expected_win_rate_without_any_effect_is_one_half() -> None:
    assert Truth(preference=0, side=0.9).win_rate == pytest.approx(0.5)
    assert Truth(preference=1, side=0, tie=0, preference_sd=0).win_rate == pytest.approx(1 / (1 + np.exp(-1)))
