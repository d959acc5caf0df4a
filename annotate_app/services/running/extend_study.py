"""Make an open study larger: more ratings per item, or more items."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.rating.next_item import items_left
from annotate_app.services.studies.add_raters import MOST_RATERS
from annotate_app.services.studies.find import existing_study
from annotate_app.services.studies.list_studies import main_raters
from annotate_app.services.studies.plan_check import EpisodePair, complete_pairs, goal_problems
from annotate_app.services.studies.reach import Reach, reach_of
from annotate_app.services.studies.study_rows import item_rows
from annotate_app.services.workplace import Workplace
from annotate_app.store.episodes import batches, episodes_of_batch
from annotate_app.store.events import add_event
from annotate_app.store.items import add_items, items_of
from annotate_app.store.models import ItemRow, RaterRow, StudyRow
from annotate_app.store.raters import lock_raters
from annotate_app.store.states import RaterState, StudyState
from annotate_app.store.studies import contrasts_of, latest_rubric
from sim.schema.rating import Purpose
from sim.schema.rubric import Rubric
from sim.schema.study import Contrast

__all__ = ["ExtendedStudy", "Extension", "extend_study"]

_GONE = {RaterState.DECLINED, RaterState.WITHDRAWN}
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Extension:
    """How a study is to grow.

    Attributes
    ----------
    raters_per_item
        The new number, higher than before; None leaves it.
    batch_id
        Whose pairs are added; None adds none.
    ask_again
        Whether raters who had finished are given further items without having to ask for them.
    """

    raters_per_item: int | None = None
    batch_id: str | None = None
    ask_again: bool = False


@dataclass(frozen=True, slots=True)
class ExtendedStudy:
    """What an extension did; `n_known` pairs of the batch were in the study before."""

    raters_per_item: int
    n_items: int
    n_added: int
    n_known: int
    n_asked_again: int
    reach: Reach


@dataclass(frozen=True, slots=True)
class _Addition:
    items: tuple[ItemRow, ...] = ()
    n_known: int = 0
    problems: list[str] = field(default_factory=list[str])


def extend_study(place: Workplace, principal: Staff, study_id: str, extension: Extension) -> ExtendedStudy:
    """Raise how many raters rate each item, add the pairs of another batch, or both, in one transaction.

    The study is locked, as it is while items are given out: every assignment is decided before or after, and
    the rules of assignment go on over old and new items alike. Whoever had finished keeps the completion
    code, and may go on from the last page; with `ask_again` they are given the next item at once.

    Raises
    ------
    StudyError
        With everything that is wrong; nothing was changed.
    NotFoundError
        If there is no such study.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        finished = _finished(session, study_id) if extension.ask_again else ()
        study = existing_study(session, study_id, lock=True)
        before = [item for item in items_of(session, study_id) if item.purpose is Purpose.MAIN]
        addition = _addition(session, study, extension, before)
        problems = [*_problems(study, extension), *addition.problems]
        if problems:
            raise StudyError(problems)
        earlier, wanted = study.raters_per_item, extension.raters_per_item or study.raters_per_item
        study.raters_per_item = wanted
        add_items(session, addition.items)
        asked = _ask_again(session, study, finished)
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="extended_study",
            study_id=study_id,
            about=study_id,
            detail={
                "raters_per_item": {"from": earlier, "to": wanted},
                "n_items_added": len(addition.items),
                "n_raters_asked_again": asked,
            },
        )
        items = [*before, *addition.items]
        staying = sum(rater.state not in _GONE for rater in main_raters(session, study_id))
        reach = reach_of(study, items, n_raters=staying)
        return ExtendedStudy(wanted, len(items), len(addition.items), addition.n_known, asked, reach)


def _problems(study: StudyRow, extension: Extension) -> Iterator[str]:
    wanted, now = extension.raters_per_item, study.raters_per_item
    if study.state is StudyState.CLOSED:
        yield f"Study {study.name!r} is closed: it hands out no more items. Make a new study."
    if wanted is None and extension.batch_id is None:
        yield "Nothing was asked for: give a higher number of raters per item, a batch to add, or both."
    if wanted is not None and not 1 <= wanted <= MOST_RATERS:
        yield f"Found {wanted} for raters per item, expected a whole number from {now + 1} to {MOST_RATERS}."
    elif wanted is not None and wanted < now:
        yield (
            f"Found {wanted} for raters per item, but the study has {now}: it can only be raised, since "
            "items may have more ratings than that already and none is thrown away. To end early, close the "
            "study."
        )
    elif wanted == now:
        yield f"The study has {now} raters per item already; the number can only be raised."


def _addition(session: Session, study: StudyRow, extension: Extension, before: list[ItemRow]) -> _Addition:
    if extension.batch_id is None:
        return _Addition()
    known = [batch.batch_id for batch in batches(session)]
    if extension.batch_id not in known:
        listed = ", ".join(known) or "none yet"
        return _Addition(problems=[f"There is no batch {extension.batch_id!r}. There are: {listed}."])
    rows = episodes_of_batch(session, extension.batch_id)
    rubric = Rubric.model_validate_json(latest_rubric(session, study.study_id).document)
    contrast = contrasts_of(session, study.study_id)[0]
    pairs = complete_pairs(rows, Contrast(first=contrast.first, second=contrast.second))
    if not pairs:
        conditions = ", ".join(repr(name) for name in sorted({row.condition for row in rows})) or "none"
        problem = (
            f"No pair of batch {extension.batch_id!r} has episodes of both {contrast.first!r} and "
            f"{contrast.second!r}, which the study compares; the batch has the conditions {conditions}."
        )
        return _Addition(problems=[problem])
    of_pair = {item.pair_id: set[str]() for item in before}
    for item in before:
        of_pair[item.pair_id].update(one for one in (item.episode_1, item.episode_2) if one is not None)
    new = [pair for pair in pairs if pair.first.pair_id not in of_pair]
    known_pairs = [pair for pair in pairs if pair.first.pair_id in of_pair]
    other = [pair.first.pair_id for pair in known_pairs if _episodes(pair) != of_pair[pair.first.pair_id]]
    problems = [*_other_episodes(other), *goal_problems(rubric, new)]
    items = tuple(item_rows(study.study_id, new, layout=rubric.layout))
    return _Addition(items, len(known_pairs), problems)


def _episodes(pair: EpisodePair) -> set[str]:
    return {pair.first.episode_id, pair.second.episode_id}


def _other_episodes(pair_ids: list[str]) -> list[str]:
    if not pair_ids:
        return []
    listed = ", ".join(pair_ids[:_MOST_NAMED]) + (", ..." if len(pair_ids) > _MOST_NAMED else "")
    problem = (
        f"The study has {len(pair_ids)} of the batch's pairs with other episodes ({listed}). A pair is rated "
        "once by a rater: give the new episodes pair ids of their own."
    )
    return [problem]


def _finished(session: Session, study_id: str) -> tuple[RaterRow, ...]:
    return tuple(rater for rater in lock_raters(session, study_id) if rater.state is RaterState.FINISHED)


def _ask_again(session: Session, study: StudyRow, finished: tuple[RaterRow, ...]) -> int:
    asked = 0
    for rater in finished:
        if items_left(session, study, rater):
            rater.state = RaterState.ACTIVE
            asked += 1
    return asked
