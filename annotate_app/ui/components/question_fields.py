"""Questions to a rater as the page's own fields: named by their wording, with nothing chosen beforehand."""

import json
from collections.abc import Iterable, Mapping
from html import escape

import streamlit as st

from annotate_app.design.views import ScreenValue
from annotate_app.errors import AnswerProblem
from annotate_app.language import Translation
from annotate_app.ui.components.text import literal, prose
from sim.schema import scale
from sim.schema.questionnaire import PersonAnswer, PersonQuestion, Questionnaire

__all__ = ["named", "question_fields", "scale_field"]

Answers = Mapping[str, ScreenValue | None]


def question_fields(
    questionnaire: Questionnaire,
    problems: Iterable[AnswerProblem] = (),
    *,
    key: str,
    translation: Translation,
) -> Answers:
    """Draw every question; what is answered, by question.

    Parameters
    ----------
    problems
        To be said beside the fields they are about.
    key
        Sets the fields apart from those of other questionnaires on the page.
    """
    said = {problem.key: problem.message for problem in problems}
    answers: dict[str, ScreenValue | None] = {}
    for one in questionnaire.questions:
        with st.container(gap="xxsmall"):
            answers[one.question] = _field(
                named(one, translation), one.answer, f"{key}-{one.question}", translation
            )
            if one.help:
                prose(one.help)
            if message := said.get(one.question):
                st.html(f'<p class="bp-missing">{escape(translation.say(message))}</p>')
    return answers


def named(question: PersonQuestion, translation: Translation) -> str:
    """Name a question's field: its wording, and whether it may be left out."""
    if question.required:
        return question.text
    return translation.say("{question} (optional)", question=question.text)


def scale_field(label: str, answer: scale.ScaleAnswer, key: str) -> int | None:
    """Draw the points of a scale in a row, the anchors beside their points."""
    points = range(answer.minimum, answer.maximum + 1)
    words = {point: literal(f"{point} {answer.anchors.get(point, '')}".strip()) for point in points}
    return st.radio(
        literal(label), points, index=None, format_func=words.__getitem__, horizontal=True, key=key
    )


def _field(label: str, answer: PersonAnswer, key: str, translation: Translation) -> ScreenValue | None:
    match answer:
        case scale.ScaleAnswer():
            return scale_field(label, answer, key)
        case scale.NumberAnswer():
            return st.number_input(literal(label), answer.minimum, answer.maximum, None, format="%g", key=key)
        case scale.YesNoAnswer():
            options = {"yes": translation.say("Yes"), "no": translation.say("No")}
            return st.radio(
                literal(label), options, index=None, format_func=options.__getitem__, horizontal=True, key=key
            )
        case scale.ChoiceAnswer():
            labels = _labels(answer.options)
            return st.radio(literal(label), labels, index=None, format_func=labels.__getitem__, key=key)
        case scale.MultipleChoiceAnswer():
            labels = _labels(answer.options)
            chosen = st.multiselect(literal(label), labels, format_func=labels.__getitem__, key=key)
            return json.dumps([value for value in answer.values if value in chosen]) if chosen else None
        case scale.TextAnswer():
            return st.text_area(
                literal(label), placeholder=answer.placeholder, max_chars=answer.max_characters, key=key
            )


def _labels(options: Iterable[scale.Option]) -> dict[str, str]:
    return {option.value: literal(option.label) for option in options}
