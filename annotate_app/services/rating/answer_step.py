"""Store the answers to one step of an item."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.answers import ContractAnswer, contract_answers
from annotate_app.design.blind_item import questions_of
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ScreenValue
from annotate_app.errors import StaleFormError
from annotate_app.services.access import own_item
from annotate_app.services.rating.stored_step import (
    StoredStep,
    measured,
    next_revisable_step,
    rubric_of,
    stored_step,
)
from annotate_app.services.workplace import Workplace
from annotate_app.store.drafts import drop_draft
from annotate_app.store.events import add_event
from annotate_app.store.items import complete_place, take_free_place
from annotate_app.store.models import AssignmentRow, ItemRow, RatingRow, StudyRow
from annotate_app.store.ratings import add_ratings, ratings_of_assignment
from annotate_app.store.states import ActorKind, AssignmentState
from annotate_app.store.wanted import places_again
from sim.schema.rating import Status
from sim.schema.rubric import Rubric

__all__ = ["answer_step"]

_NAMELESS = ("", "")


def answer_step(
    place: Workplace,
    principal: RaterPrincipal,
    *,
    assignment: str,
    step: int,
    revision: int,
    answers: Mapping[str, ScreenValue | None],
    seconds: float | None = None,
) -> None:
    """Store a step's answers in one transaction; when this returns, they survive anything.

    The same submission twice is one. After the last step the item is submitted; ask `session_view` for what
    comes next.

    Parameters
    ----------
    assignment, step, revision
        As the `ItemView` had them.
    answers
        By question key; what is absent, None or blank was not answered.
    seconds
        Time on the step, where it was measured.

    Raises
    ------
    InvalidAnswersError
        With every missing or impossible answer; nothing was stored.
    StaleFormError
        If other answers were stored after the form was shown, or the step is locked.
    NotAllowedError
        If the assignment is not this rater's.
    """
    time = measured(seconds)
    with place.database.writing() as session:
        row = own_item(session, principal, assignment)
        rubric = rubric_of(session, row)
        if not 0 <= step < len(rubric.steps):
            raise StaleFormError("These questions are not asked any more. Reload the page to go on.")
        asked = questions_of(rubric.steps[step], _NAMELESS, n_episodes=len(row.served))
        given = contract_answers(asked, answers, row.served)
        before = ratings_of_assignment(session, row.assignment_id) if row.step else ()
        stored = stored_step(before, rubric.steps[step])
        if step != row.open_step or revision != stored.next_revision:
            _check_repeated(given, stored, revision, locked=rubric.steps[step].locks)
            return
        now = place.clock()
        ratings = _changed(given, stored, row, now, time)
        _store(session, row, ratings, now, {"step": step, "revision": revision, "n_ratings": len(ratings)})
        _advance(session, row, rubric, step, now, time)


def _store(
    session: Session,
    row: AssignmentRow,
    ratings: Sequence[RatingRow],
    at: datetime,
    detail: Mapping[str, int],
) -> None:
    add_ratings(session, ratings)
    drop_draft(session, row.assignment_id, detail["step"])
    add_event(
        session,
        at=at,
        actor=(ActorKind.RATER, row.rater_id),
        action="revised" if detail["revision"] else "answered",
        study_id=row.study_id,
        about=row.assignment_id,
        detail=detail,
    )


def _check_repeated(
    given: Sequence[ContractAnswer], stored: StoredStep, revision: int, *, locked: bool
) -> None:
    values = {(answer.unit_id, answer.dimension): answer.value for answer in given}
    if stored.rows and values == stored.values(up_to=revision):
        return
    if locked and stored.rows:
        raise StaleFormError(
            "This question was answered before and its answer is locked. Reload the page to go on."
        )
    raise StaleFormError(
        "Nothing was stored: this item was answered in another tab or on another device after this page was "
        "shown. Reload the page to see what is stored; submitted items can be opened and changed there."
    )


def _changed(
    given: Sequence[ContractAnswer],
    stored: StoredStep,
    row: AssignmentRow,
    now: datetime,
    seconds: float | None,
) -> list[RatingRow]:
    before, revision = stored.values(), stored.next_revision
    return [
        RatingRow(
            assignment_id=row.assignment_id,
            unit_id=answer.unit_id,
            target=answer.target,
            dimension=answer.dimension,
            revision=revision,
            status=Status.SKIPPED if answer.value is None else Status.RATED,
            value_number=None if isinstance(answer.value, str) else answer.value,
            value_text=answer.value if isinstance(answer.value, str) else None,
            reason="",
            seconds=seconds,
            rubric_hash=row.rubric_hash,
            rated_at=now,
        )
        for answer in given
        if before.get((answer.unit_id, answer.dimension), ...) != answer.value
    ]


def _advance(
    session: Session, row: AssignmentRow, rubric: Rubric, step: int, now: datetime, seconds: float | None
) -> None:
    if seconds is not None:
        row.seconds = (row.seconds or 0.0) + seconds
    if row.state is AssignmentState.COMPLETED:
        row.reopened_step = next_revisable_step(rubric, after=step)
        return
    row.step = step + 1
    row.extend_lease(now)
    if row.step == len(rubric.steps):
        _complete(session, row)
        row.submitted_at = now


def _complete(session: Session, row: AssignmentRow) -> None:
    """Keep the place that a running assignment has; a returned one takes a free place, or is surplus."""
    if row.state is AssignmentState.RUNNING:
        complete_place(session, row.item_id)
    else:
        study = session.get_one(StudyRow, row.study_id)
        item = session.get_one(ItemRow, row.item_id)
        forward = row.served_first == item.episode_1
        wanted = places_again(session, study, item.purpose)
        row.surplus = not take_free_place(
            session, row.item_id, forward=forward, wanted=wanted, completed=True
        )
    row.state = AssignmentState.COMPLETED
    row.lease_until = None
