"""Translate between a rater's screen (sides, question keys) and the contract (episodes, units)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotate_app.design.blind_item import Question
from annotate_app.design.views import ScreenValue
from annotate_app.errors import AnswerProblem, InvalidAnswersError
from annotate_app.language import Phrase, phrase
from sim.schema.base import Target
from sim.schema.scale import BOTH_BAD, TIE, Answer, NumberAnswer, PreferenceAnswer, TextAnswer
from sim.schema.unit import character_unit, episode_unit, pair_unit

__all__ = [
    "ContractAnswer",
    "KeptDraft",
    "checked_answers",
    "contract_answers",
    "kept_draft",
    "screen_value",
    "text_trouble",
    "unit_of",
]

_SIDES = ("a", "b")
_LONGEST_DRAFT = 100_000
_LARGEST_NUMBER = 2**53
"""Numbers beyond it, infinities and nan do not keep their value everywhere."""


@dataclass(frozen=True, slots=True)
class ContractAnswer:
    """One question's answer as it is stored; `value` is None where an optional question was left open."""

    unit_id: str
    target: Target
    dimension: str
    value: str | float | None


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """What of a draft can be stored, and what is wrong with the texts in it."""

    answers: Mapping[str, ScreenValue]
    problems: tuple[AnswerProblem, ...]


def contract_answers(
    questions: Sequence[Question], answers: Mapping[str, ScreenValue | None], served: tuple[str, ...]
) -> tuple[ContractAnswer, ...]:
    """Check a step's answers and translate them, one for every question in order.

    Parameters
    ----------
    served
        Episode ids in served order: dialogue A, then B.

    Raises
    ------
    InvalidAnswersError
        With every missing and impossible answer.
    """
    given = checked_answers(questions, answers, n_episodes=len(served))
    return tuple(_translated(question, given.get(question.key), served) for question in questions)


def checked_answers(
    questions: Sequence[Question], answers: Mapping[str, ScreenValue | None], *, n_episodes: int = 0
) -> Mapping[str, ScreenValue]:
    """Check answers; those that were given, by question key.

    Raises
    ------
    InvalidAnswersError
        With every missing and impossible answer.
    """
    given = {key: value for key, value in answers.items() if value is not None and not _is_blank(value)}
    asked = {question.key for question in questions}
    unknown = [
        AnswerProblem(key, phrase("This question is not asked here.")) for key in given if key not in asked
    ]
    wrong = [p for question in questions if (p := _problem(question, given.get(question.key), n_episodes))]
    if unknown or wrong:
        raise InvalidAnswersError([*wrong, *unknown])
    return given


def unit_of(question: Question, served: tuple[str, ...]) -> str:
    """Name the unit that a question is about."""
    if question.side is None:
        return pair_unit(*served) if len(served) == 2 else episode_unit(served[0])
    episode_id = served[_SIDES.index(question.side)]
    if question.character is None:
        return episode_unit(episode_id)
    return character_unit(episode_id, question.character)


def screen_value(
    question: Question, value: str | float | None, served: tuple[str, ...]
) -> ScreenValue | None:
    """Show a stored value as the page knows it."""
    if isinstance(question.answer, PreferenceAnswer) and value in served:
        return _SIDES[served.index(str(value))]
    return value


def kept_draft(questions: Sequence[Question], answers: Mapping[str, ScreenValue | None]) -> KeptDraft:
    """Keep what belongs to the step's questions and can be stored; a draft need not be valid yet."""
    kept: dict[str, ScreenValue] = {}
    problems: list[AnswerProblem] = []
    for question in questions:
        value = answers.get(question.key)
        if value is None or _is_blank(value):
            continue
        refused = _unstorable(value)
        if refused is None:
            kept[question.key] = value
        if trouble := refused or _too_long(question, value):
            problems.append(AnswerProblem(question.key, trouble))
    return KeptDraft(kept, tuple(problems))


def _problem(question: Question, value: ScreenValue | None, n_episodes: int) -> AnswerProblem | None:
    if value is None:
        return (
            AnswerProblem(question.key, phrase("Please answer this question.")) if question.required else None
        )
    if trouble := _unstorable(value) or _too_long(question, value):
        return AnswerProblem(question.key, trouble)
    if question.answer.expected(value, _SIDES[:n_episodes]) is None:
        return None
    return AnswerProblem(question.key, _asked_for(question.answer))


def _asked_for(answer: Answer) -> str:
    match answer:
        case NumberAnswer(minimum=None, maximum=None):
            return phrase("Please give a number.")
        case NumberAnswer(minimum=float() | int() as low, maximum=None):
            return Phrase("Please give a number of at least {low}.", low=_plain(low))
        case NumberAnswer(minimum=None, maximum=float() | int() as high):
            return Phrase("Please give a number of at most {high}.", high=_plain(high))
        case NumberAnswer(minimum=float() | int() as low, maximum=float() | int() as high):
            return Phrase("Please give a number from {low} to {high}.", low=_plain(low), high=_plain(high))
        case _:
            return phrase("Please choose one of the answers shown.")


def _plain(number: float) -> str:
    return f"{number:g}"


def _translated(question: Question, value: ScreenValue | None, served: tuple[str, ...]) -> ContractAnswer:
    stored: str | float | None = value
    if isinstance(question.answer, PreferenceAnswer) and value not in {None, TIE, BOTH_BAD}:
        stored = served[_SIDES.index(str(value))]
    return ContractAnswer(
        unit_id=unit_of(question, served),
        target=_target(question, served),
        dimension=question.dimension,
        value=float(stored) if isinstance(stored, int) else stored,
    )


def _target(question: Question, served: tuple[str, ...]) -> Target:
    if question.character is not None:
        return Target.CHARACTER
    return Target.PAIR if question.side is None and len(served) == 2 else Target.EPISODE


def _is_blank(value: ScreenValue | None) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _too_long(question: Question, value: ScreenValue) -> str | None:
    most = question.answer.max_characters if isinstance(question.answer, TextAnswer) else None
    return None if most is None or not isinstance(value, str) else text_trouble(value, most=most)


def text_trouble(text: str, *, most: int) -> str | None:
    """Say why a text cannot be submitted; None if it can."""
    if len(text) > most:
        return Phrase(
            "This text is too long to be submitted ({count} of {most} characters).",
            count=len(text),
            most=most,
        )
    return _unkeepable(text)


def _unkeepable(text: str) -> str | None:
    if any(character == "\x00" or "\ud800" <= character <= "\udfff" for character in text):
        return phrase("This text has a character that cannot be kept; delete it, or paste as plain text.")
    return None


def _unstorable(value: ScreenValue) -> str | None:
    if not isinstance(value, str):
        fits = isinstance(value, bool) or abs(value) <= _LARGEST_NUMBER
        return None if fits else phrase("This number cannot be kept.")
    if len(value) > _LONGEST_DRAFT:
        return Phrase(
            "This text is too long to be kept ({count} of {most} characters).",
            count=len(value),
            most=_LONGEST_DRAFT,
        )
    return _unkeepable(value)
