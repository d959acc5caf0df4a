"""A rubric's questions about one item, numbered, each with the unit it is about and the values it allows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sim.judging.items import Item
from sim.schema.base import Target
from sim.schema.episode import speaker_names
from sim.schema.rubric import Dimension, Step
from sim.schema.scale import (
    BOTH_BAD,
    TIE,
    ChoiceAnswer,
    MultipleChoiceAnswer,
    NumberAnswer,
    PreferenceAnswer,
    ScaleAnswer,
    TextAnswer,
    YesNoAnswer,
)
from sim.schema.unit import character_unit, episode_unit

__all__ = ["SIDES", "Question", "allowed_words", "questions_of", "value_schema"]

SIDES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes
    ----------
    key
        Its number in the reply, from "1" on.
    about
        What it is about, in words that the reply has to repeat, so that swapped answers show.
    """

    key: str
    dimension: Dimension
    unit_id: str
    about: str
    text: str


def questions_of(step: Step, item: Item) -> tuple[Question, ...]:
    """List a step's questions about an item; optional remarks are not asked of judges, who give reasons."""
    asked = [
        (dimension, unit, about, name)
        for dimension in step.dimensions
        if dimension.required or not isinstance(dimension.answer, TextAnswer)
        for unit, about, name in _subjects(dimension.target, item)
    ]
    return tuple(
        Question(str(number), dimension, unit, about, dimension.question.replace("{name}", name))
        for number, (dimension, unit, about, name) in enumerate(asked, start=1)
    )


def allowed_words(dimension: Dimension) -> str:
    """Say in words which values are allowed."""
    answer = dimension.answer
    match answer:
        case PreferenceAnswer():
            more = [TIE] * answer.tie + [BOTH_BAD] * answer.both_bad
            return "one of " + ", ".join((*SIDES, *more))
        case ScaleAnswer():
            anchors = "; ".join(f"{point} = {words}" for point, words in sorted(answer.anchors.items()))
            return f"a whole number from {answer.minimum} to {answer.maximum}" + (
                f" ({anchors})" if anchors else ""
            )
        case ChoiceAnswer() | MultipleChoiceAnswer():
            options = ", ".join(f"{option.value} ({option.label})" for option in answer.options)
            return f"{'a JSON list of' if isinstance(answer, MultipleChoiceAnswer) else 'one of'} {options}"
        case _:
            return answer.expected("\x00") or "any text"


def value_schema(dimension: Dimension) -> Mapping[str, Any]:
    """Write the JSON schema of a value."""
    answer = dimension.answer
    match answer:
        case PreferenceAnswer():
            return {"type": "string", "enum": [*SIDES, *[TIE] * answer.tie, *[BOTH_BAD] * answer.both_bad]}
        case ScaleAnswer():
            return {"type": "integer", "minimum": answer.minimum, "maximum": answer.maximum}
        case NumberAnswer():
            bounds = {"minimum": answer.minimum, "maximum": answer.maximum}
            return {"type": "number", **{name: bound for name, bound in bounds.items() if bound is not None}}
        case YesNoAnswer():
            return {"type": "string", "enum": ["yes", "no"]}
        case ChoiceAnswer():
            return {"type": "string", "enum": list(answer.values)}
        case MultipleChoiceAnswer():
            return {"type": "array", "items": {"type": "string", "enum": list(answer.values)}}
        case TextAnswer():
            return {"type": "string"}


def _subjects(target: Target, item: Item) -> Iterator[tuple[str, str, str]]:
    if target is Target.PAIR:
        yield item.unit_id, "both dialogues", ""
        return
    for side, episode in zip(SIDES, item.episodes, strict=False):
        dialogue = f"dialogue {side}" if len(item.episodes) > 1 else "the dialogue"
        if target is Target.EPISODE:
            yield episode_unit(episode.episode_id), dialogue, ""
            continue
        for place, name in enumerate(speaker_names(episode)):
            about = f"{name} in {dialogue}" if len(item.episodes) > 1 else name
            yield character_unit(episode.episode_id, place), about, name
