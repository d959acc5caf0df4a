"""Give a rater the next item, or end the session."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.assignment import ItemLoad, NextItem, choose_next, n_available
from annotate_app.services.secret import new_code, new_id
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import (
    ItemCount,
    RaterShare,
    item_counts,
    open_assignments,
    pairs_of_rater,
    rater_share,
)
from annotate_app.store.events import add_event
from annotate_app.store.models import AssignmentRow, RaterRow, StudyRow
from annotate_app.store.states import ActorKind, AssignmentState, RaterState, StudyState
from annotate_app.store.studies import latest_rubric, study_of

__all__ = ["advance", "items_left"]


def items_left(session: Session, study: StudyRow, rater: RaterRow, *, n_done: int) -> int:
    """Count the items that the rater could still be given now."""
    loads = _loads(item_counts(session, study.study_id))
    return _left(study, loads, pairs_of_rater(session, rater.rater_id), n_done)


def advance(session: Session, place: Workplace, rater: RaterRow) -> None:
    """Assign the next item to an active rater without one, or finish the session where none is left.

    The study stays locked until the transaction ends, so that simultaneous raters are counted one by one.
    """
    study = study_of(session, rater.study_id, lock=True)
    if study is None or rater.state is not RaterState.ACTIVE or open_assignments(session, rater.rater_id):
        return
    share = rater_share(session, rater.rater_id)
    if study.state is StudyState.OPEN and _assign(session, place, study, rater, share):
        return
    if share.n_completed:
        _finish(session, place, rater, is_all=study.state is StudyState.OPEN)


def _assign(
    session: Session,
    place: Workplace,
    study: StudyRow,
    rater: RaterRow,
    share: RaterShare,
) -> bool:
    n_done = share.n_completed
    if study.items_per_rater is not None and n_done >= study.items_per_rater:
        return False
    counts = item_counts(session, study.study_id)
    loads, seen_pairs = _loads(counts), pairs_of_rater(session, rater.rater_id)
    chosen = choose_next(
        loads,
        seen_pairs=seen_pairs,
        raters_per_item=study.raters_per_item,
        seed=study.seed,
        rater_id=rater.rater_id,
    )
    if chosen is None:
        return False
    rater.n_expected = n_done + _left(study, loads, seen_pairs, n_done)
    now = place.clock()
    item = next(count for count in counts if count.item_id == chosen.item_id)
    rubric_hash = latest_rubric(session, study.study_id).rubric_hash
    row = _assignment(
        new_id(place), rater, item, chosen, position=share.next_position, rubric_hash=rubric_hash, now=now
    )
    session.add(row)
    _note(session, rater, "assigned", row.assignment_id, now)
    return True


def _assignment(
    assignment_id: str,
    rater: RaterRow,
    item: ItemCount,
    chosen: NextItem,
    *,
    position: int,
    rubric_hash: str,
    now: datetime,
) -> AssignmentRow:
    first, second = item.episode_1, item.episode_2
    if chosen.reverse and second is not None:
        first, second = second, first
    return AssignmentRow(
        assignment_id=assignment_id,
        study_id=rater.study_id,
        item_id=item.item_id,
        rater_id=rater.rater_id,
        position=position,
        state=AssignmentState.RUNNING,
        served_first=first,
        served_second=second,
        rubric_hash=rubric_hash,
        step=0,
        reopened_step=None,
        assigned_at=now,
        lease_until=None,
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
        _note(session, rater, "finished", rater.rater_id, now)


def _note(session: Session, rater: RaterRow, action: str, about: str, now: datetime) -> None:
    actor = (ActorKind.RATER, rater.rater_id)
    add_event(session, at=now, actor=actor, action=action, study_id=rater.study_id, about=about)


def _left(study: StudyRow, loads: Iterable[ItemLoad], seen_pairs: AbstractSet[str], n_done: int) -> int:
    left = n_available(loads, seen_pairs=seen_pairs, raters_per_item=study.raters_per_item)
    return left if study.items_per_rater is None else max(0, min(left, study.items_per_rater - n_done))


def _loads(counts: tuple[ItemCount, ...]) -> tuple[ItemLoad, ...]:
    return tuple(ItemLoad(c.item_id, c.pair_id, c.n_forward, c.n_reverse) for c in counts)
