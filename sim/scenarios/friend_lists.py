"""The list of friends that a goal's hints hold, as it is written and as it is read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.schema.scenario import Goal

__all__ = ["Friend", "friends_hint", "friends_known"]

_FRIENDS_FOLLOW = re.compile(r"\bknow the following friends?\b", re.IGNORECASE)
_FRIEND = re.compile(r"^(?P<name>[^\s:][^:]*):\s*\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend on a list: the name, and attributes by kind."""

    name: str
    attributes: Mapping[str, str]


def friends_hint(friends: Sequence[Friend]) -> str:
    """Write a list of friends as a hint, one a line."""
    lines = (
        f"{friend.name}: " + "; ".join(f"{kind}: {value}" for kind, value in friend.attributes.items())
        for friend in friends
    )
    return "\n".join(("You know the following friends:", *lines))


def friends_known(goal: Goal) -> dict[str, str]:
    """Read the friends that a goal's hints list: attributes by name; empty where none are listed."""
    for hint in goal.hints:
        start = _FRIENDS_FOLLOW.search(hint)
        if start:
            lines = hint[start.end() :].lstrip(" :\n").split("\n")
            pairs = [line.split(":", 1) for line in lines if _FRIEND.match(line)]
            return {name.strip(): " ".join(attributes.split()) for name, attributes in pairs}
    return {}
