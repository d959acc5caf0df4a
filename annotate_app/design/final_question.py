"""Last of all: whether raters noticed what distinguished the dialogues, and which was which."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from annotate_app.design.views import ScreenValue
from annotate_app.errors import AnswerProblem, InvalidAnswersError
from annotate_app.language import phrase
from sim.schema.bundle import DO_NOT_KNOW
from sim.schema.questionnaire import PersonQuestion, Questionnaire
from sim.schema.scale import ScaleAnswer, TextAnswer, YesNoAnswer

__all__ = [
    "CHOICE",
    "CONFIDENCE",
    "CONFIDENCE_SCALE",
    "FINAL_QUESTIONS",
    "N_GUESSED",
    "Guess",
    "asked_first",
    "guesses_of",
]

N_GUESSED = 3
"""How many of the pairs rated last are asked for: those that are remembered best."""

CHOICE = "choice"
CONFIDENCE = "confidence"

FINAL_QUESTIONS = Questionnaire(
    title=phrase("One last question"),
    questions=(
        PersonQuestion(
            question="noticed",
            text=phrase("Did you notice what distinguished the two dialogues of a pair?"),
            answer=YesNoAnswer(),
            required=False,
        ),
        PersonQuestion(
            question="difference",
            text=phrase("If you did: what was it?"),
            answer=TextAnswer(),
            required=False,
        ),
    ),
)

CONFIDENCE_SCALE = ScaleAnswer(minimum=1, maximum=5, anchors={1: phrase("a guess"), 5: phrase("certain")})

_SIDES = ("a", "b")


@dataclass(frozen=True, slots=True)
class Guess:
    """One pair's answer: the index of the dialogue in served order, None for "do not know" or no answer."""

    is_answered: bool
    side: int | None
    confidence: int | None


def asked_first(rater_id: str) -> int:
    """Decide which condition, 0 or 1, a rater sees described first and is asked for: as by a coin."""
    return hashlib.sha256(f"final question {rater_id}".encode()).digest()[0] % 2


def guesses_of(keys: tuple[str, ...], answers: Mapping[str, ScreenValue | None]) -> Mapping[str, Guess]:
    """Check guesses, by pair.

    Parameters
    ----------
    answers
        `KEY.choice` is `a`, `b`, `do_not_know` or absent; `KEY.confidence` a number of the scale or absent.

    Raises
    ------
    InvalidAnswersError
        With every impossible answer, and every answer to what is not asked.
    """
    asked = {f"{key}.{part}" for key in keys for part in (CHOICE, CONFIDENCE)}
    problems = [
        AnswerProblem(key, phrase("This question is not asked here.")) for key in answers if key not in asked
    ]
    for key in keys:
        choice, confidence = answers.get(f"{key}.{CHOICE}"), answers.get(f"{key}.{CONFIDENCE}")
        if choice not in {*_SIDES, DO_NOT_KNOW, None}:
            problems.append(
                AnswerProblem(f"{key}.{CHOICE}", phrase("Please choose A, B or that you do not know."))
            )
        if confidence is not None and CONFIDENCE_SCALE.expected(confidence):
            problems.append(
                AnswerProblem(f"{key}.{CONFIDENCE}", phrase("Please choose one of the answers shown."))
            )
    if problems:
        raise InvalidAnswersError(problems)
    return {key: _guess(answers.get(f"{key}.{CHOICE}"), answers.get(f"{key}.{CONFIDENCE}")) for key in keys}


def _guess(choice: ScreenValue | None, confidence: ScreenValue | None) -> Guess:
    side = _SIDES.index(choice) if choice in _SIDES else None
    return Guess(choice is not None, side, None if confidence is None or choice is None else int(confidence))
