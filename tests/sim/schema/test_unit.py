"""Unit ids: the same whoever rates and in whatever order the episodes were shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.schema.base import Target
from sim.schema.scenario import BargainingCheck
from sim.schema.unit import Unit, character_unit, episode_unit, pair_unit, parse_unit

IDS = st.text("0123456789abcdef", min_size=16, max_size=64)


@given(st.lists(IDS, min_size=2, max_size=2, unique=True))
def test_pair_unit_does_not_depend_on_order(ids: list[str]) -> None:
    first, second = ids
    assert pair_unit(first, second) == pair_unit(second, first)
    assert parse_unit(pair_unit(first, second)) == Unit(Target.PAIR, tuple(sorted(ids)), None)


@given(IDS, st.sampled_from([0, 1]))
def test_episode_and_character_units_read_back(episode: str, character: int) -> None:
    assert parse_unit(episode_unit(episode)) == Unit(Target.EPISODE, (episode,), None)
    assert parse_unit(character_unit(episode, character)) == Unit(Target.CHARACTER, (episode,), character)


def test_impossible_units_are_refused() -> None:
    with pytest.raises(ValueError, match="two different episodes"):
        pair_unit("a" * 16, "a" * 16)
    with pytest.raises(ValueError, match="character is 0 or 1"):
        character_unit("a" * 16, 2)


@pytest.mark.parametrize(("buyer", "seller", "zone"), [(140, 120, True), (120, 120, True), (100, 120, False)])
def test_zone_of_agreement(buyer: float, seller: float, zone: bool) -> None:
    assert BargainingCheck(buyer=0, buyer_target=buyer, seller_target=seller).has_zone_of_agreement is zone
