"""The part of a new study's page about its raters: what they read, and what they are asked."""

from dataclasses import dataclass, replace

import streamlit as st

from annotate_app.design.final_question import FINAL_QUESTIONS
from annotate_app.design.texts import DEFAULT_CONSENT, DEFAULT_INSTRUCTIONS
from annotate_app.language import Translation
from annotate_app.services.studies import FinalQuestion, StudyPlan
from annotate_app.ui.components.questionnaire_preview import show_questionnaire
from sim.schema.questionnaire import Questionnaire, read_questionnaire_toml

__all__ = ["RatersPart", "final_question_fields", "raters_part"]

_LOW, _HIGH = 120, 240
_EXAMPLES = ("one writer who knew both sides", "two people who each knew their own side")


@dataclass(frozen=True, slots=True)
class RatersPart:
    """What raters read, and what they are asked before the first item and after the last one."""

    consent: str
    warning: str
    instructions: str
    debriefing: str
    before: Questionnaire | None
    after: Questionnaire | None

    def added_to(self, plan: StudyPlan) -> StudyPlan:
        """Make the plan one that says and asks this."""
        return replace(
            plan,
            consent_text=self.consent,
            warning=self.warning,
            instructions=self.instructions,
            debriefing=self.debriefing,
            before=self.before,
            after=self.after,
        )


def raters_part(translation: Translation) -> RatersPart:
    """Ask for the texts, where those that come with the package are there to be changed, and for questions.

    Raises
    ------
    ContractError
        With everything that is wrong in a file of questions.
    """
    code = translation.language.code
    with st.expander("What raters read"):
        warning = st.text_area(
            "Content warning, shown before consent (may be empty)", height=_LOW, key="warning"
        )
        consent = st.text_area(
            "Consent", translation.say(DEFAULT_CONSENT), height=_HIGH, key=f"consent-{code}"
        )
        instructions = st.text_area(
            "Instructions", translation.say(DEFAULT_INSTRUCTIONS), height=_HIGH, key=f"instructions-{code}"
        )
        debriefing = st.text_area(
            "Debriefing, shown at the end and after withdrawing (may be empty)",
            height=_LOW,
            key="debriefing",
        )
    with st.expander("What raters are asked about themselves"):
        before = _questionnaire("Questions before the first item (TOML)", "before")
        after = _questionnaire("Questions after the last item (TOML)", "after")
    return RatersPart(consent, warning, instructions, debriefing, before, after)


def final_question_fields(first: str, second: str) -> FinalQuestion | None:
    """Ask whether raters say last of all what distinguished the dialogues, and in which words."""
    wanted = st.checkbox(
        "Ask last of all whether raters noticed what distinguished the dialogues", value=True, key="final"
    )
    st.caption(
        "Describe both conditions in plain words, and raters are also asked which dialogue of the pairs they "
        f"rated last was which. They never see the conditions' names. The questions: {_final_words()}"
    )
    left, right = st.columns(2)
    words = {
        first: left.text_input("First condition, in plain words", placeholder=_EXAMPLES[0], key="says-first"),
        second: right.text_input(
            "Second condition, in plain words", placeholder=_EXAMPLES[1], key="says-second"
        ),
    }
    if not wanted:
        return None
    return FinalQuestion({name: text.strip() for name, text in words.items()} if any(words.values()) else {})


def _questionnaire(label: str, key: str) -> Questionnaire | None:
    file = st.file_uploader(label, type="toml", key=key)
    if file is None:
        return None
    asked = read_questionnaire_toml(file.getvalue(), source=file.name)
    show_questionnaire(asked)
    return asked


def _final_words() -> str:
    return " ".join(question.text for question in FINAL_QUESTIONS.questions)
