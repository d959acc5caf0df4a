"""Questions about the rater and the study: before the first item, after the last one, and last of all."""

from collections.abc import Callable, Iterable

import streamlit as st

from annotate_app.design.final_question import CHOICE, CONFIDENCE, CONFIDENCE_SCALE
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import GuessView, QuestionsView, RatedPair, ScreenValue
from annotate_app.errors import AnswerProblem, AppError, InvalidAnswersError
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

__all__ = ["show_guesses", "show_questions"]

_PROBLEMS = "question-problems"
_TITLES = {
    Moment.BEFORE: "A few questions first",
    Moment.AFTER: "A few questions to end with",
    Moment.FINAL: "One last question",
}
_ALL_OPTIONAL = "You have rated everything. You need not answer: your completion code comes next either way."


def show_questions(place: Workplace, rater: RaterPrincipal, view: QuestionsView) -> None:
    """Ask a questionnaire."""
    asked = view.questionnaire
    st.title(asked.title or _TITLES[view.moment], anchor=False)
    if asked.introduction:
        prose(asked.introduction)
    if asked.is_optional and view.moment is not Moment.BEFORE:
        prose(_ALL_OPTIONAL)
    problems = _said(asked.questions)
    with st.form(f"questions-{view.moment}", border=False, enter_to_submit=False):
        answers = question_fields(asked, problems, key=f"q-{view.moment}")
        sent = st.form_submit_button("Continue", type="primary", key=f"send-{view.moment}")
    if sent:
        _store(
            lambda: answer_questions(
                place,
                rater,
                moment=view.moment,
                questionnaire_hash=asked.questionnaire_hash,
                answers=answers,
            )
        )


def show_guesses(place: Workplace, rater: RaterPrincipal, view: GuessView) -> None:
    """Ask of the pairs rated last which dialogue was which."""
    st.title("Which was which?", anchor=False)
    prose(
        "The two dialogues of every pair were made in two different ways:\n"
        + "\n".join(f"• {words}" for words in view.descriptions)
    )
    prose("You need not answer: your completion code comes next either way.")
    _said(())
    answers: dict[str, ScreenValue | None] = {}
    with st.form("guesses", border=False, enter_to_submit=False):
        for pair in view.pairs:
            answers.update(_guess(pair, view.descriptions[0]))
        sent = st.form_submit_button("Continue", type="primary", key="send-guesses")
    if sent:
        _store(lambda: answer_guesses(place, rater, answers=answers))


def _guess(pair: RatedPair, asked: str) -> dict[str, ScreenValue | None]:
    options = {"a": DIALOGUES[0], "b": DIALOGUES[1], bundle.DO_NOT_KNOW: DO_NOT_KNOW}
    item = f"Item {pair.number}"
    st.subheader(item, anchor=False)
    show_pair(pair)
    return {
        f"{pair.key}.{CHOICE}": st.radio(
            literal(f"{item}: which dialogue was made this way? {asked}"),
            options,
            index=None,
            format_func=options.__getitem__,
            horizontal=True,
            key=f"guess-{pair.number}",
        ),
        f"{pair.key}.{CONFIDENCE}": scale_field(
            f"{item}: how sure are you?", CONFIDENCE_SCALE, f"sure-{pair.number}"
        ),
    }


def _store(action: Callable[[], None]) -> None:
    """Store what was sent, and show what comes next; the page says what went wrong."""
    try:
        action()
    except InvalidAnswersError as error:
        keep(_PROBLEMS, error.problems)
    except AppError as error:
        keep(_PROBLEMS, (AnswerProblem("", said(error)),))
    st.rerun()


def _said(questions: Iterable[PersonQuestion]) -> tuple[AnswerProblem, ...]:
    """Name every problem at once, and hand them over to be said beside the fields."""
    problems: tuple[AnswerProblem, ...] = take(_PROBLEMS) or ()
    names = {question.question: named(question) for question in questions}
    lines = [
        f"{names[problem.key]}: {problem.message}" if problem.key in names else problem.message
        for problem in problems
    ]
    if lines:
        alarm(
            "\n".join(
                ["Nothing was stored yet.", *lines] if names.keys() & {p.key for p in problems} else lines
            )
        )
    return problems
