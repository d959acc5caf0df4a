"""Give raters their next items, or end their sessions."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from sqlalchemy.orm import Session

from annotate_app.design.principal import RaterPrincipal
from annotate_app.services.rating.attention_item import choose_attention
from annotate_app.services.rating.repeated_item import choose_repeated
from annotate_app.services.rating.stock import Chosen, Stock, n_expected, share_left
from annotate_app.services.secret import new_code, new_id
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import (
    GivenItem,
    expired_assignments,
    given_to_raters,
    open_assignments,
)
from annotate_app.store.events import add_event, event_row
from annotate_app.store.items import take_free_place, take_place, take_places
from annotate_app.store.models import AssignmentRow, EventRow, ItemRow, RaterRow, StudyRow
from annotate_app.store.new_rows import insert_rows
from annotate_app.store.raters import locked_raters
from annotate_app.store.states import ActorKind, AssignmentState, RaterState, StudyState
from annotate_app.store.studies import latest_rubric, study_of
from annotate_app.store.wanted import places_again
from sim.schema.rating import Purpose

__all__ = ["advance", "items_ahead", "items_left", "take_back"]


def items_left(session: Session, study: StudyRow, rater: RaterRow) -> int:
    """Count the items, without checks, that the rater could still be given now."""
    given = given_to_raters(session, [rater.rater_id])[rater.rater_id]
    return share_left(session, study, rater, given)


def items_ahead(session: Session, study: StudyRow, rater: RaterRow) -> int:
    """Count what the rater is still to be shown, checks and all, as far as can be told now."""
    given = given_to_raters(session, [rater.rater_id])[rater.rater_id]
    n_done = sum(one.state is AssignmentState.COMPLETED for one in given)
    return n_expected(study, rater, given, n_left=share_left(session, study, rater, given)) - n_done


def advance(place: Workplace, principal: RaterPrincipal) -> None:
    """Assign the next item to an active rater without one, or finish the session where none is left.

    All raters of a study who wait for this at the same moment are served in one transaction.
    """
    place.waiting.ask(
        principal.study_id, principal.rater_id, partial(_advance_all, place, principal.study_id)
    )


def take_back(session: Session, row: AssignmentRow, now: datetime) -> None:
    """Give a running assignment's place to the queue; what was answered and drafted stays."""
    item = session.get_one(ItemRow, row.item_id)
    row.state = AssignmentState.RETURNED
    row.lease_until = None
    take_place(session, row.item_id, forward=row.served_first == item.episode_1, give_back=True)
    insert_rows(session, [_noted(row, "returned", now)])


def _advance_all(place: Workplace, study_id: str, rater_ids: Sequence[str]) -> None:
    """Serve some raters in turn.

    Items whose lease is over go back first; a rater's own is taken up again if a place is free. The study
    stays locked until the transaction ends, so that simultaneous raters are counted one by one.
    """
    with place.database.writing() as session:
        locked = {
            rater_id: rater
            for rater_id, rater in locked_raters(session, study_id, rater_ids).items()
            if rater.revoked_at is None
        }
        study = study_of(session, study_id, lock=True)
        if study is None:
            return
        now = place.clock()
        if study.state is StudyState.OPEN and study.lease_minutes is not None:
            for row in expired_assignments(session, study_id, now):
                take_back(session, row, now)
            session.flush()
        unfinished = open_assignments(session, list(locked))
        for row in unfinished:
            _take_up(session, study, row, now)
        busy = {row.rater_id for row in unfinished}
        due = [
            rater
            for rater_id in dict.fromkeys(rater_ids)
            if (rater := locked.get(rater_id)) and rater.state is RaterState.ACTIVE and rater_id not in busy
        ]
        if due:
            _hand_out(session, place, study, due, now)


def _take_up(session: Session, study: StudyRow, row: AssignmentRow, now: datetime) -> None:
    if row.state is not AssignmentState.RETURNED:
        return
    item = session.get_one(ItemRow, row.item_id)
    forward = row.served_first == item.episode_1
    wanted = places_again(session, study, item.purpose)
    if take_free_place(session, row.item_id, forward=forward, wanted=wanted, completed=False):
        row.state = AssignmentState.RUNNING
        row.extend_lease(now)
        insert_rows(session, [_noted(row, "taken_up", now)])


def _hand_out(
    session: Session, place: Workplace, study: StudyRow, raters: Sequence[RaterRow], now: datetime
) -> None:
    given = given_to_raters(session, [rater.rater_id for rater in raters])
    is_open = study.state is StudyState.OPEN
    purposes = {rater.purpose for rater in raters} if is_open else set[Purpose]()
    stocks = {purpose: Stock(session, study, purpose) for purpose in purposes}
    rubric_hash = latest_rubric(session, study.study_id).rubric_hash
    rows: list[AssignmentRow] = []
    for rater in raters:
        mine = given[rater.rater_id]
        chosen = _choose(session, place, study, stocks[rater.purpose], rater, mine) if is_open else None
        if chosen is not None:
            rater.n_expected = chosen.n_expected
            row = _assignment(new_id(place), study, rater, chosen, now)
            row.position = max((one.position for one in mine), default=-1) + 1
            row.rubric_hash = chosen.rubric_hash or rubric_hash
            rows.append(row)
        elif any(one.state is AssignmentState.COMPLETED for one in mine):
            _finish(session, place, rater, now, is_all=is_open)
    for stock in stocks.values():
        take_places(session, stock.taken)
    insert_rows(session, rows)
    insert_rows(session, [_noted(row, "assigned", now) for row in rows])


def _choose(
    session: Session,
    place: Workplace,
    study: StudyRow,
    stock: Stock,
    rater: RaterRow,
    given: Sequence[GivenItem],
) -> Chosen | None:
    check = None
    if study.attention:
        check = choose_attention(
            session, study, rater, given, n_left=stock.n_left(given), coin=int(new_id(place)[-1], 16) % 2 == 1
        )
    return check or stock.choose(rater, given) or choose_repeated(session, study, rater, given)


def _assignment(
    assignment_id: str, study: StudyRow, rater: RaterRow, chosen: Chosen, now: datetime
) -> AssignmentRow:
    row = AssignmentRow(
        assignment_id=assignment_id,
        study_id=rater.study_id,
        item_id=chosen.item_id,
        rater_id=rater.rater_id,
        state=AssignmentState.RUNNING,
        served_first=chosen.served[0],
        served_second=chosen.served[1],
        step=0,
        reopened_step=None,
        assigned_at=now,
        lease_until=None,
        lease_minutes=study.lease_minutes,
        submitted_at=None,
        seconds=None,
        surplus=False,
        skipped_at=None,
        skip_reason=None,
        skip_remark=None,
    )
    row.extend_lease(now)
    return row


def _finish(session: Session, place: Workplace, rater: RaterRow, now: datetime, *, is_all: bool) -> None:
    if rater.completion_code is None:
        rater.completion_code = new_code(place)
    if is_all:
        rater.state = RaterState.FINISHED
        rater.finished_at = now
        actor = (ActorKind.RATER, rater.rater_id)
        add_event(
            session, at=now, actor=actor, action="finished", study_id=rater.study_id, about=rater.rater_id
        )


def _noted(row: AssignmentRow, action: str, now: datetime) -> EventRow:
    actor = (ActorKind.RATER, row.rater_id)
    return event_row(at=now, actor=actor, action=action, study_id=row.study_id, about=row.assignment_id)
