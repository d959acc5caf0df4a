"""Give a rater the next item, or end the session."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from annotate_app.design.assignment import ItemLoad, RaterHistory, Rules, choose_next, n_available
from annotate_app.services.secret import new_code, new_id
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import (
    GivenItem,
    expired_assignments,
    given_to_rater,
    open_assignments,
)
from annotate_app.store.events import add_event
from annotate_app.store.items import ItemCount, item_counts, take_free_place, take_place
from annotate_app.store.models import AssignmentRow, ItemRow, RaterRow, StudyRow
from annotate_app.store.states import ActorKind, AssignmentState, RaterState, StudyState
from annotate_app.store.studies import latest_rubric, study_of

__all__ = ["advance", "items_left", "take_back"]


@dataclass(frozen=True, slots=True)
class _Chosen:
    item: ItemCount
    reverse: bool
    n_left: int


def items_left(session: Session, study: StudyRow, rater: RaterRow, *, n_done: int) -> int:
    """Count the items that the rater could still be given now."""
    loads = _loads(item_counts(session, study.study_id))
    return _left(study, loads, _history(given_to_rater(session, rater.rater_id)), n_done)


def advance(session: Session, place: Workplace, rater: RaterRow) -> None:
    """Assign the next item to an active rater without one, or finish the session where none is left.

    Items whose lease is over go back first; one of the rater's own is taken up again if a place is free.
    The study stays locked until the transaction ends, so that simultaneous raters are counted one by one.
    """
    study = study_of(session, rater.study_id, lock=True)
    if study is None:
        return
    is_open = study.state is StudyState.OPEN
    if is_open:
        _return_expired(session, study, place.clock())
    unfinished = open_assignments(session, rater.rater_id)
    if unfinished:
        for row in unfinished:
            _take_up(session, study, row, place.clock())
        return
    if rater.state is not RaterState.ACTIVE:
        return
    given = given_to_rater(session, rater.rater_id)
    if is_open and _assign(session, place, study, rater, given):
        return
    if any(one.state is AssignmentState.COMPLETED for one in given):
        _finish(session, place, rater, is_all=is_open)


def take_back(session: Session, row: AssignmentRow, now: datetime) -> None:
    """Give a running assignment's place to the queue; what was answered and drafted stays."""
    item = session.get_one(ItemRow, row.item_id)
    row.state = AssignmentState.RETURNED
    row.lease_until = None
    take_place(session, row.item_id, forward=row.served_first == item.episode_1, give_back=True)
    _note(session, row, "returned", now)


def _return_expired(session: Session, study: StudyRow, now: datetime) -> None:
    if study.lease_minutes is not None:
        for row in expired_assignments(session, study.study_id, now):
            take_back(session, row, now)


def _take_up(session: Session, study: StudyRow, row: AssignmentRow, now: datetime) -> None:
    if row.state is not AssignmentState.RETURNED:
        return
    item = session.get_one(ItemRow, row.item_id)
    forward = row.served_first == item.episode_1
    if take_free_place(session, row.item_id, forward=forward, wanted=study.raters_per_item, completed=False):
        row.state = AssignmentState.RUNNING
        row.extend_lease(now)
        _note(session, row, "taken_up", now)


def _assign(
    session: Session, place: Workplace, study: StudyRow, rater: RaterRow, given: Sequence[GivenItem]
) -> bool:
    n_done = sum(one.state is AssignmentState.COMPLETED for one in given)
    chosen = _choose(session, study, rater, given, n_done)
    if chosen is None:
        return False
    now = place.clock()
    rater.n_expected = n_done + chosen.n_left
    row = _assignment(new_id(place), study, rater, chosen, now)
    row.position = max((one.position for one in given), default=-1) + 1
    row.rubric_hash = latest_rubric(session, study.study_id).rubric_hash
    take_place(session, row.item_id, forward=not chosen.reverse)
    session.add(row)
    _note(session, row, "assigned", now)
    return True


def _choose(
    session: Session, study: StudyRow, rater: RaterRow, given: Sequence[GivenItem], n_done: int
) -> _Chosen | None:
    if study.items_per_rater is not None and n_done >= study.items_per_rater:
        return None
    counts = item_counts(session, study.study_id)
    loads, history = _loads(counts), _history(given)
    chosen = choose_next(loads, history, _rules(study), rater_number=rater.number)
    if chosen is None:
        return None
    item = next(count for count in counts if count.item_id == chosen.item_id)
    return _Chosen(item, chosen.reverse, _left(study, loads, history, n_done))


def _assignment(
    assignment_id: str, study: StudyRow, rater: RaterRow, chosen: _Chosen, now: datetime
) -> AssignmentRow:
    first, second = chosen.item.episode_1, chosen.item.episode_2
    if chosen.reverse and second is not None:
        first, second = second, first
    minutes = study.lease_minutes
    return AssignmentRow(
        assignment_id=assignment_id,
        study_id=rater.study_id,
        item_id=chosen.item.item_id,
        rater_id=rater.rater_id,
        state=AssignmentState.RUNNING,
        served_first=first,
        served_second=second,
        step=0,
        reopened_step=None,
        assigned_at=now,
        lease_until=None if minutes is None else now + timedelta(minutes=minutes),
        lease_minutes=minutes,
        submitted_at=None,
        seconds=None,
        surplus=False,
    )


def _finish(session: Session, place: Workplace, rater: RaterRow, *, is_all: bool) -> None:
    now = place.clock()
    if rater.completion_code is None:
        rater.completion_code = new_code(place)
    if is_all:
        rater.state = RaterState.FINISHED
        rater.finished_at = now
        actor = (ActorKind.RATER, rater.rater_id)
        add_event(
            session, at=now, actor=actor, action="finished", study_id=rater.study_id, about=rater.rater_id
        )


def _note(session: Session, row: AssignmentRow, action: str, now: datetime) -> None:
    actor = (ActorKind.RATER, row.rater_id)
    add_event(session, at=now, actor=actor, action=action, study_id=row.study_id, about=row.assignment_id)


def _left(study: StudyRow, loads: Sequence[ItemLoad], history: RaterHistory, n_done: int) -> int:
    left = n_available(loads, history, _rules(study))
    return left if study.items_per_rater is None else max(0, min(left, study.items_per_rater - n_done))


def _rules(study: StudyRow) -> Rules:
    return Rules(study.raters_per_item, study.seed, study.items_per_environment, study.items_per_rater)


def _loads(counts: Sequence[ItemCount]) -> tuple[ItemLoad, ...]:
    return tuple(
        ItemLoad(
            item_id=count.item_id,
            key=count.episode_1,
            pair_id=count.pair_id,
            environment_id=count.environment_id,
            arm=count.arm,
            n_forward=count.n_forward,
            n_reverse=count.n_reverse,
            is_pair=count.episode_2 is not None,
        )
        for count in counts
    )


def _history(given: Sequence[GivenItem]) -> RaterHistory:
    return RaterHistory(
        pairs=frozenset(one.pair_id for one in given),
        environments=Counter(one.environment_id for one in given),
        lead=sum(1 if (one.arm == 0) == one.is_forward else -1 for one in given),
    )
