"""Seeded families of scenarios whose outcome can be checked: bargaining, and mutual friends.

Scenario number i of a family depends on the seed and i alone: a longer list begins with a shorter one.
"""

from enum import StrEnum
from typing import Any, Literal

from sim.scenarios.builtin import LICENCE, builtin_people, package_data
from sim.scenarios.draws import Draws
from sim.scenarios.friend_lists import Friend, friends_hint
from sim.schema.scenario import (
    BargainingCheck,
    Character,
    Goal,
    MutualFriendCheck,
    Relationship,
    Scenario,
    ScenarioKind,
)

__all__ = ["Family", "Zone", "bargaining_scenarios", "mutual_friend_scenarios"]

_FEWEST_FRIENDS, _MOST_FRIENDS = 5, 12
_FEWEST_ATTRIBUTES, _MOST_ATTRIBUTES = 2, 4
_VALUES = 4
_FRIENDS_GOAL = (
    "Find out whether you and the other person have a friend in common, and who it is. "
    "Do not simply list the names of your friends."
)


class Family(StrEnum):
    """The families that can be generated."""

    BARGAINING = "bargaining"
    MUTUAL_FRIENDS = "mutual-friends"


class Zone(StrEnum):
    """Whether one price satisfies both targets; `mixed` alternates, beginning with one that has a zone."""

    WITH = "with"
    WITHOUT = "without"
    MIXED = "mixed"


def bargaining_scenarios(n: int, *, seed: int, zone: Zone = Zone.MIXED) -> tuple[Scenario, ...]:
    """Generate bargains with a list price and a target price for either side."""
    return tuple(_bargain(seed, number, zone) for number in range(n))


def mutual_friend_scenarios(n: int, *, seed: int) -> tuple[Scenario, ...]:
    """Generate meetings of strangers with exactly one common friend.

    Each knows 5 to 12 friends, all with the same 2 to 4 kinds of attributes. Nobody else on either list has
    the common friend's attributes, and no other name stands on both.
    """
    return tuple(_friends(seed, number) for number in range(n))


def _bargain(seed: int, number: int, zone: Zone) -> Scenario:
    draws = Draws(Family.BARGAINING, seed, number)
    goods: dict[str, Any] = draws.pick(package_data("goods.toml")["goods"])
    has_zone = zone is Zone.WITH or (zone is Zone.MIXED and number % 2 == 0)
    listed, buyer_target, seller_target = _prices(draws, goods["price"], has_zone=has_zone)
    buyer: Literal[0, 1] = 1 if draws.below(2) else 0
    buys = Goal(
        text=f"You want to buy the {goods['name']}. Your target price is ${buyer_target}: try to pay no "
        "more. The less you pay, the better."
    )
    sells = Goal(
        text=f"You want to sell the {goods['name']}. Your target price is ${seller_target}: try to get no "
        "less. The more you get, the better."
    )
    name = f"bargaining-{zone}-{seed}-{number}"
    return Scenario(
        scenario_id=name,
        environment_id=name,
        kind=ScenarioKind.COMPETITIVE,
        setting=f"One person is selling {goods['description']}. The list price is ${listed}. "
        "Another person is interested and has come to look at it.",
        relationship=Relationship.STRANGER,
        characters=_two_people(draws),
        goals=(buys, sells) if buyer == 0 else (sells, buys),
        outcome_check=BargainingCheck(
            buyer=buyer, list_price=listed, buyer_target=buyer_target, seller_target=seller_target
        ),
        source=f"Blindpair, generated: {Family.BARGAINING}, seed {seed}",
        licence=LICENCE,
    )


def _prices(draws: Draws, span: tuple[int, int], *, has_zone: bool) -> tuple[int, int, int]:
    """Draw list price, buyer's and seller's target, in steps people use: 1, 5, 10 or 50 dollars."""
    step = next(step for limit, step in ((150, 1), (600, 5), (2000, 10), (10**9, 50)) if span[1] <= limit)
    listed = step * draws.between(-(-span[0] // step), span[1] // step)
    seller = max(step, step * round(listed * draws.between(62, 85) / 100 / step))
    gap = max(step, step * round(listed * draws.between(3, 12) / 100 / step))
    buyer = seller + gap if has_zone else seller - gap
    return listed, min(buyer, listed - step), seller


def _friends(seed: int, number: int) -> Scenario:
    draws = Draws(Family.MUTUAL_FRIENDS, seed, number)
    data = package_data("friends.toml")
    characters = _two_people(draws)
    count = draws.between(_FEWEST_FRIENDS, _MOST_FRIENDS)
    names = draws.sample(data["names"], 2 * count - 1)
    kinds = draws.sample(list(data["attributes"]), draws.between(_FEWEST_ATTRIBUTES, _MOST_ATTRIBUTES))
    # Few values for many friends, so that attributes alone seldom give the common friend away.
    values = {kind: draws.sample(data["attributes"][kind], _VALUES) for kind in kinds}
    known = _people_known(draws, names, values)
    common, first, second = known[0], known[1:count], known[count:]
    goals = tuple(
        Goal(text=_FRIENDS_GOAL, hints=(friends_hint(draws.shuffled([common, *others])),))
        for others in (first, second)
    )
    name = f"mutual-friends-{seed}-{number}"
    return Scenario(
        scenario_id=name,
        environment_id=name,
        kind=ScenarioKind.COOPERATIVE,
        setting=draws.pick(data["settings"]),
        hidden_facts=(f"They have one friend in common: {common.name}.",),
        relationship=Relationship.STRANGER,
        characters=characters,
        goals=(goals[0], goals[1]),
        outcome_check=MutualFriendCheck(friend=common.name),
        source=f"Blindpair, generated: {Family.MUTUAL_FRIENDS}, seed {seed}",
        licence=LICENCE,
    )


def _people_known(draws: Draws, names: list[str], values: dict[str, list[str]]) -> list[Friend]:
    """Give every name its attributes; those of the first name are nobody else's."""
    common = {kind: draws.pick(choices) for kind, choices in values.items()}
    friends = [Friend(names[0], common)]
    for name in names[1:]:
        attributes = {kind: draws.pick(choices) for kind, choices in values.items()}
        if attributes == common:
            kind = draws.pick(list(values))
            attributes[kind] = draws.pick([value for value in values[kind] if value != common[kind]])
        friends.append(Friend(name, attributes))
    return friends


def _two_people(draws: Draws) -> tuple[Character, Character]:
    first, second = draws.sample(list(builtin_people().values()), 2)
    return first, second
