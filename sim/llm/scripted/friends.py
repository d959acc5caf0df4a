"""Look for a common friend: name one's friends one at a time, and say so when the other names one of them."""

import random
import re
from collections.abc import Mapping, Sequence

from sim.llm.scripted.moves import LEAVE, Move
from sim.llm.scripted.reading import Part
from sim.schema.episode import TurnKind

__all__ = ["looks_for_friend", "next_mention"]

_LIST = re.compile(r"\bknow (?:the following|these) friends?\b:?", re.IGNORECASE)
_FRIEND = re.compile(r"^[ \t]*-?[ \t]*([^\s:-][^:\n]*):[ \t]*(\S.*)$", re.MULTILINE)


def looks_for_friend(part: Part) -> bool:
    """Whether the character's goal is about friends whose names it was told."""
    return "friend" in part.goal.lower() and bool(_friends(part))


def next_mention(part: Part, chance: random.Random) -> Move:
    """Confirm a friend whom the other named, else name one of one's own; leave once both named the same."""
    friends = _friends(part)
    heard = [line.text for line in part.history if not line.own]
    said = [line.text for line in part.history if line.own]
    both = [name for name in friends if _named(name, heard) and _named(name, said)]
    if both:
        return (
            LEAVE
            if len(part.history) > 2 and "Small world" in " ".join(said[-1:])
            else Move(TurnKind.SPEAK, f"Small world! Then {both[0]} is the friend we have in common.")
        )
    if common := [name for name in friends if _named(name, heard)]:
        return Move(TurnKind.SPEAK, f"{common[0]}? I know {common[0]} too!")
    left = [name for name in _order(list(friends), part) if not _named(name, said)]
    if not left:
        return LEAVE
    opening = chance.choice(("Do you happen to know", "Have you ever met", "Do you ever see"))
    attribute = chance.choice(friends[left[0]].split("; "))
    return Move(TurnKind.SPEAK, f"{opening} {left[0]}? ({attribute})")


def _friends(part: Part) -> Mapping[str, str]:
    """Read one's friends and what is known of them."""
    found = _LIST.search(part.goal)
    return {} if found is None else dict(_FRIEND.findall(part.goal[found.end() :]))


def _order(friends: Sequence[str], part: Part) -> list[str]:
    """Put a friend first whom the partner's goal, where it is known, mentions as well."""
    return sorted(friends, key=lambda name: name not in part.partner_goal)


def _named(name: str, lines: Sequence[str]) -> bool:
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return any(whole.search(line) for line in lines)
