"""Read back from a prompt who speaks, about what, and what was said so far."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from sim.llm.chat import Message

__all__ = ["Line", "Part", "read_part", "read_parts"]

_PEOPLE = re.compile(r"^(?:People|Participants): (.+)$", re.MULTILINE)
_SELF = re.compile(r"^(?:You are|Imagine you are) (.+?)(?:\. Write only|, your task)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said or done, and whether by the speaker of the part."""

    own: bool
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """What one character has to go by.

    Attributes
    ----------
    goal, partner_goal
        With their hints; "" where the prompt does not tell.
    history
        Oldest first.
    """

    name: str
    partner: str
    setting: str
    goal: str
    partner_goal: str
    history: tuple[Line, ...] = ()


def read_parts(prompt: str) -> tuple[Part, Part]:
    """Read both characters' parts from a prompt's context."""
    first, second = _names(prompt)
    setting = _line(prompt, r"(?:Setting|Scenario)")
    goals = {name: _goal(prompt, name) for name in (first, second)}
    return (
        Part(first, second, setting, goals[first], goals[second]),
        Part(second, first, setting, goals[second], goals[first]),
    )


def read_part(messages: Sequence[Message]) -> Part:
    """Read the part of the character that the messages are addressed to, with the history so far."""
    prompt = messages[0].content
    first, second = read_parts(prompt)
    match = _SELF.search(prompt)
    part = second if match is not None and match[1] == second.name else first
    history = tuple(line for message in messages[1:] for line in _heard(message, part))
    return Part(part.name, part.partner, part.setting, part.goal, part.partner_goal, history)


def _heard(message: Message, part: Part) -> tuple[Line, ...]:
    if message.role == "assistant":
        try:
            return (Line(own=True, text=str(json.loads(message.content)["argument"])),)
        except (ValueError, KeyError, TypeError):
            return ()
    if not message.content.startswith(part.partner):
        return ()
    return (Line(own=False, text=message.content.removeprefix(part.partner)),)


def _names(prompt: str) -> tuple[str, str]:
    people = _PEOPLE.search(prompt)
    if people is None:
        return "A", "B"
    first, _, second = people[1].partition(" and ")
    return first, second


def _line(prompt: str, label: str) -> str:
    match = re.search(rf"^{label}: (.*)$", prompt, re.MULTILINE)
    return "" if match is None else match[1]


def _goal(prompt: str, name: str) -> str:
    section = re.search(
        rf"^About {re.escape(name)}\n(.*?)(?=^About |\n\n|\Z)", prompt, re.MULTILINE | re.DOTALL
    )
    if section is not None:
        parts = re.search(r"^Goal: (.*?)^Hints: (.*)", section[1], re.MULTILINE | re.DOTALL)
        text = "" if parts is None else "\n".join(part.strip() for part in parts.groups())
    else:
        found = re.search(
            rf"^{re.escape(name)}'s goal: (.*?)(?=^\S.*'s goal: |\n\n|\Z)", prompt, re.MULTILINE | re.DOTALL
        )
        text = "" if found is None else found[1].strip()
    return "" if text.split() in (["Unknown"], ["Unknown", "Unknown"]) else text
