"""Read one character's turn from a model's reply."""

import json
import re
from dataclasses import dataclass

from sim.llm.chat import ReplySchema
from sim.llm.json_reply import find_json_object
from sim.llm.readable import UnreadableError
from sim.schema.episode import TurnKind

__all__ = ["ACTION_NAMES", "TURN_SCHEMA", "Act", "act_json", "read_act"]

ACTION_NAMES = {
    TurnKind.NONE: "none",
    TurnKind.SPEAK: "speak",
    TurnKind.NONVERBAL: "non-verbal communication",
    TurnKind.ACTION: "action",
    TurnKind.LEAVE: "leave",
}
"""The published action types, per kind of turn."""

TURN_SCHEMA = ReplySchema(
    "turn",
    {
        "type": "object",
        "properties": {
            "action_type": {"type": "string", "enum": list(ACTION_NAMES.values())},
            "argument": {"type": "string"},
        },
        "required": ["action_type", "argument"],
        "additionalProperties": False,
    },
)

_KINDS = {
    "none": TurnKind.NONE,
    "didnothing": TurnKind.NONE,
    "nothing": TurnKind.NONE,
    "speak": TurnKind.SPEAK,
    "say": TurnKind.SPEAK,
    "said": TurnKind.SPEAK,
    "nonverbalcommunication": TurnKind.NONVERBAL,
    "nonverbal": TurnKind.NONVERBAL,
    "action": TurnKind.ACTION,
    "act": TurnKind.ACTION,
    "leave": TurnKind.LEAVE,
    "left": TurnKind.LEAVE,
}


@dataclass(frozen=True, slots=True)
class Act:
    """What a character does in its turn."""

    kind: TurnKind
    text: str


def act_json(act: Act) -> str:
    """Write an act as the JSON object that characters are asked for."""
    return json.dumps({"action_type": ACTION_NAMES[act.kind], "argument": act.text}, ensure_ascii=False)


def read_act(reply: str) -> Act:
    """Read an act; code fences, text around the JSON object and other spellings of its type are tolerated.

    Raises
    ------
    UnreadableError
        If there is no such object, its type is none of the five, or an act has no content.
    """
    fields = find_json_object(reply)
    named = fields.get("action_type")
    kind = _KINDS.get(re.sub(r"[^a-z]", "", named.lower())) if isinstance(named, str) else None
    if kind is None:
        raise UnreadableError(f"'action_type' is {named!r}, not one of {', '.join(ACTION_NAMES.values())}")
    argument = fields.get("argument", "")
    if not isinstance(argument, str | None):
        raise UnreadableError(f"'argument' is {argument!r}, not text")
    text = (argument or "").replace("\x00", "").strip()
    if kind in {TurnKind.NONE, TurnKind.LEAVE}:
        return Act(kind, text)
    if not text:
        raise UnreadableError(f"'argument' is empty for '{named}'")
    return Act(kind, text)
