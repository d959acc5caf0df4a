"""Questions to a rater as the page's own fields: named by their wording, with nothing chosen beforehand."""

import json
from collections.abc import Collection, Iterable, Mapping
from html import escape

import streamlit as st

from annotate_app.design.views import ScreenValue
from annotate_app.errors import AnswerProblem
from annotate_app.language import Translation
from annotate_app.ui.components.text import literal
from sim.schema import scale
from sim.schema.questionnaire import PersonAnswer, PersonQuestion, Questionnaire

__all__ = ["named", "question_fields", "scale_field", "typed_answers"]

Answers = Mapping[str, ScreenValue | None]


def question_fields(
    questionnaire: Questionnaire,
    problems: Iterable[AnswerProblem] = (),
    *,
    key: str,
    translation: Translation,
) -> None:
    """Draw every question; `typed_answers` tells what was answered.

    Parameters
    ----------
    problems
        To be said beside the fields they are about.
    key
        Sets the fields apart from those of other questionnaires on the page.
    """
    said = {problem.key: problem.message for problem in problems}
    for one in questionnaire.questions:
        with st.container(gap="xxsmall"):
            _field(named(one, translation), one.answer, f"{key}-{one.question}", translation)
            if one.help:
                st.html(f'<p class="bp-help" dir="auto">{escape(one.help)}</p>')
            if message := said.get(one.question):
                st.html(f'<p class="bp-missing">{escape(translation.say(message))}</p>')


def typed_answers(questionnaire: Questionnaire, *, key: str) -> Answers:
    """Read what the fields hold, by question: in a button's callback, before anything is drawn anew."""
    fields = {one.question: st.session_state.get(f"{key}-{one.question}") for one in questionnaire.questions}
    return {
        one.question: _several(one.answer, fields[one.question])
        if isinstance(one.answer, scale.MultipleChoiceAnswer)
        else fields[one.question]
        for one in questionnaire.questions
    }


def _several(answer: scale.MultipleChoiceAnswer, chosen: Collection[str] | None) -> str | None:
    return json.dumps([value for value in answer.values if value in chosen]) if chosen else None


def named(question: PersonQuestion, translation: Translation) -> str:
    """Name a question's field: its wording, and whether it may be left out."""
    if question.required:
        return question.text
    return translation.say("{question} (optional)", question=question.text)


def scale_field(label: str, answer: scale.ScaleAnswer, key: str) -> None:
    """Draw the points of a scale in a row, the anchors beside their points."""
    points = range(answer.minimum, answer.maximum + 1)
    words = {point: literal(f"{point} {answer.anchors.get(point, '')}".strip()) for point in points}
    st.radio(literal(label), points, index=None, format_func=words.__getitem__, horizontal=True, key=key)


def _field(label: str, answer: PersonAnswer, key: str, translation: Translation) -> None:
    text = literal(label)
    match answer:
        case scale.ScaleAnswer():
            scale_field(label, answer, key)
        case scale.NumberAnswer():
            st.number_input(text, answer.minimum, answer.maximum, None, format="%g", key=key)
        case scale.YesNoAnswer():
            options = {"yes": translation.say("Yes"), "no": translation.say("No")}
            st.radio(text, options, index=None, format_func=options.__getitem__, horizontal=True, key=key)
        case scale.ChoiceAnswer():
            labels = _labels(answer.options)
            st.radio(text, labels, index=None, format_func=labels.__getitem__, key=key)
        case scale.MultipleChoiceAnswer():
            labels = _labels(answer.options)
            st.multiselect(text, labels, format_func=labels.__getitem__, key=key)
        case scale.TextAnswer():
            st.text_area(text, placeholder=answer.placeholder, max_chars=answer.max_characters, key=key)


def _labels(options: Iterable[scale.Option]) -> dict[str, str]:
    return {option.value: literal(option.label) for option in options}
