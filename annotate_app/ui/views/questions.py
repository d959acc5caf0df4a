"""Questions about the rater and the study: before the first item, after the last one, and last of all."""

from collections.abc import Callable, Iterable

import streamlit as st

from annotate_app.design.final_question import CHOICE, CONFIDENCE, CONFIDENCE_SCALE
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import GuessView, QuestionsView, RatedPair, ScreenValue
from annotate_app.errors import AnswerProblem, AppError, InvalidAnswersError
from annotate_app.language import Translation, phrase
from annotate_app.services.rating import answer_guesses, answer_questions
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.failure import said
from annotate_app.ui.components.question_fields import named, question_fields, scale_field
from annotate_app.ui.components.rated_pair import show_pair
from annotate_app.ui.components.text import alarm, literal, prose
from annotate_app.ui.state import keep, take
from annotate_app.ui.words import DIALOGUES, DO_NOT_KNOW
from sim.schema import bundle
from sim.schema.questionnaire import Moment, PersonQuestion
from sim.schema.scale import ScaleAnswer

__all__ = ["show_guesses", "show_questions"]

_PROBLEMS = "question-problems"
_TITLES = {
    Moment.BEFORE: phrase("A few questions first"),
    Moment.AFTER: phrase("A few questions to end with"),
    Moment.FINAL: phrase("One last question"),
}
_ALL_OPTIONAL = phrase(
    "You have rated everything. You need not answer: your completion code comes next either way."
)


def show_questions(
    place: Workplace, rater: RaterPrincipal, view: QuestionsView, translation: Translation
) -> None:
    """Ask a questionnaire."""
    say = translation.say
    asked = view.questionnaire
    st.title(asked.title or say(_TITLES[view.moment]), anchor=False)
    if asked.introduction:
        prose(asked.introduction)
    if asked.is_optional and view.moment is not Moment.BEFORE:
        prose(say(_ALL_OPTIONAL))
    problems = _said(asked.questions, translation)
    with st.form(f"questions-{view.moment}", border=False, enter_to_submit=False):
        answers = question_fields(asked, problems, key=f"q-{view.moment}", translation=translation)
        sent = st.form_submit_button(say("Continue"), type="primary", key=f"send-{view.moment}")
    if sent:
        _store(
            lambda: answer_questions(
                place,
                rater,
                moment=view.moment,
                questionnaire_hash=asked.questionnaire_hash,
                answers=answers,
            ),
            translation,
        )


def show_guesses(place: Workplace, rater: RaterPrincipal, view: GuessView, translation: Translation) -> None:
    """Ask of the pairs rated last which dialogue was which."""
    say = translation.say
    st.title(say("Which was which?"), anchor=False)
    prose(
        say("The two dialogues of every pair were made in two different ways:")
        + "\n"
        + "\n".join(f"• {words}" for words in view.descriptions)
    )
    prose(say("You need not answer: your completion code comes next either way."))
    _said((), translation)
    answers: dict[str, ScreenValue | None] = {}
    with st.form("guesses", border=False, enter_to_submit=False):
        for pair in view.pairs:
            answers.update(_guess(pair, view.descriptions[0], translation))
        sent = st.form_submit_button(say("Continue"), type="primary", key="send-guesses")
    if sent:
        _store(lambda: answer_guesses(place, rater, answers=answers), translation)


def _guess(pair: RatedPair, asked: str, translation: Translation) -> dict[str, ScreenValue | None]:
    say = translation.say
    options = {"a": say(DIALOGUES[0]), "b": say(DIALOGUES[1]), bundle.DO_NOT_KNOW: say(DO_NOT_KNOW)}
    item = say("Item {number}", number=pair.number)
    st.subheader(item, anchor=False)
    show_pair(pair, translation)
    return {
        f"{pair.key}.{CHOICE}": st.radio(
            literal(say("{item}: which dialogue was made this way? {way}", item=item, way=asked)),
            options,
            index=None,
            format_func=options.__getitem__,
            horizontal=True,
            key=f"guess-{pair.number}",
        ),
        f"{pair.key}.{CONFIDENCE}": scale_field(
            say("{item}: how sure are you?", item=item), _sure(translation), f"sure-{pair.number}"
        ),
    }


def _sure(translation: Translation) -> ScaleAnswer:
    anchors = {point: translation.say(anchor) for point, anchor in CONFIDENCE_SCALE.anchors.items()}
    return CONFIDENCE_SCALE.model_copy(update={"anchors": anchors})


def _store(action: Callable[[], None], translation: Translation) -> None:
    """Store what was sent, and show what comes next; the page says what went wrong."""
    try:
        action()
    except InvalidAnswersError as error:
        keep(_PROBLEMS, error.problems)
    except AppError as error:
        keep(_PROBLEMS, (AnswerProblem("", said(error, translation)),))
    st.rerun()


def _said(questions: Iterable[PersonQuestion], translation: Translation) -> tuple[AnswerProblem, ...]:
    """Name every problem at once, and hand them over to be said beside the fields."""
    problems: tuple[AnswerProblem, ...] = take(_PROBLEMS) or ()
    names = {question.question: named(question, translation) for question in questions}
    lines = [
        f"{names[problem.key]}: {translation.say(problem.message)}"
        if problem.key in names
        else translation.say(problem.message)
        for problem in problems
    ]
    if lines:
        alarm(
            "\n".join(
                [translation.say("Nothing was stored yet."), *lines]
                if names.keys() & {p.key for p in problems}
                else lines
            )
        )
    return problems
