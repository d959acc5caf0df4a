"""Withdraw from a study: the rater's ratings are kept or deleted, as the study says."""

from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import WithdrawalView, WithdrawnView
from annotate_app.errors import NotAllowedError
from annotate_app.services.access import actor_of, require_rater
from annotate_app.services.rating.next_item import take_back
from annotate_app.services.recruitment.way_back import way_back
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import (
    assignments_of_rater,
    delete_assignments,
    delete_drafts,
    rater_share,
)
from annotate_app.store.events import add_event
from annotate_app.store.items import give_completed_back, take_place
from annotate_app.store.models import AssignmentRow, ItemRow, RaterRow, StudyRow
from annotate_app.store.questionnaires import delete_answers
from annotate_app.store.states import AssignmentState, RaterState, TextKind, Withdrawal
from annotate_app.store.studies import shown_text, study_of

__all__ = ["withdraw", "withdrawal_view"]

_TAKES_PART = {RaterState.CONSENTED, RaterState.ACTIVE, RaterState.FINISHED}


def withdrawal_view(place: Workplace, principal: RaterPrincipal) -> WithdrawalView:
    """Say what withdrawing would do.

    Raises
    ------
    NotAllowedError
        If the rater does not take part.
    """
    with place.database.reading() as session:
        rater = require_rater(session, principal)
        study = _own_study(session, rater, lock=False)
        share = rater_share(session, rater.rater_id)
        return WithdrawalView(study.withdrawal is Withdrawal.KEEP, share.n_completed)


def withdraw(place: Workplace, principal: RaterPrincipal) -> WithdrawnView:
    """End a rater's part in the study for good, in one transaction.

    Items in hand go back to the queue and drafts are deleted. Where the study deletes, ratings,
    answers and assignments go too, and completed places are free again. The rater is locked, as by every
    submission, so that nothing which is under way in another tab is stored afterwards.

    Raises
    ------
    NotAllowedError
        If the rater does not take part, or withdrew before.
    """
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        study = _own_study(session, rater, lock=True)
        now = place.clock()
        rows = assignments_of_rater(session, rater.rater_id)
        done = sum(row.state is AssignmentState.COMPLETED for row in rows)
        keeps = study.withdrawal is Withdrawal.KEEP
        if keeps:
            _keep(session, rater, rows, now)
        else:
            _delete(session, rater, rows)
        is_finished = rater.state is RaterState.FINISHED
        rater.state = RaterState.WITHDRAWN
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="withdrew",
            study_id=rater.study_id,
            about=rater.rater_id,
            detail={"ratings": "kept" if keeps else "deleted"},
        )
        return WithdrawnView(
            keeps_ratings=keeps,
            done=done,
            completion_code=rater.completion_code,
            back=way_back(session, rater, declined=not is_finished),
            debriefing=shown_text(session, study.study_id, TextKind.DEBRIEFING),
        )


def _own_study(session: Session, rater: RaterRow, *, lock: bool) -> StudyRow:
    study = study_of(session, rater.study_id, lock=lock)
    if study is None or rater.state not in _TAKES_PART:
        raise NotAllowedError("You have not agreed to take part, so there is nothing to withdraw from.")
    return study


def _keep(session: Session, rater: RaterRow, rows: tuple[AssignmentRow, ...], now: datetime) -> None:
    for row in rows:
        row.reopened_step = None
        if row.state is AssignmentState.RUNNING:
            take_back(session, row, now)
    delete_drafts(session, rater.rater_id)


def _delete(session: Session, rater: RaterRow, rows: tuple[AssignmentRow, ...]) -> None:
    # In the items' order, so that nobody waits for somebody who waits for them.
    for row in sorted(rows, key=lambda row: row.item_id):
        forward = row.served_first == session.get_one(ItemRow, row.item_id).episode_1
        if row.state is AssignmentState.RUNNING:
            take_place(session, row.item_id, forward=forward, give_back=True)
        elif row.state is AssignmentState.COMPLETED and not row.surplus:
            give_completed_back(session, row.item_id, forward=forward)
    delete_assignments(session, rater.rater_id)
    delete_answers(session, rater.rater_id)
