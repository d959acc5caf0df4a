"""Give raters attention checks, made of dialogues that they rated before."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from annotate_app.design.attention import (
    LEAST_TURNS,
    CheckDesign,
    altered_dialogue,
    check_design,
    is_check_due,
)
from annotate_app.services.rating.stock import Chosen, n_expected
from annotate_app.store.assignments import GivenItem
from annotate_app.store.episodes import add_altered, blind_episodes
from annotate_app.store.items import take_place
from annotate_app.store.models import ItemRow, RaterRow, StudyRow
from annotate_app.store.states import AssignmentState
from sim.schema.base import opaque_id
from sim.schema.rating import Purpose

__all__ = ["choose_attention"]


@dataclass(frozen=True, slots=True)
class _Source:
    """The dialogue that a check is made of, and which condition it is of."""

    item: ItemRow
    intact: str
    arm: int


def choose_attention(
    session: Session, study: StudyRow, rater: RaterRow, given: Sequence[GivenItem], *, n_left: int, coin: bool
) -> Chosen | None:
    """Choose an attention check where one is due, and count it.

    It is made of a dialogue that the rater rated already, so that it tells nothing of those to come. The
    study must be locked.

    Parameters
    ----------
    n_left
        How many items, without checks, the rater could still be given.
    coin
        Decides the condition where the rater's checks do not: chance, as nothing in a bundle may.
    """
    done = [one for one in given if one.purpose is Purpose.MAIN and one.state is AssignmentState.COMPLETED]
    checks = [one for one in given if one.purpose is Purpose.ATTENTION]
    if rater.purpose is not Purpose.MAIN or not is_check_due(
        n_done=len(done), n_expected=len(done) + n_left, n_given=len(checks), wanted=study.attention
    ):
        return None
    wanted = check_design(study.seed, rater_number=rater.number, wanted=study.attention, number=len(checks))
    used = {one.pair_id for one in checks}
    source = _source(
        session, study, [one for one in done if one.pair_id not in used], _arm(checks, coin=coin)
    )
    if source is None:
        return None
    item = _check_item(session, study, source, wanted)
    forward = (item.intact == item.episode_1) == wanted.intact_first
    take_place(session, item.item_id, forward=forward)
    served = (item.episode_1, item.episode_2) if forward else (item.episode_2 or "", item.episode_1)
    return Chosen(item.item_id, served, n_expected(study, rater, given, n_left=n_left))


def _arm(checks: Sequence[GivenItem], *, coin: bool) -> int:
    lead = sum(1 if one.arm == 0 else -1 for one in checks)
    return int(lead > 0) if lead else int(coin)


def _source(session: Session, study: StudyRow, done: Sequence[GivenItem], arm: int) -> _Source | None:
    """Find a long enough dialogue, of the wanted condition if there is one; the last item's comes last."""
    drawn = sorted(done[:-1], key=lambda one: _drawn(study.seed, one)) + list(done[-1:])
    for wanted in (arm, 1 - arm):
        for one in drawn:
            item = session.get_one(ItemRow, one.item_id)
            episode_id = item.episode_1 if item.arm == wanted else item.episode_2
            if episode_id is None:
                continue
            if len(blind_episodes(session, [episode_id])[episode_id].turns) >= LEAST_TURNS:
                return _Source(item, episode_id, wanted)
    return None


def _check_item(session: Session, study: StudyRow, source: _Source, wanted: CheckDesign) -> ItemRow:
    """Find the check of a dialogue and a kind; make it where nobody was shown it yet."""
    intact = source.intact
    item_id = opaque_id(study.study_id, Purpose.ATTENTION, intact, wanted.kind)
    found = session.get(ItemRow, item_id)
    if found is not None:
        return found
    altered = opaque_id("altered", intact, wanted.kind)
    episode = blind_episodes(session, [intact])[intact]
    add_altered(session, altered_dialogue(episode, wanted.kind, episode_id=altered), intact=intact)
    first, second = sorted((intact, altered))
    item = ItemRow(
        item_id=item_id,
        study_id=study.study_id,
        pair_id=source.item.pair_id,
        environment_id=source.item.environment_id,
        scenario_id=source.item.scenario_id,
        episode_1=first,
        episode_2=second,
        purpose=Purpose.ATTENTION,
        arm=source.arm,
        intact=intact,
        check_kind=wanted.kind.value,
    )
    session.add(item)
    session.flush()
    return item


def _drawn(seed: int, one: GivenItem) -> bytes:
    return hashlib.sha256(f"{seed}\x1fcheck\x1f{one.rater_id}\x1f{one.item_id}".encode()).digest()
