from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analysis.conditions.win import wilson_interval, win_odds, win_odds_rows, win_rate, win_rate_rows
from analysis.registry import Settings
from tests.analysis.conditions.compared import counted, preferences_of

OUTCOMES = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=4, max_size=30)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"), [(81, 263, 0.2552885, 0.3662096), (0, 20, 0.0, 0.1611251)]
)
def test_wilson_interval_known_values(successes: int, n: int, low: float, high: float) -> None:
    """Newcombe 1998, Stat Med 17:857, table I, to more digits."""
    interval = wilson_interval(successes, n)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=1e-7), pytest.approx(high, abs=1e-7))


def test_win_rate_counts_ties_half() -> None:
    assert win_rate(counted(60, 40, 25)).value == pytest.approx(72.5 / 125)
    assert win_odds(counted(60, 40, 25)).value == pytest.approx(72.5 / 52.5)


def test_win_rate_rows_name_their_methods_two_way_first() -> None:
    rng = np.random.default_rng(1)
    data = preferences_of(
        rng.choice([0, 0.5, 1], 240).tolist(),
        environment=np.repeat(np.arange(20), 12).tolist(),
        rater=np.tile(np.arange(12), 20).tolist(),
    )
    notes = [row.note for row in win_rate_rows(data, Settings())]
    assert [note.split()[0] for note in notes] == ["two-way", "clustered", "clustered", "naive:"]


def test_win_rate_warns_of_few_raters() -> None:
    data = preferences_of([1, 0, 1, 1, 0, 0.5], environment=[0, 0, 1, 1, 2, 2], rater=[0, 1, 0, 1, 0, 1])
    assert "only 2 raters" in next(win_rate_rows(data, Settings())).note


def test_win_rate_of_one_rater_is_clustered_by_environment_and_says_so() -> None:
    row = next(win_rate_rows(preferences_of([1, 0, 1, 1], rater=[0, 0, 0, 0]), Settings()))
    assert row.note == "clustered by environment"
    assert row.low is not None


def test_win_rate_of_one_environment_and_rater_has_no_interval() -> None:
    row = next(win_rate_rows(preferences_of([1, 0], environment=[0, 0], rater=[0, 0]), Settings()))
    assert row.value == 0.5
    assert row.low is None
    assert row.note.startswith("no interval: fewer than 2 clusters")


def test_win_rate_without_losses_has_a_value_but_no_clustered_interval() -> None:
    rows = list(win_rate_rows(counted(5, 0, 0), Settings()))
    assert {row.value for row in rows} == {1.0}
    assert [row.low is None for row in rows] == [True, True, True, False]
    assert [row.note for row in win_odds_rows(counted(5, 0, 0), Settings())] == [
        "every preference is for one side"
    ]


def test_win_rate_without_ratings_is_undefined_with_its_reason() -> None:
    assert [(row.value, row.note) for row in win_rate_rows(counted(0, 0, 0), Settings())] == [
        (None, "no_ratings")
    ]


@settings(deadline=None)
@example([0, 0, 0.5, 0.5, 1, 0.5, 1, 0, 1, 0.5, 1, 0, 0, 0, 0], Random(0))
@given(OUTCOMES, st.randoms(use_true_random=False))
def test_win_rate_swap_of_conditions_mirrors_and_order_of_rows_does_not_matter(
    outcomes: list[float], random: np.random.Generator
) -> None:
    environment = [at % 3 for at in range(len(outcomes))]
    rows = list(win_rate_rows(preferences_of(outcomes, environment=environment), Settings()))
    order = list(range(len(outcomes)))
    random.shuffle(order)
    mirrored = preferences_of(
        [1 - outcomes[at] for at in order], environment=[environment[at] for at in order], rater=order
    )
    for row, other in zip(rows, win_rate_rows(mirrored, Settings()), strict=True):
        assert row.value == pytest.approx(1 - (other.value or 0.0))
        assert (row.low is None) == (other.low is None)
        if row.low is not None and other.high is not None:
            assert row.low == pytest.approx(1 - other.high)
