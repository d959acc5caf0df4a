"""A pilot wave: some of the pairs, rated by people of its own, and left out of the analysis."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from annotate_app.design.pilot import pilot_pairs
from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.studies import RaterLink
from annotate_app.services.studies.add_raters import MOST_RATERS, expiry_problems, invite
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.items import add_items, item_counts, items_of
from annotate_app.store.models import ItemRow, StudyRow
from annotate_app.store.raters import raters_of_study
from annotate_app.store.states import RaterState, StudyState
from annotate_app.store.wanted import places_wanted
from sim.schema.base import opaque_id
from sim.schema.rating import Purpose

__all__ = ["PilotPlan", "PilotProgress", "PilotWave", "add_pilot", "pilot_progress"]


@dataclass(frozen=True, slots=True)
class PilotPlan:
    """What a pilot is to be.

    Attributes
    ----------
    n_pairs
        How many of the study's pairs; None where the study has a pilot and is to get more people for it.
    """

    n_raters: int
    n_pairs: int | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PilotWave:
    """The pilot's items, and the links of its new raters, which exist only here."""

    n_items: int
    links: tuple[RaterLink, ...]


@dataclass(frozen=True, slots=True)
class PilotProgress:
    """How far a pilot is: `n_completed` of `n_wanted` item ratings are in."""

    n_items: int
    n_raters: int
    n_finished: int
    n_completed: int
    n_wanted: int


def add_pilot(place: Workplace, principal: Staff, study_id: str, plan: PilotPlan) -> PilotWave:
    """Make pilot items of some pairs, and raters who are given these and no others.

    Every pilot rater rates every pilot item. The same pairs stay items of the main study, for other people.

    Raises
    ------
    StudyError
        With everything that is wrong; nothing was stored.
    NotFoundError
        If there is no such study.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id, lock=True)
        items = items_of(session, study_id)
        known = [item for item in items if item.purpose is Purpose.PILOT]
        main = [item for item in items if item.purpose is Purpose.MAIN]
        problems = [*_problems(study, plan, main, known), *expiry_problems(plan.expires_at, now)]
        if problems:
            raise StudyError(problems)
        new = () if plan.n_pairs is None else _pilot_items(study, main, plan.n_pairs)
        add_items(session, new)
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="added_pilot",
            study_id=study_id,
            about=study_id,
            detail={"n_items": len(new), "n_raters": plan.n_raters},
        )
        links = invite(
            session,
            place,
            principal,
            study_id,
            n_raters=plan.n_raters,
            expires_at=plan.expires_at,
            purpose=Purpose.PILOT,
        )
        return PilotWave(len(known) + len(new), links)


def pilot_progress(place: Workplace, principal: Staff, study_id: str) -> PilotProgress | None:
    """Count what a study's pilot has brought in; None where it has none.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id)
        items = item_counts(session, study_id, Purpose.PILOT)
        if not items:
            return None
        raters = [one for one in raters_of_study(session, study_id) if one.purpose is Purpose.PILOT]
        return PilotProgress(
            n_items=len(items),
            n_raters=len(raters),
            n_finished=sum(rater.state is RaterState.FINISHED for rater in raters),
            n_completed=sum(item.n_completed for item in items),
            n_wanted=len(items) * places_wanted(session, study, Purpose.PILOT),
        )


def _problems(
    study: StudyRow, plan: PilotPlan, main: Sequence[ItemRow], known: Sequence[ItemRow]
) -> Iterator[str]:
    n_pairs = len({item.pair_id for item in main})
    if study.state is StudyState.CLOSED:
        yield f"Study {study.name!r} is closed."
    if not 1 <= plan.n_raters <= MOST_RATERS:
        yield f"Found {plan.n_raters} for the pilot's raters, expected from 1 to {MOST_RATERS}."
    if known and plan.n_pairs is not None:
        yield (
            f"The study has a pilot of {len(known)} items already; to add people to it, leave out how many."
        )
    elif not known and (plan.n_pairs is None or not 1 <= plan.n_pairs <= n_pairs):
        found = "nothing" if plan.n_pairs is None else str(plan.n_pairs)
        yield f"Found {found} for the pilot's pairs, expected from 1 to {n_pairs}, the study's pairs."


def _pilot_items(study: StudyRow, main: Sequence[ItemRow], n_pairs: int) -> tuple[ItemRow, ...]:
    environments = {item.pair_id: item.environment_id for item in main}
    chosen = set(pilot_pairs(environments, n_pairs=n_pairs, seed=study.seed))
    return tuple(_pilot_item(item) for item in main if item.pair_id in chosen)


def _pilot_item(item: ItemRow) -> ItemRow:
    episodes = [one for one in (item.episode_1, item.episode_2) if one is not None]
    return ItemRow(
        item_id=opaque_id(item.study_id, Purpose.PILOT, *episodes),
        study_id=item.study_id,
        pair_id=item.pair_id,
        environment_id=item.environment_id,
        scenario_id=item.scenario_id,
        episode_1=item.episode_1,
        episode_2=item.episode_2,
        purpose=Purpose.PILOT,
        arm=item.arm,
    )
