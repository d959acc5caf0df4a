"""The messages of a Sotopia episode: who saw what at the start, and who did what in each turn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sim.schema.base import Mode
from sim.schema.episode import EndReason, TurnKind

__all__ = ["Act", "Context", "LogError", "SotopiaLog", "end_reason_of", "read_log"]

_ENVIRONMENT = "Environment"
_NOTHING = "did nothing"
_UNKNOWN = "Unknown"
_SCRIPT_OBSERVATION = "environment is the agent"
_ACTS = (
    (TurnKind.SPEAK, re.compile(r'said: "(?P<text>.*)"\s*', re.DOTALL)),
    (TurnKind.NONVERBAL, re.compile(r"\[non-verbal communication\]\s*(?P<text>.*)", re.DOTALL)),
    (TurnKind.ACTION, re.compile(r"\[action\]\s*(?P<text>.*)", re.DOTALL)),
    (TurnKind.LEAVE, re.compile(r"left the conversation(?P<text>)\.?\s*")),
    (TurnKind.NONE, re.compile(r"did nothing(?P<text>)\s*")),
)
_CONTEXT = re.compile(
    r"Scenario: (?P<setting>.*?)\nParticipants: (?P<participants>[^\n]*)\n(?P<rest>.*?)\n?"
    r"Conversation Starts:",
    re.DOTALL,
)

Place = Literal[0, 1]
Message = tuple[str, str, str]
Groups = Sequence[Sequence[Message]]


class LogError(ValueError):
    """A log that cannot be read: where in the messages, what was found, what was expected."""

    def __init__(self, field: str, found: str, expected: str) -> None:
        self.field = field
        self.found = found
        self.expected = expected
        super().__init__(f"{field}: found {found}, expected {expected}")


@dataclass(frozen=True, slots=True)
class Context:
    """What one agent was shown before the first turn.

    Attributes
    ----------
    backgrounds, goals
        Of both characters; a background may be empty, and a goal is None where it was withheld.
    """

    text: str
    setting: str
    backgrounds: tuple[str, str]
    goals: tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Act:
    """What one character did in one turn."""

    speaker: Place
    kind: TurnKind
    text: str


@dataclass(frozen=True, slots=True)
class SotopiaLog:
    """A log read, with the mode that its own messages show."""

    mode: Mode
    names: tuple[str, str]
    contexts: tuple[Context, Context]
    acts: tuple[Act, ...]


def read_log(groups: Groups) -> SotopiaLog:
    """Read the groups of messages of one episode and audit its mode.

    AGENTS: each agent's context withholds the partner's goal. Both contexts whole: SCRIPT where the first
    group holds no act and later observations name the environment as the agent, else MINDREADERS.

    Raises
    ------
    LogError
        If the messages have none of these shapes.
    """
    if len(groups) < 2:
        raise LogError("messages", f"{len(groups)} turns of messages", "a context, acts and observations")
    names = _names(groups[0])
    first, second = (_context(message[2], names, at) for at, message in enumerate(groups[0][:2]))
    acts = tuple(_acts(groups, names))
    withheld = [context.goals[1 - own] is None for own, context in enumerate((first, second))]
    if any(context.goals[own] is None for own, context in enumerate((first, second))):
        raise LogError("messages.0", "a context without the viewer's own goal", "the viewer's own goal")
    if all(withheld):
        mode = Mode.AGENTS
    elif any(withheld):
        raise LogError("messages.0", "a partner's goal shown to one of the two only", "one rule for both")
    else:
        mode = Mode.SCRIPT if _is_script(groups) else Mode.MINDREADERS
    if mode is not Mode.SCRIPT and len(groups[0]) == 2:
        raise LogError("messages.0", f"no act in the first turn of a log of {mode}", "an act of each agent")
    return SotopiaLog(mode, names, (first, second), acts)


def end_reason_of(acts: Sequence[Act], comments: str) -> EndReason:
    """Say why an episode ended, by its last act and by what the environment wrote."""
    stated = re.search(r"terminated:(?P<reasons>[^\n]*)", comments)
    reasons = stated["reasons"] if stated else ""
    if acts[-1].kind is TurnKind.LEAVE:
        return EndReason.LEFT
    if "stale" in reasons:
        return EndReason.STALE
    if "too long" in reasons:
        return EndReason.TURN_LIMIT
    return EndReason.UNKNOWN


def _names(group: Sequence[Message]) -> tuple[str, str]:
    receivers = [receiver for sender, receiver, _ in group if sender == _ENVIRONMENT]
    if len(receivers) != 2 or receivers[0] == receivers[1] or any(m[0] != _ENVIRONMENT for m in group[:2]):
        found = f"contexts for {', '.join(receivers) or 'nobody'}"
        raise LogError("messages.0", found, "first the contexts of two differently named agents")
    return receivers[0], receivers[1]


def _is_script(groups: Groups) -> bool:
    observations = [text for group in groups[1:] for sender, _, text in group if sender == _ENVIRONMENT]
    return len(groups[0]) == 2 and all(_SCRIPT_OBSERVATION in text.lower() for text in observations)


def _context(text: str, names: tuple[str, str], at: int) -> Context:
    field = f"messages.0.{at}"
    match = _CONTEXT.search(text)
    if match is None or match["participants"].strip() != " and ".join(names):
        raise LogError(field, "no scenario and participants", f"the context of {' and '.join(names)}")
    rest = "\n" + match["rest"]
    marks = [f"\n{name}'s {what}: " for what in ("background", "goal") for name in names]
    values = {mark: _between(rest, mark, marks[number + 1 :]) for number, mark in enumerate(marks)}
    backgrounds = [(values[mark] or "").removeprefix(_UNKNOWN).strip() for mark in marks[:2]]
    goals = [None if values[mark] in {None, _UNKNOWN} else values[mark] for mark in marks[2:]]
    return Context(text, match["setting"].strip(), (backgrounds[0], backgrounds[1]), (goals[0], goals[1]))


def _between(text: str, start: str, stops: Sequence[str]) -> str | None:
    begin = text.find(start)
    if begin < 0:
        return None
    begin += len(start)
    ends = [end for stop in stops if (end := text.find(stop, begin - 1)) >= 0]
    return text[begin : min(ends, default=len(text))].strip()


def _acts(groups: Groups, names: tuple[str, str]) -> Iterator[Act]:
    turn = 0
    for number, group in enumerate(groups):
        done = [(sender, text) for sender, _, text in group if sender != _ENVIRONMENT]
        if not done and number in {0, len(groups) - 1}:
            continue
        yield _act(done, names, turn, f"messages.{number}")
        turn += 1
    if turn == 0:
        raise LogError("messages", "no act", "at least one")


def _act(done: Sequence[tuple[str, str]], names: tuple[str, str], turn: int, field: str) -> Act:
    if len(done) != 2 or {sender for sender, _ in done} != set(names):
        found = f"acts by {', '.join(sender for sender, _ in done) or 'nobody'}"
        raise LogError(field, found, f"one act each of {' and '.join(names)}")
    acting = [(sender, text) for sender, text in done if text.strip() != _NOTHING]
    if len(acting) > 1:
        raise LogError(field, "two acts in one turn", "one act; the other agent did nothing")
    # Nobody acted: it was the turn of whom the round robin had reached.
    sender, text = acting[0] if acting else (names[turn % 2], _NOTHING)
    speaker: Place = 0 if sender == names[0] else 1
    for kind, pattern in _ACTS:
        match = pattern.fullmatch(text)
        if match and (match["text"].strip() or kind in {TurnKind.LEAVE, TurnKind.NONE}):
            return Act(speaker, kind, match["text"])
    raise LogError(
        field, f"an act that cannot be read: {text[:60]!r}", "words, a gesture, an action or leave"
    )
