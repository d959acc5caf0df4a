import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.scenarios.builtin import builtin_people, builtin_scenarios, package_data
from sim.scenarios.friend_lists import friends_known
from sim.scenarios.generators import Zone, bargaining_scenarios, mutual_friend_scenarios
from sim.scenarios.tagged_text import find_tags
from sim.schema.scenario import BargainingCheck, MutualFriendCheck, Relationship

SEEDS = st.integers(0, 2**31)


@given(SEEDS, st.sampled_from(Zone))
def test_bargaining_targets_have_the_zone_asked_for(seed: int, zone: Zone) -> None:
    for number, scenario in enumerate(bargaining_scenarios(6, seed=seed, zone=zone)):
        check = scenario.outcome_check
        assert isinstance(check, BargainingCheck)
        assert check.list_price is not None
        assert check.has_zone_of_agreement is (zone is Zone.WITH or (zone is Zone.MIXED and number % 2 == 0))
        assert 0 < check.buyer_target < check.list_price
        assert 0 < check.seller_target < check.list_price


@given(SEEDS)
def test_bargaining_goals_name_only_the_own_target(seed: int) -> None:
    (scenario,) = bargaining_scenarios(1, seed=seed)
    check = scenario.outcome_check
    assert isinstance(check, BargainingCheck)
    buys, sells = scenario.goals[check.buyer], scenario.goals[1 - check.buyer]
    assert f"${check.buyer_target:g}:" in buys.text
    assert "buy" in buys.text
    assert f"${check.seller_target:g}:" in sells.text
    assert f"${check.list_price:g}" in scenario.setting


@given(SEEDS)
def test_mutual_friends_have_exactly_one_in_common(seed: int) -> None:
    for scenario in mutual_friend_scenarios(3, seed=seed):
        assert isinstance(scenario.outcome_check, MutualFriendCheck)
        friend = scenario.outcome_check.friend
        first, second = (friends_known(goal) for goal in scenario.goals)
        assert set(first) & set(second) == {friend}
        assert first[friend] == second[friend]
        assert len(first) == len(second)
        assert 5 <= len(first) <= 12
        assert {text.count(": ") for text in (*first.values(), *second.values())} <= {2, 3, 4}
        assert list({**second, **first}.values()).count(first[friend]) == 1


@given(SEEDS)
def test_mutual_friends_name_is_told_by_no_text_but_the_lists(seed: int) -> None:
    (scenario,) = mutual_friend_scenarios(1, seed=seed)
    assert isinstance(scenario.outcome_check, MutualFriendCheck)
    friend = scenario.outcome_check.friend
    assert friend not in scenario.setting
    assert all(friend not in goal.text for goal in scenario.goals)
    assert scenario.hidden_facts == (f"They have one friend in common: {friend}.",)


def test_generators_longer_list_begins_with_the_shorter() -> None:
    assert bargaining_scenarios(5, seed=3)[:2] == bargaining_scenarios(2, seed=3)
    assert mutual_friend_scenarios(5, seed=3)[:2] == mutual_friend_scenarios(2, seed=3)


def test_generators_seeds_differ() -> None:
    first, second = bargaining_scenarios(1, seed=1)[0], bargaining_scenarios(1, seed=2)[0]
    assert first.scenario_id != second.scenario_id
    assert len({scenario.setting for scenario in bargaining_scenarios(20, seed=1)}) > 10


def test_generators_ids_say_the_zone() -> None:
    with_zone, without = (bargaining_scenarios(1, seed=1, zone=zone)[0] for zone in (Zone.WITH, Zone.WITHOUT))
    assert with_zone.scenario_id != without.scenario_id


def test_builtin_pack_has_every_level_of_acquaintance() -> None:
    pack = builtin_scenarios()
    assert {scenario.relationship for scenario in pack} == set(Relationship)
    assert len({scenario.scenario_id for scenario in pack}) == len(pack) >= 10


def test_builtin_texts_hold_no_tags() -> None:
    assert not [tag for scenario in builtin_scenarios() for tag in find_tags(scenario.model_dump_json())]


def test_builtin_friends_are_no_characters_and_no_ordinary_words() -> None:
    names = package_data("friends.toml")["names"]
    given_names = {person.name.split()[0] for person in builtin_people().values()}
    assert len(set(names)) == len(names)
    assert not set(names) & given_names


@pytest.mark.parametrize("kind", package_data("friends.toml")["attributes"])
def test_builtin_attributes_have_enough_values(kind: str) -> None:
    values = package_data("friends.toml")["attributes"][kind]
    assert len(set(values)) == len(values) >= 4
    assert all(";" not in value and ":" not in value for value in values)
