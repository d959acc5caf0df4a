"""Find out which questions about the rater or the study are due."""

from collections.abc import Iterable

from sqlalchemy.orm import Session

from annotate_app.design.blind_item import bubbles_of
from annotate_app.design.final_question import N_GUESSED, asked_first
from annotate_app.design.views import GuessView, QuestionsView, RatedPair
from annotate_app.store.episodes import blind_episodes
from annotate_app.store.models import RaterRow, StudyRow
from annotate_app.store.questionnaires import (
    answers_of_rater,
    guesses_of_rater,
    last_rated_pairs,
    questionnaire_of,
)
from sim.schema.questionnaire import Moment, Questionnaire

__all__ = ["closing_questions", "due_questions"]

_AT_THE_END = (Moment.AFTER, Moment.FINAL)


def due_questions(
    session: Session, study: StudyRow, rater: RaterRow, moments: Iterable[Moment]
) -> QuestionsView | None:
    """Show the first of the moments' questionnaires that the study has and the rater has not answered."""
    for moment in moments:
        row = questionnaire_of(session, study.study_id, moment)
        if row is not None and not answers_of_rater(session, rater.rater_id, moment):
            return QuestionsView(moment, Questionnaire.model_validate_json(row.document))
    return None


def closing_questions(session: Session, study: StudyRow, rater: RaterRow) -> QuestionsView | GuessView | None:
    """Show what is asked after the last item; which dialogue was which comes last, by itself."""
    return due_questions(session, study, rater, _AT_THE_END) or _guess_view(session, study, rater)


def _guess_view(session: Session, study: StudyRow, rater: RaterRow) -> GuessView | None:
    first, second = study.described_first, study.described_second
    if first is None or second is None or guesses_of_rater(session, rater.rater_id):
        return None
    rows = last_rated_pairs(session, rater.rater_id, most=N_GUESSED)
    if not rows:
        return None
    episodes = blind_episodes(session, [one for row in rows for one in row.served])
    pairs = [
        RatedPair(row.assignment_id, row.position + 1, *(bubbles_of(episodes[one]) for one in row.served))
        for row in rows
    ]
    return GuessView((first, second) if asked_first(rater.rater_id) == 0 else (second, first), tuple(pairs))
