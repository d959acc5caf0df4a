"""Store which dialogue of the pairs rated last a rater took for which condition."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.final_question import Guess, asked_first, guesses_of
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import GuessView, ScreenValue
from annotate_app.errors import StaleFormError
from annotate_app.services.access import actor_of, require_rater
from annotate_app.services.rating.due_questions import closing_questions
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.models import AssignmentRow, GuessRow, RaterRow
from annotate_app.store.questionnaires import add_answers, guesses_of_rater
from annotate_app.store.studies import study_of
from sim.schema.rating import Status

__all__ = ["answer_guesses"]


def answer_guesses(
    place: Workplace, principal: RaterPrincipal, *, answers: Mapping[str, ScreenValue | None]
) -> None:
    """Store a guess for every pair that is asked for; the same submission twice is one.

    Parameters
    ----------
    answers
        By pair, see `guesses_of`; what is absent was passed over.

    Raises
    ------
    InvalidAnswersError
        With every impossible answer; nothing was stored.
    StaleFormError
        If other guesses were stored meanwhile, or none is asked for now.
    """
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        stored = guesses_of_rater(session, rater.rater_id)
        pairs = tuple(row.assignment_id for row in stored) or _asked_for(session, rater)
        now = place.clock()
        new = [_row(session, rater, key, guess, now) for key, guess in guesses_of(pairs, answers).items()]
        if stored:
            if [_content(row) for row in stored] != [_content(row) for row in new]:
                raise StaleFormError(
                    "Nothing was stored: this was answered in another tab or on another device after this "
                    "page was shown. Reload the page to go on."
                )
            return
        add_answers(session, new)
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="guessed",
            study_id=rater.study_id,
            about=rater.rater_id,
            detail={"n_guesses": sum(row.status is Status.RATED for row in new)},
        )


def _asked_for(session: Session, rater: RaterRow) -> tuple[str, ...]:
    study = study_of(session, rater.study_id)
    if study is not None and rater.completion_code is not None:
        view = closing_questions(session, study, rater)
        if isinstance(view, GuessView):
            return tuple(pair.key for pair in view.pairs)
    raise StaleFormError("These questions are not asked now. Reload the page to go on.")


def _row(session: Session, rater: RaterRow, key: str, guess: Guess, now: datetime) -> GuessRow:
    served = session.get_one(AssignmentRow, key).served
    return GuessRow(
        assignment_id=key,
        asked=asked_first(rater.rater_id),
        status=Status.RATED if guess.is_answered else Status.SKIPPED,
        episode_id=None if guess.side is None else served[guess.side],
        confidence=guess.confidence,
        answered_at=now,
    )


def _content(row: GuessRow) -> tuple[object, ...]:
    return row.assignment_id, row.status, row.episode_id, row.confidence
