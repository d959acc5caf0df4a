import numpy as np
import pytest

from analysis.blinding import LEAK_DIMENSION, leak_rows
from analysis.errors import OptionError
from analysis.estimate import Estimate, Scope
from analysis.registry import Settings
from analysis.text import corpus_of
from tests.analysis.simulated_study import Design, Truth, simulate

DESIGN = Design(n_environments=20, pairs_per_environment=2, n_raters=1, raters_per_item=1)
NOTHING = Truth(tell_tale=0, words_per_turn=(15, 15))
TELL_TALE = Truth(tell_tale=0.2, words_per_turn=(15, 15))


def rows_of(truth: Truth, seed: int = 1) -> tuple[Estimate, ...]:
    return leak_rows(corpus_of(simulate(DESIGN, truth, seed=seed).episodes), Settings())


def overall(rows: tuple[Estimate, ...], name: str = "leak_auroc") -> Estimate:
    (row,) = (row for row in rows if row.scope is Scope.OVERALL and row.statistic == name)
    return row


def test_leak_report_finds_the_tell_tale_and_names_it_first() -> None:
    rows = rows_of(TELL_TALE)
    found = overall(rows)
    assert found.low is not None
    assert found.low > 0.5
    assert overall(rows, "leak_pair_accuracy").value == pytest.approx(found.value, abs=0.2)
    features = [row for row in rows if row.statistic == "leak_feature_auroc"]
    assert features[0].dimension == "stage_directions_per_turn"
    assert features[0].high is not None
    assert features[0].high < 0.5


def test_leak_report_of_equal_conditions_finds_nothing() -> None:
    found = overall(rows_of(NOTHING, seed=3))
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.5 < found.high


@pytest.mark.slow
def test_leak_interval_covers_one_half_when_nothing_leaks() -> None:
    covered = [
        row.low is not None and row.high is not None and row.low <= 0.5 <= row.high
        for row in (overall(rows_of(NOTHING, seed=seed)) for seed in range(200))
    ]
    assert np.mean(covered) > 0.9


def test_leak_report_needs_environments_to_test_on() -> None:
    few = Design(n_environments=2, pairs_per_environment=2, n_raters=1, raters_per_item=1)
    row = overall(leak_rows(corpus_of(simulate(few).episodes), Settings()))
    assert row.value is None
    assert row.note.startswith("fewer than 4 environments")


def test_leak_report_needs_two_conditions() -> None:
    script = [episode for episode in simulate(DESIGN).episodes if episode.condition == "SCRIPT"]
    with pytest.raises(OptionError, match="Found episodes of 1 condition"):
        leak_rows(corpus_of(script), Settings())


def test_leak_report_is_reproducible() -> None:
    assert rows_of(TELL_TALE) == rows_of(TELL_TALE)
    assert {row.dimension for row in rows_of(TELL_TALE) if row.statistic == "leak_auroc"} == {LEAK_DIMENSION}
