"""Questions about the rater and the study: before the first item, after the last one, and last of all."""

from collections.abc import Callable, Iterable, Mapping

import streamlit as st

from annotate_app.design.final_question import CHOICE, CONFIDENCE, CONFIDENCE_SCALE
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import GuessView, QuestionsView, RatedPair, ScreenValue
from annotate_app.errors import AnswerProblem, AppError, InvalidAnswersError
from annotate_app.language import Translation, phrase
from annotate_app.services.rating import answer_guesses, answer_questions
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.failure import said
from annotate_app.ui.components.question_fields import (
    named,
    question_fields,
    scale_field,
    typed_answers,
)
from annotate_app.ui.components.rated_pair import show_pair
from annotate_app.ui.components.text import alarm, literal, prose
from annotate_app.ui.state import keep, take
from annotate_app.ui.words import DIALOGUES, DO_NOT_KNOW
from sim.schema import bundle
from sim.schema.questionnaire import Moment, PersonQuestion
from sim.schema.scale import ScaleAnswer

__all__ = ["SESSION_PROBLEM", "show_asked"]

SESSION_PROBLEM = "session-problem"
"""What the session's next page is to say, whichever it is."""

_PROBLEMS = "question-problems"
_TITLES = {
    Moment.BEFORE: phrase("A few questions first"),
    Moment.AFTER: phrase("A few questions to end with"),
    Moment.FINAL: phrase("One last question"),
}
_ALL_OPTIONAL = phrase(
    "You have rated everything. You need not answer: your completion code comes next either way."
)


def show_asked(
    place: Workplace, rater: RaterPrincipal, view: QuestionsView | GuessView, translation: Translation
) -> None:
    """Ask what is due beside the items."""
    if isinstance(view, QuestionsView):
        _show_questions(place, rater, view, translation)
    else:
        _show_guesses(place, rater, view, translation)


def _show_questions(
    place: Workplace, rater: RaterPrincipal, view: QuestionsView, translation: Translation
) -> None:
    say = translation.say
    asked = view.questionnaire
    st.title(literal(asked.title) or say(_TITLES[view.moment]), anchor=False)
    if asked.introduction:
        prose(asked.introduction)
    if asked.is_optional and view.moment is not Moment.BEFORE:
        prose(say(_ALL_OPTIONAL))
    key = f"q-{view.moment}"
    with st.form(f"questions-{view.moment}", border=False, enter_to_submit=False):
        question_fields(asked, _said(asked.questions, translation), key=key, translation=translation)
        st.form_submit_button(
            say("Continue"),
            type="primary",
            key=f"send-{view.moment}",
            on_click=_store,
            args=(lambda: _answer(place, rater, view, typed_answers(asked, key=key)), translation),
        )


def _show_guesses(place: Workplace, rater: RaterPrincipal, view: GuessView, translation: Translation) -> None:
    say = translation.say
    st.title(say("Which was which?"), anchor=False)
    prose(
        say("The two dialogues of every pair were made in two different ways:")
        + "\n"
        + "\n".join(f"• {words}" for words in view.descriptions)
    )
    prose(say("You need not answer: your completion code comes next either way."))
    _said((), translation)
    with st.form("guesses", border=False, enter_to_submit=False):
        for pair in view.pairs:
            _guess_fields(pair, view.descriptions[0], translation)
        st.form_submit_button(
            say("Continue"),
            type="primary",
            key="send-guesses",
            on_click=_store,
            args=(lambda: answer_guesses(place, rater, answers=_typed_guesses(view)), translation),
        )


def _answer(
    place: Workplace, rater: RaterPrincipal, view: QuestionsView, answers: Mapping[str, ScreenValue | None]
) -> None:
    answer_questions(
        place,
        rater,
        moment=view.moment,
        questionnaire_hash=view.questionnaire.questionnaire_hash,
        answers=answers,
    )


def _guess_fields(pair: RatedPair, asked: str, translation: Translation) -> None:
    say = translation.say
    options = {"a": say(DIALOGUES[0]), "b": say(DIALOGUES[1]), bundle.DO_NOT_KNOW: say(DO_NOT_KNOW)}
    item = say("Item {number}", number=pair.number)
    st.subheader(item, anchor=False)
    show_pair(pair, translation)
    st.radio(
        literal(say("{item}: which dialogue was made this way? {way}", item=item, way=asked)),
        options,
        index=None,
        format_func=options.__getitem__,
        horizontal=True,
        key=f"{CHOICE}-{pair.number}",
    )
    scale_field(
        say("{item}: how sure are you?", item=item), _sure(translation), f"{CONFIDENCE}-{pair.number}"
    )


def _sure(translation: Translation) -> ScaleAnswer:
    anchors = {point: translation.say(anchor) for point, anchor in CONFIDENCE_SCALE.anchors.items()}
    return CONFIDENCE_SCALE.model_copy(update={"anchors": anchors})


def _typed_guesses(view: GuessView) -> Mapping[str, ScreenValue | None]:
    return {
        f"{pair.key}.{part}": st.session_state.get(f"{part}-{pair.number}")
        for pair in view.pairs
        for part in (CHOICE, CONFIDENCE)
    }


def _store(action: Callable[[], None], translation: Translation) -> None:
    """Store what was sent before the page is drawn anew; the page says what went wrong."""
    try:
        action()
    except InvalidAnswersError as error:
        keep(_PROBLEMS, error.problems)
    except AppError as error:
        keep(SESSION_PROBLEM, said(error, translation))


def _said(questions: Iterable[PersonQuestion], translation: Translation) -> tuple[AnswerProblem, ...]:
    """Name every problem at once, and hand them over to be said beside the fields."""
    problems: tuple[AnswerProblem, ...] = take(_PROBLEMS) or ()
    names = {question.question: named(question, translation) for question in questions}
    lines = [
        f"{names[problem.key]} {translation.say(problem.message)}"
        if problem.key in names
        else translation.say(problem.message)
        for problem in problems
    ]
    if lines:
        alarm("\n".join([translation.say("Nothing was stored yet."), *lines]))
    return problems
