"""Outcome checks that can be read off a Sotopia scenario: target prices, and the common friend."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sim.scenarios.friend_lists import friends_known
from sim.schema.scenario import BargainingCheck, Goal, MutualFriendCheck, OutcomeCheck

__all__ = ["DerivedCheck", "derive_check"]

_PRICE = r"\$\s?(?P<price>\d[\d,]*(?:\.\d+)?)"
_LIST_PRICE = re.compile(_PRICE)
_TARGET = re.compile(r"target price\b[^$.]{0,40}" + _PRICE, re.IGNORECASE)
_SIDE = re.compile(r"\b(buyer|seller)\b", re.IGNORECASE)
_FACT = re.compile(r"\bcommon friends?\s*:\s*(?P<names>.+?)\s*\.?\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DerivedCheck:
    """The check, None where the scenario has none, and what contradicts it."""

    check: OutcomeCheck | None
    contradictions: tuple[str, ...] = ()


def derive_check(setting: str, hidden_facts: Sequence[str], goals: tuple[Goal, Goal]) -> DerivedCheck:
    """Derive how the outcome of a scenario can be checked from the dialogue alone."""
    friends = [match["names"] for fact in hidden_facts if (match := _FACT.search(fact))]
    if friends:
        return _friend_check(friends, goals)
    return DerivedCheck(_bargaining_check(setting, goals))


def _friend_check(stated: list[str], goals: tuple[Goal, Goal]) -> DerivedCheck:
    first, second = (friends_known(goal) for goal in goals)
    common = sorted(name for name in first if second.get(name) == first[name])
    names = sorted({name.strip() for names in stated for name in re.split(r",|\band\b", names)})
    contradictions = (
        [f"common friends {', '.join(names)} as hidden fact but {', '.join(common) or 'none'} in the lists"]
        if first and second and common != names
        else []
    )
    check = MutualFriendCheck(friend=names[0]) if len(names) == 1 else None
    return DerivedCheck(check, tuple(contradictions))


def _bargaining_check(setting: str, goals: tuple[Goal, Goal]) -> BargainingCheck | None:
    sides = [match[1].lower() if (match := _SIDE.search(goal.text)) else "" for goal in goals]
    targets = [_amount(match) if (match := _TARGET.search(goal.text)) else None for goal in goals]
    first, second = targets
    if sorted(sides) != ["buyer", "seller"] or first is None or second is None:
        return None
    buyer: Literal[0, 1] = 0 if sides[0] == "buyer" else 1
    listed = _LIST_PRICE.search(setting)
    return BargainingCheck(
        buyer=buyer,
        list_price=_amount(listed) if listed else None,
        buyer_target=second if buyer else first,
        seller_target=first if buyer else second,
    )


def _amount(match: re.Match[str]) -> float:
    return float(match["price"].replace(",", ""))
