"""Read a judge's reply; anything out of range, swapped or missing is unreadable, never a default."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.errors import shown
from sim.judging.items import Item
from sim.judging.questions import SIDES, Question
from sim.llm.json_reply import find_json_object
from sim.llm.readable import UnreadableError
from sim.schema.run import FailureKind
from sim.schema.scale import MultipleChoiceAnswer, NumberAnswer, PreferenceAnswer, ScaleAnswer

__all__ = ["Judgement", "OutOfRangeError", "read_judgements"]


class OutOfRangeError(UnreadableError):
    """A value that the question does not allow."""

    kind = FailureKind.OUT_OF_RANGE


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer; the value is None where an optional question was left out."""

    question: Question
    value: float | str | None
    reason: str


def read_judgements(reply: str, questions: Sequence[Question], item: Item) -> tuple[Judgement, ...]:
    """Read the answers to all questions of a step.

    Raises
    ------
    UnreadableError
        If there is no such object, a required answer is missing, or answers are about something else.
    OutOfRangeError
        If a value is not allowed.
    """
    answers = find_json_object(reply)
    return tuple(_judgement(question, answers.get(question.key), item) for question in questions)


def _judgement(question: Question, entry: Any, item: Item) -> Judgement:
    if not isinstance(entry, dict):
        if entry is None and not question.dimension.required:
            return Judgement(question, None, "")
        raise UnreadableError(f"answer {question.key} is {shown(entry)}, not an object with reason and value")
    about = entry.get("about", question.about)
    if not isinstance(about, str) or _plain(about) != _plain(question.about):
        raise UnreadableError(
            f"answer {question.key} says it is about {shown(about)}, but question {question.key} is about "
            f"'{question.about}'"
        )
    reason = entry.get("reason")
    value = _value(entry.get("value"), question, item)
    return Judgement(question, value, reason.replace("\x00", "") if isinstance(reason, str) else "")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _value(found: Any, question: Question, item: Item) -> float | str:
    answer = question.dimension.answer
    value = found.strip() if isinstance(found, str) else found
    if isinstance(answer, PreferenceAnswer):
        value = _episode(value, item)
    elif isinstance(answer, ScaleAnswer | NumberAnswer) and isinstance(value, str):
        value = _number(value)
    elif isinstance(answer, MultipleChoiceAnswer) and isinstance(value, list):
        value = json.dumps(value)
    ids = tuple(episode.episode_id for episode in item.episodes)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise OutOfRangeError(f"the value of answer {question.key} is {shown(found)}")
    if expected := answer.expected(value, ids):
        allowed = expected.replace(ids[0], "A").replace(ids[-1], "B")
        raise OutOfRangeError(f"the value of answer {question.key} is {shown(found)}, expected {allowed}")
    return value


def _episode(value: Any, item: Item) -> Any:
    """Turn a side into the episode shown there; nothing but a side may stand for an episode."""
    if not isinstance(value, str):
        return None
    word = value.lower().removeprefix("dialogue").strip()
    sides = {side.lower(): episode.episode_id for side, episode in zip(SIDES, item.episodes, strict=False)}
    if value in sides.values():
        return None
    return sides.get(word, word)


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
