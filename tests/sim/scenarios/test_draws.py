from hypothesis import given
from hypothesis import strategies as st

from sim.scenarios.draws import Draws


def test_draws_are_the_same_everywhere() -> None:
    draws = Draws("family", 1, 2)
    assert [draws.below(1000) for _ in range(4)] == [Draws("family", 1, 2).below(1000), *[661, 960, 926]]


@given(st.integers(0, 99), st.integers(-5, 5), st.integers(0, 20))
def test_draws_between_holds_its_bounds(seed: int, low: int, width: int) -> None:
    assert low <= Draws(seed).between(low, low + width) <= low + width


@given(st.integers(0, 99), st.lists(st.integers(), unique=True, max_size=12))
def test_draws_shuffled_keeps_everything(seed: int, choices: list[int]) -> None:
    assert sorted(Draws(seed).shuffled(choices)) == sorted(choices)


def test_draws_spread_over_all_choices() -> None:
    draws = Draws("spread")
    counts = [0] * 6
    for _ in range(6000):
        counts[draws.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)
