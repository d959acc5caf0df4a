"""Questions as the rating component draws them: options in order, each with its key and anchor."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotate_app.design.blind_item import Question
from annotate_app.language import Translation
from annotate_app.ui.words import BOTH_BAD, DIALOGUES, NO_DIFFERENCE
from sim.schema import scale

__all__ = ["accessible_name", "answer_label", "control"]

_TEN = "T"
_LETTERS = "QWERYUIOPDFGHJKLZXCV"
_DIGITS = "1234567890"
_PLACES = {"a": 0, "b": 1}


def accessible_name(question: Question, translation: Translation) -> str:
    """Name a question for screen readers and tests: its wording, and which dialogue it is about.

    For example `How far did Ana reach this goal by the end? (dialogue A)`.
    """
    if question.side is None:
        return question.text
    return translation.say("{question} (dialogue {side})", question=question.text, side=question.side.upper())


def control(question: Question, translation: Translation) -> dict[str, Any]:
    """Describe a question to the component, ready for JSON."""
    return {
        "id": question.key,
        "kind": question.answer.kind,
        "text": question.text,
        "name": accessible_name(question, translation),
        "help": question.help,
        "required": question.required,
        "dialogue": None if question.side is None else _PLACES[question.side],
        **_details(question.answer, translation),
    }


def answer_label(question: Question, value: str | float | None, translation: Translation) -> str:
    """Say an answer in the words of its control; an unanswered question is a dash."""
    if value is None:
        return "–"
    options = _details(question.answer, translation).get("options", [])
    labels = {str(option["value"]): option["label"] for option in options}
    shown = f"{value:g}" if isinstance(value, float | int) else value
    return labels.get(shown, shown)


def _details(answer: scale.Answer, translation: Translation) -> dict[str, Any]:
    say = translation.say
    match answer:
        case scale.PreferenceAnswer():
            extra = [*([(scale.TIE, say(NO_DIFFERENCE))] if answer.tie else [])]
            both_bad = [(scale.BOTH_BAD, say(BOTH_BAD))] if answer.both_bad else []
            a, b = say(DIALOGUES[0]), say(DIALOGUES[1])
            return {"options": _numbered([("a", a), *extra, ("b", b), *both_bad])}
        case scale.ScaleAnswer():
            return {"options": _points(answer.minimum, answer.maximum, answer.anchors)}
        case scale.YesNoAnswer():
            return {"options": _numbered([("yes", say("Yes")), ("no", say("No"))])}
        case scale.ChoiceAnswer() | scale.MultipleChoiceAnswer():
            return {"options": _numbered((option.value, option.label) for option in answer.options)}
        case scale.NumberAnswer():
            return {"placeholder": ""}
        case scale.TextAnswer():
            return {"max_characters": answer.max_characters, "placeholder": answer.placeholder}


def _numbered(options: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    return [
        {"value": value, "label": label, "key": key, "anchor": ""}
        for (value, label), key in zip(options, _keys_in_order(), strict=False)
    ]


def _keys_in_order() -> Sequence[str]:
    return (*_DIGITS, *_LETTERS, *([""] * 1000))


def _points(minimum: int, maximum: int, anchors: Mapping[int, str]) -> list[dict[str, Any]]:
    letters = iter((*_LETTERS, *([""] * max(0, maximum - minimum))))
    return [
        {
            "value": point,
            "label": str(point),
            "key": str(point) if 0 <= point <= 9 else _TEN if point == 10 else next(letters),
            "anchor": anchors.get(point, ""),
        }
        for point in range(minimum, maximum + 1)
    ]
