"""Questionnaires of studies, raters' answers to them, and their guesses of which dialogue was which."""

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from annotate_app.store.models import (
    AssignmentRow,
    GuessRow,
    ItemRow,
    PersonAnswerRow,
    QuestionnaireRow,
    RaterRow,
)
from annotate_app.store.states import AssignmentState
from sim.schema.questionnaire import Moment
from sim.schema.rating import Purpose

__all__ = [
    "add_answers",
    "answers_of_rater",
    "answers_of_study",
    "delete_answers",
    "guesses_of_rater",
    "guesses_of_study",
    "last_rated_pairs",
    "questionnaire_of",
    "questionnaires_of_study",
]

_ONE = select(QuestionnaireRow).where(
    QuestionnaireRow.study_id == bindparam("study_id"), QuestionnaireRow.moment == bindparam("moment")
)
_ANSWERS = (
    select(PersonAnswerRow)
    .where(PersonAnswerRow.rater_id == bindparam("rater_id"), PersonAnswerRow.moment == bindparam("moment"))
    .order_by(PersonAnswerRow.revision, PersonAnswerRow.answer_id)
)
_PAIRS = (
    select(AssignmentRow)
    .join(ItemRow, ItemRow.item_id == AssignmentRow.item_id)
    .where(
        AssignmentRow.rater_id == bindparam("rater_id"),
        AssignmentRow.state == AssignmentState.COMPLETED,
        AssignmentRow.served_second.is_not(None),
        ItemRow.purpose == Purpose.MAIN,
    )
    .order_by(AssignmentRow.position.desc())
)


def questionnaire_of(session: Session, study_id: str, moment: Moment) -> QuestionnaireRow | None:
    """Find what a study asks at a moment."""
    return session.scalar(_ONE, {"study_id": study_id, "moment": moment})


def questionnaires_of_study(session: Session, study_id: str) -> tuple[QuestionnaireRow, ...]:
    """List what a study asks, at every moment."""
    return tuple(session.scalars(select(QuestionnaireRow).where(QuestionnaireRow.study_id == study_id)))


def answers_of_rater(session: Session, rater_id: str, moment: Moment) -> tuple[PersonAnswerRow, ...]:
    """List what a rater answered at a moment, older revisions first."""
    return tuple(session.scalars(_ANSWERS, {"rater_id": rater_id, "moment": moment}))


def answers_of_study(session: Session, study_id: str) -> tuple[PersonAnswerRow, ...]:
    """List every answer of a study's raters, older revisions first."""
    query = (
        select(PersonAnswerRow)
        .join(RaterRow, RaterRow.rater_id == PersonAnswerRow.rater_id)
        .where(RaterRow.study_id == study_id)
        .order_by(PersonAnswerRow.revision, PersonAnswerRow.answer_id)
    )
    return tuple(session.scalars(query))


def add_answers(session: Session, rows: Iterable[PersonAnswerRow | GuessRow]) -> None:
    """Store new answers and guesses."""
    session.add_all(rows)


def delete_answers(session: Session, rater_id: str) -> None:
    """Delete whatever a rater answered of questionnaires; guesses go with the assignments."""
    session.execute(delete(PersonAnswerRow).where(PersonAnswerRow.rater_id == rater_id))


def last_rated_pairs(session: Session, rater_id: str, *, most: int) -> tuple[AssignmentRow, ...]:
    """List the last pairs that a rater submitted, in the order they were given."""
    return tuple(reversed(session.scalars(_PAIRS.limit(most), {"rater_id": rater_id}).all()))


def guesses_of_rater(session: Session, rater_id: str) -> tuple[GuessRow, ...]:
    """List a rater's guesses in the order the pairs were given."""
    query = (
        select(GuessRow)
        .join(AssignmentRow, AssignmentRow.assignment_id == GuessRow.assignment_id)
        .where(AssignmentRow.rater_id == rater_id)
        .order_by(AssignmentRow.position)
    )
    return tuple(session.scalars(query))


def guesses_of_study(session: Session, study_id: str) -> tuple[GuessRow, ...]:
    """List all guesses of a study's raters."""
    query = (
        select(GuessRow)
        .join(AssignmentRow, AssignmentRow.assignment_id == GuessRow.assignment_id)
        .where(AssignmentRow.study_id == study_id)
    )
    return tuple(session.scalars(query))
