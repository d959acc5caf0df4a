"""`analyze conditions` begins with plain sentences, and fits a screen."""

import io

import pytest

from analysis.conditions import condition_rows, load_study
from analysis.conditions.short import show_conditions
from analysis.registry import Settings
from tests.analysis.simulated_files import write_bundle
from tests.analysis.simulated_study import Design, simulate


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> str:
    design = Design(n_environments=10, pairs_per_environment=2, n_raters=6, n_turns=4)
    bundle = write_bundle(tmp_path_factory.mktemp("short") / "bundle", simulate(design, seed=4))
    stream = io.StringIO()
    show_conditions(condition_rows(load_study([bundle]), Settings()), {"purpose [pilot]": 3}, stream)
    return stream.getvalue()


def test_answer_comes_first_and_is_the_reports(shown: str) -> None:
    assert shown.startswith("Which condition won? ")
    assert "On naturalness: SCRIPT was preferred to AGENTS in" in shown


def test_numbers_fit_a_screen(shown: str) -> None:
    lines = shown.splitlines()
    assert len(lines) < 45
    assert max(map(len, lines)) <= 100
    assert sum(line.startswith(("naturalness ", "goal ")) for line in lines) == 2


def test_what_was_left_out_and_how_to_see_more_is_said(shown: str) -> None:
    assert "Left out: purpose [pilot]: 3." in shown
    assert "--all" in shown


def test_dialogues_are_described_side_by_side(shown: str) -> None:
    line = next(line for line in shown.splitlines() if line.startswith("Words per turn"))
    assert "(" in line


def test_nothing_to_compare_is_said() -> None:
    stream = io.StringIO()
    show_conditions((), {}, stream)
    assert "It cannot be said yet." in stream.getvalue()
