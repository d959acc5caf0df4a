"""Units: what gets a value, named so that humans and judges join on them.

`EPISODE`, `EPISODE#0` and `EPISODE#1` for the characters, `EPISODE+EPISODE` (ids in sorted order) for a
preference. A unit's name depends neither on who rates nor on the item it was shown in.
"""

import re
from dataclasses import dataclass

from sim.schema.base import Target

__all__ = ["Unit", "character_unit", "episode_unit", "pair_unit", "parse_unit"]

_ID = "[0-9a-f]{16,64}"
_UNIT = re.compile(rf"(?P<first>{_ID})(?:#(?P<character>[01])|\+(?P<second>{_ID}))?")


@dataclass(frozen=True, slots=True)
class Unit:
    """A parsed unit id. `character` is 0 or 1 for a character and None otherwise."""

    target: Target
    episode_ids: tuple[str, ...]
    character: int | None


def episode_unit(episode_id: str) -> str:
    """Name the unit of one whole episode."""
    return episode_id


def character_unit(episode_id: str, character: int) -> str:
    """Name the unit of one character (0 or 1) in an episode."""
    if character not in {0, 1}:
        raise ValueError(f"character is 0 or 1, not {character}")
    return f"{episode_id}#{character}"


def pair_unit(episode_id: str, other_id: str) -> str:
    """Name the unit of two episodes, the same whichever comes first."""
    if episode_id == other_id:
        raise ValueError(f"two different episodes, not {episode_id} twice")
    return "+".join(sorted((episode_id, other_id)))


def parse_unit(unit_id: str) -> Unit:
    """Read a unit id.

    Raises
    ------
    ValueError
        If it has none of the three forms, or a pair is not in sorted order.
    """
    match = _UNIT.fullmatch(unit_id)
    if match is None:
        raise ValueError(f"a unit id is EPISODE, EPISODE#0, EPISODE#1 or EPISODE+EPISODE, not {unit_id!r}")
    first, second, character = match["first"], match["second"], match["character"]
    if character is not None:
        return Unit(Target.CHARACTER, (first,), int(character))
    if second is None:
        return Unit(Target.EPISODE, (first,), None)
    if first >= second:
        raise ValueError(f"the episode ids of a pair are different and in sorted order, not {unit_id!r}")
    return Unit(Target.PAIR, (first, second), None)
