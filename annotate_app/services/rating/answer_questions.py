"""Store a rater's answers to questions before the first item, after the last one, and last of all."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from annotate_app.design.answers import checked_answers
from annotate_app.design.blind_item import Question
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ScreenValue
from annotate_app.errors import StaleFormError
from annotate_app.language import phrase
from annotate_app.services.access import actor_of, require_rater
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.models import PersonAnswerRow, RaterRow
from annotate_app.store.questionnaires import add_answers, answers_of_rater, questionnaire_of
from annotate_app.store.states import RaterState
from sim.schema.questionnaire import Moment, Questionnaire
from sim.schema.rating import Status

__all__ = ["answer_questions"]

_NOT_NOW = phrase("These questions are not asked now. Reload the page to go on.")


def answer_questions(
    place: Workplace,
    principal: RaterPrincipal,
    *,
    moment: Moment,
    questionnaire_hash: str,
    answers: Mapping[str, ScreenValue | None],
) -> None:
    """Store the answers to a questionnaire, one row a question; the same submission twice is one.

    Parameters
    ----------
    questionnaire_hash
        Of the questions that were shown.
    answers
        By question; what is absent, None or blank was not answered.

    Raises
    ------
    InvalidAnswersError
        With every missing or impossible answer; nothing was stored.
    StaleFormError
        If other answers were stored meanwhile, or the questions are not asked now.
    """
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        row = questionnaire_of(session, rater.study_id, moment)
        if row is None or row.questionnaire_hash != questionnaire_hash:
            raise StaleFormError(_NOT_NOW)
        asked = Questionnaire.model_validate_json(row.document)
        given = checked_answers(_questions(asked), answers)
        if stored := answers_of_rater(session, rater.rater_id, moment):
            _check_repeated(given, stored)
            return
        if not _is_time(rater, moment):
            raise StaleFormError(_NOT_NOW)
        now = place.clock()
        add_answers(session, _rows(rater, moment, asked, given, now))
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="answered_questions",
            study_id=rater.study_id,
            about=rater.rater_id,
            detail={"moment": moment.value, "questionnaire_hash": questionnaire_hash},
        )


def _check_repeated(given: Mapping[str, ScreenValue], stored: Iterable[PersonAnswerRow]) -> None:
    if {one.question: one.value for one in stored if one.value is not None} != given:
        raise StaleFormError(
            "Nothing was stored: these questions were answered in another tab or on another device after "
            "this page was shown. Reload the page to go on."
        )


def _is_time(rater: RaterRow, moment: Moment) -> bool:
    if moment is Moment.BEFORE:
        return rater.state is RaterState.CONSENTED
    return rater.state in {RaterState.ACTIVE, RaterState.FINISHED} and rater.completion_code is not None


def _questions(questionnaire: Questionnaire) -> tuple[Question, ...]:
    return tuple(
        Question(
            key=one.question,
            dimension=one.question,
            text=one.text,
            help=one.help,
            answer=one.answer,
            required=one.required,
            side=None,
            character=None,
        )
        for one in questionnaire.questions
    )


def _rows(
    rater: RaterRow, moment: Moment, asked: Questionnaire, given: Mapping[str, ScreenValue], now: datetime
) -> list[PersonAnswerRow]:
    values = {one.question: given.get(one.question) for one in asked.questions}
    return [
        PersonAnswerRow(
            rater_id=rater.rater_id,
            moment=moment,
            question=question,
            revision=0,
            status=Status.SKIPPED if value is None else Status.RATED,
            value_number=None if isinstance(value, str) or value is None else float(value),
            value_text=value if isinstance(value, str) else None,
            questionnaire_hash=asked.questionnaire_hash,
            answered_at=now,
        )
        for question, value in values.items()
    ]
