"""The list of friends that a goal's hints hold, as it is written and as it is read."""

import re

from sim.schema.scenario import Goal

__all__ = ["friends_known"]

_FRIENDS_FOLLOW = re.compile(r"\bknow the following friends?\b", re.IGNORECASE)
_FRIEND = re.compile(r"^(?P<name>[^\s:][^:]*):\s*\S", re.MULTILINE)


def friends_known(goal: Goal) -> dict[str, str]:
    """Read the friends that a goal's hints list: attributes by name; empty where none are listed."""
    for hint in goal.hints:
        start = _FRIENDS_FOLLOW.search(hint)
        if start:
            lines = hint[start.end() :].lstrip(" :\n").split("\n")
            pairs = [line.split(":", 1) for line in lines if _FRIEND.match(line)]
            return {name.strip(): " ".join(attributes.split()) for name, attributes in pairs}
    return {}
