"""A rubric as researchers read it: step by step, what is visible, what is asked, which answers there are."""

from html import escape

import streamlit as st

from annotate_app.ui.words import BOTH_BAD, DIALOGUES, NO_DIFFERENCE
from sim.schema import scale
from sim.schema.base import Target
from sim.schema.rubric import Dimension, Rubric, Step

__all__ = ["answers_of", "show_rubric"]

_ABOUT = {Target.PAIR: "once", Target.EPISODE: "per dialogue", Target.CHARACTER: "per dialogue and person"}


def show_rubric(rubric: Rubric) -> None:
    """Show every step as literal text."""
    parts = [_step(number, step) for number, step in enumerate(rubric.steps, start=1)]
    st.html(f'<div class="bp-rubric">{"".join(parts)}</div>')


def answers_of(answer: scale.Answer) -> str:
    """List in words what can be answered."""
    match answer:
        case scale.PreferenceAnswer():
            tie, both_bad = [NO_DIFFERENCE] * answer.tie, [BOTH_BAD] * answer.both_bad
            return " · ".join([DIALOGUES[0], *tie, DIALOGUES[1], *both_bad])
        case scale.ScaleAnswer():
            anchors = ", ".join(f"{point} {words}" for point, words in sorted(answer.anchors.items()))
            return f"{answer.minimum} to {answer.maximum}" + (f" ({anchors})" if anchors else "")
        case scale.NumberAnswer():
            bounds = (("from", answer.minimum), ("to", answer.maximum))
            return " ".join(["a number", *(f"{word} {at:g}" for word, at in bounds if at is not None)])
        case scale.YesNoAnswer():
            return "Yes · No"
        case scale.ChoiceAnswer():
            return " · ".join(option.label for option in answer.options)
        case scale.MultipleChoiceAnswer():
            return "any of: " + " · ".join(option.label for option in answer.options)
        case scale.TextAnswer():
            return f"text, up to {answer.max_characters} characters"


def _step(number: int, step: Step) -> str:
    visible = ", ".join(one.value for one in step.visible) or "the dialogues only"
    locked = "; its answers are locked" if step.locks else ""
    questions = "".join(_question(dimension) for dimension in step.dimensions)
    return f"<p><strong>Step {number}</strong> · visible: {escape(visible)}{locked}</p><ul>{questions}</ul>"


def _question(dimension: Dimension) -> str:
    optional = "" if dimension.required else ", optional"
    about = f"{_ABOUT[dimension.target]}{optional}"
    return (
        f"<li>{escape(dimension.question)}<br>"
        f"<small>{escape(dimension.dimension)}, {about}: {escape(answers_of(dimension.answer))}</small></li>"
    )
