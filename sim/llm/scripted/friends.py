"""Look for a common friend: name one's friends one at a time, and say so when the other names one of them."""

import random
import re
from collections.abc import Sequence

from sim.llm.scripted.moves import LEAVE, Move
from sim.llm.scripted.reading import Part
from sim.schema.episode import TurnKind

__all__ = ["looks_for_friend", "next_mention"]

_NAME = re.compile(
    r"(?<![\w'’-])([^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’.-]+)+)"
    r"(?=\s*(?:[:(,;–]|-\s|is\b|who\b|works\b))"
)


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
    left = [name for name in _order(friends, part) if not _named(name, said)]
    if not left:
        return LEAVE
    opening = chance.choice(
        ("Do you happen to know", "I often see", "A good friend of mine is", "Have you ever met")
    )
    mark = "?" if opening.endswith(("know", "met")) else "."
    return Move(TurnKind.SPEAK, f"{opening} {left[0]}{mark}")


def _friends(part: Part) -> list[str]:
    names = dict.fromkeys(_NAME.findall(part.goal))
    return [name for name in names if name not in {part.name, part.partner}]


def _order(friends: Sequence[str], part: Part) -> list[str]:
    """Put a friend first whom the partner's goal, where it is known, mentions as well."""
    return sorted(friends, key=lambda name: name not in part.partner_goal)


def _named(name: str, lines: Sequence[str]) -> bool:
    return any(name in line for line in lines)
