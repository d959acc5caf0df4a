"""Small talk for every other goal: a greeting, a few exchanges, a good-bye."""

import random

from sim.llm.scripted.moves import LEAVE, Move
from sim.llm.scripted.reading import Part
from sim.schema.episode import TurnKind

__all__ = ["next_remark"]

_MIDDLE = (
    "I have been meaning to ask you about that.",
    "That makes sense to me.",
    "Tell me more, I am listening.",
    "I see it a little differently, to be honest.",
    "Could we find something that suits us both?",
    "Fair enough.",
    "I had not thought of it like that.",
)
_ROUNDS = 4


def next_remark(part: Part, chance: random.Random) -> Move:
    """Choose the next remark, never one's own last one."""
    said = [line.text for line in part.history if line.own]
    if not said:
        return Move(TurnKind.SPEAK, f"Hello {part.partner}, good to see you.")
    if len(said) < _ROUNDS:
        if chance.random() < 0.15:
            return Move(TurnKind.NONVERBAL, "nods and smiles")
        return Move(TurnKind.SPEAK, chance.choice([remark for remark in _MIDDLE if remark not in said]))
    return (
        LEAVE if said[-1].startswith("I should go") else Move(TurnKind.SPEAK, "I should go now. Take care!")
    )
