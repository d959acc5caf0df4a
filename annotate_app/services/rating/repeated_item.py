"""Show raters some of their own items again, when their main items are at an end."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from annotate_app.design.repeats import choose_repeat
from annotate_app.services.rating.stock import Chosen, n_expected
from annotate_app.store.assignments import GivenItem, assignment_for
from annotate_app.store.items import take_place
from annotate_app.store.models import ItemRow, RaterRow, StudyRow
from annotate_app.store.states import AssignmentState
from sim.schema.base import opaque_id
from sim.schema.rating import Purpose

__all__ = ["choose_repeated"]


def choose_repeated(
    session: Session, study: StudyRow, rater: RaterRow, given: Sequence[GivenItem]
) -> Chosen | None:
    """Choose an item to show again, with sides exchanged, and count it; None where enough were.

    The study must be locked. The questions are those of the first time.
    """
    repeated = [one for one in given if one.purpose is Purpose.REPEAT]
    if rater.purpose is not Purpose.MAIN or len(repeated) >= study.repeats:
        return None
    known = {one.item_id for one in repeated}
    candidates = {
        one.item_id
        for one in given
        if one.purpose is Purpose.MAIN
        and one.state is AssignmentState.COMPLETED
        and _repeat_id(study, one) not in known
    }
    shown = [one.item_id for one in given]
    chosen = choose_repeat(shown, candidates, seed=study.seed, rater_number=rater.number)
    if chosen is None:
        return None
    first = assignment_for(session, rater.rater_id, chosen)
    item = _repeat_item(session, study, session.get_one(ItemRow, chosen))
    second, *rest = reversed(first.served)
    take_place(session, item.item_id, forward=second == item.episode_1)
    served = (second, rest[0] if rest else None)
    return Chosen(item.item_id, served, n_expected(study, rater, given, n_left=0), first.rubric_hash)


def _repeat_id(study: StudyRow, one: GivenItem) -> str:
    return opaque_id(study.study_id, Purpose.REPEAT, one.item_id)


def _repeat_item(session: Session, study: StudyRow, item: ItemRow) -> ItemRow:
    """Find the item that shows another one again; make it where nobody was shown it yet."""
    item_id = opaque_id(study.study_id, Purpose.REPEAT, item.item_id)
    found = session.get(ItemRow, item_id)
    if found is not None:
        return found
    repeat = ItemRow(
        item_id=item_id,
        study_id=study.study_id,
        pair_id=item.pair_id,
        environment_id=item.environment_id,
        scenario_id=item.scenario_id,
        episode_1=item.episode_1,
        episode_2=item.episode_2,
        purpose=Purpose.REPEAT,
        arm=item.arm,
    )
    session.add(repeat)
    session.flush()
    return repeat
