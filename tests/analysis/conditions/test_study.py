from pathlib import Path

import pytest

from analysis.conditions import load_study
from analysis.errors import BlindError, OptionError
from sim.schema.study import Contrast
from tests.analysis.examples import csv_file
from tests.analysis.simulated_files import write_run
from tests.analysis.simulated_study import Design, simulate

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_load_study_refuses_a_blind_bundle_and_says_what_to_do() -> None:
    with pytest.raises(
        BlindError, match="blindpair export STUDY -o BUNDLE --unblind --reason TEXT"
    ) as refused:
        load_study([FIXTURES / "bundle_blind"])
    assert refused.value.exit_status == 2


def test_load_study_refuses_a_table_without_episodes(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"holds no episodes\.jsonl"):
        load_study([csv_file(tmp_path, "rater_id,item_id,value\na,x,1\n")])


def test_load_study_takes_declared_contrasts_once() -> None:
    study = load_study([FIXTURES / "bundle_unblinded"])
    assert study.contrasts == (Contrast(first="SCRIPT:golden-model", second="AGENTS:golden-model"),)
    assert study.n_declared == 1


def test_load_study_finds_the_contrasts_of_a_run(tmp_path: Path) -> None:
    small = Design(n_environments=2, pairs_per_environment=1, n_raters=2, raters_per_item=2, n_turns=2)
    study = load_study([write_run(tmp_path / "run", simulate(small))])
    assert study.contrasts == (Contrast(first="SCRIPT", second="AGENTS"),)
    assert study.n_declared == 0
