"""The questions that come with the package, in the language of the raters' pages."""

from typing import Any

from annotate_app.language import ENGLISH, Translation
from sim.schema.questionnaire import Questionnaire
from sim.schema.rubric import Dimension, Rubric, Step
from sim.schema.scale import Answer, ChoiceAnswer, MultipleChoiceAnswer, ScaleAnswer, TextAnswer

__all__ = ["in_language", "questionnaire_in_language"]


def in_language(rubric: Rubric, translation: Translation) -> Rubric:
    """Put every wording into the language; what there is no translation for stays as it is.

    Other words are other questions: the hash differs, and the document goes along with every export.
    """
    if translation.language is ENGLISH:
        return rubric
    steps = tuple(_step(step, translation) for step in rubric.steps)
    return Rubric.model_validate({**dict(rubric), "steps": steps})


def questionnaire_in_language(questionnaire: Questionnaire, translation: Translation) -> Questionnaire:
    """Put a questionnaire of the package into the language."""
    questions = tuple(
        question.model_copy(
            update={
                "text": translation.say(question.text),
                "help": translation.say(question.help),
                "answer": _answer(question.answer, translation),
            }
        )
        for question in questionnaire.questions
    )
    return Questionnaire(
        title=translation.say(questionnaire.title),
        introduction=translation.say(questionnaire.introduction),
        questions=questions,
    )


def _step(step: Step, translation: Translation) -> Step:
    dimensions = tuple(_dimension(dimension, translation) for dimension in step.dimensions)
    return step.model_copy(update={"dimensions": dimensions})


def _dimension(dimension: Dimension, translation: Translation) -> Dimension:
    return dimension.model_copy(
        update={
            "question": translation.say(dimension.question),
            "help": translation.say(dimension.help),
            "answer": _answer(dimension.answer, translation),
        }
    )


def _answer(answer: Answer, translation: Translation) -> Answer:
    say = translation.say
    changed: dict[str, Any]
    match answer:
        case ScaleAnswer():
            changed = {"anchors": {point: say(anchor) for point, anchor in answer.anchors.items()}}
        case ChoiceAnswer() | MultipleChoiceAnswer():
            changed = {
                "options": tuple(
                    option.model_copy(update={"label": say(option.label)}) for option in answer.options
                )
            }
        case TextAnswer():
            changed = {"placeholder": say(answer.placeholder)}
        case _:
            return answer
    return answer.model_copy(update=changed)
