"""A questionnaire as researchers read it: what is asked, which answers there are."""

from html import escape

import streamlit as st

from annotate_app.ui.components.rubric_preview import answers_of
from sim.schema.questionnaire import Questionnaire

__all__ = ["show_questionnaire"]


def show_questionnaire(questionnaire: Questionnaire) -> None:
    """Show every question as literal text."""
    items = "".join(
        f"<li>{escape(one.text)}<br><small>{escape(one.question)}{'' if one.required else ', optional'}: "
        f"{escape(answers_of(one.answer))}</small></li>"
        for one in questionnaire.questions
    )
    title = f"<p><strong>{escape(questionnaire.title)}</strong></p>" if questionnaire.title else ""
    st.html(f'<div class="bp-rubric">{title}<ul>{items}</ul></div>')
