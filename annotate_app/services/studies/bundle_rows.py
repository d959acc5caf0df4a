"""Turn what is stored of a study into the rows of its bundle, in an order from which nothing can be told."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.blind_item import asked_dimensions
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.events import events_of_study
from annotate_app.store.models import AssignmentRow, EventRow, ItemRow, RaterRow, StudyRow
from annotate_app.store.ratings import ratings_of_study
from annotate_app.store.states import ActorKind, AssignmentState, RaterState, Withdrawal
from sim.schema.episode import Episode
from sim.schema.rating import RaterKind, Rating
from sim.schema.ratings_csv import cell_safe
from sim.schema.rubric import Rubric

__all__ = [
    "Row",
    "assignment_rows",
    "check_rows",
    "condition_rows",
    "erased_raters",
    "event_rows",
    "item_rows_of",
    "rater_rows",
    "ratings_of",
]

Row = tuple[object, ...]

_NEUTRAL = {
    "added_pilot",
    "added_raters",
    "created_study",
    "extended_study",
    "preregistered",
    "revised_questions",
}


def ratings_of(session: Session, study: StudyRow, items: Iterable[ItemRow]) -> tuple[Rating, ...]:
    """List every answer as a rating of the contract, by rater, unit, dimension, purpose and revision."""
    purposes = {item.item_id: item.purpose for item in items}
    given = {row.assignment_id: row for row in assignments_of_study(session, study.study_id)}
    ratings = (
        Rating(
            study_id=study.study_id,
            item_id=given[row.assignment_id].item_id,
            unit_id=row.unit_id,
            target=row.target,
            dimension=row.dimension,
            rater_id=given[row.assignment_id].rater_id,
            rater_kind=RaterKind.HUMAN,
            purpose=purposes[given[row.assignment_id].item_id],
            status=row.status,
            value=row.value,
            reason=row.reason,
            presentation=given[row.assignment_id].served,
            seconds=row.seconds,
            revision=row.revision,
            rubric_hash=row.rubric_hash,
            rated_at=row.rated_at,
        )
        for row in ratings_of_study(session, study.study_id)
    )
    return tuple(
        sorted(
            ratings,
            key=lambda one: (one.rater_id, one.unit_id, one.dimension, one.purpose != "main", one.revision),
        )
    )


def item_rows_of(items: Iterable[ItemRow]) -> list[Row]:
    """Make the rows of `items.csv`, by opaque id."""
    return [
        (
            item.item_id,
            item.pair_id,
            item.environment_id,
            item.scenario_id,
            item.episode_1,
            item.episode_2,
            item.purpose.value,
        )
        for item in sorted(items, key=lambda item: item.item_id)
    ]


def check_rows(items: Iterable[ItemRow]) -> list[Row]:
    """Make the rows of `checks.csv`, by opaque id."""
    checks = (item for item in items if item.intact is not None)
    return [
        (item.item_id, item.check_kind, item.intact) for item in sorted(checks, key=lambda item: item.item_id)
    ]


def erased_raters(study: StudyRow, raters: Iterable[RaterRow]) -> frozenset[str]:
    """List who withdrew from a study that deletes: a bundle says that they did, and nothing else of them."""
    if study.withdrawal is not Withdrawal.DELETE:
        return frozenset()
    return frozenset(rater.rater_id for rater in raters if rater.state is RaterState.WITHDRAWN)


def rater_rows(
    raters: Iterable[RaterRow],
    assignments: Iterable[AssignmentRow],
    reasons: Mapping[str, str],
    *,
    blind: bool,
    erased: Collection[str] = (),
) -> list[Row]:
    """Make the rows of `raters.csv`, by opaque id.

    `reasons` says why raters are excluded, by rater; a blind bundle says only that they are.
    """
    submitted = Counter(row.rater_id for row in assignments if row.state is AssignmentState.COMPLETED)
    return [
        (
            rater.rater_id,
            rater.number,
            rater.state.value,
            *(
                (None, "", "")
                if rater.rater_id in erased
                else (rater.consent_version, _time(rater.consented_at), _time(rater.finished_at))
            ),
            submitted[rater.rater_id],
            str(rater.rater_id in reasons).lower(),
            "" if blind else cell_safe(reasons.get(rater.rater_id, "")),
        )
        for rater in sorted(raters, key=lambda rater: rater.rater_id)
    ]


def assignment_rows(assignments: Iterable[AssignmentRow], rubrics: Mapping[str, Rubric]) -> list[Row]:
    """Make the rows of `assignments.csv`, by opaque id; `rubrics` are the study's versions by hash."""
    return [
        (
            row.assignment_id,
            row.item_id,
            row.rater_id,
            row.position,
            row.state.value if row.skipped_at is None else "skipped",
            row.served_first,
            row.served_second,
            _time(row.assigned_at),
            _time(row.submitted_at),
            row.seconds,
            str(row.surplus).lower(),
            None if row.skip_reason is None else row.skip_reason.value,
            cell_safe(row.skip_remark or ""),
            _question_order(rubrics[row.rubric_hash], row.assignment_id),
        )
        for row in sorted(assignments, key=lambda row: row.assignment_id)
    ]


def _question_order(rubric: Rubric, assignment_id: str) -> str:
    if all(step.order == "given" for step in rubric.steps):
        return ""
    return " | ".join(
        " ".join(dimension.dimension for dimension in asked_dimensions(step, assignment_id))
        for step in rubric.steps
    )


def event_rows(session: Session, study_id: str, *, blind: bool, erased: Collection[str] = ()) -> list[Row]:
    """Make the rows of `events.csv`, as they happened.

    What staff wrote, such as the reason for unblinding, may name conditions: a blind bundle leaves it out and
    keeps the details that hold only numbers and ids.
    """
    return [
        (
            _time(row.at),
            row.actor_kind.value,
            cell_safe(row.actor_id),
            row.action,
            row.object,
            json.dumps(
                row.detail if not blind or _is_neutral(row) else {},
                ensure_ascii=False,
                sort_keys=True,
            ),
        )
        for row in events_of_study(session, study_id)
        if row.actor_id not in erased or row.action == "withdrew"
    ]


def _is_neutral(event: EventRow) -> bool:
    return event.actor_kind is ActorKind.RATER or event.action in _NEUTRAL


def condition_rows(episodes: Sequence[Episode]) -> list[Row]:
    """Make the rows of `conditions.csv`, by opaque id."""
    return [
        (
            episode.episode_id,
            episode.pair_id,
            episode.mode.value,
            episode.condition,
            episode.end_reason.value,
            len(episode.turns),
            sum(len(turn.text.split()) for turn in episode.turns),
            "" if episode.outcome is None else episode.outcome.model_dump_json(),
        )
        for episode in sorted(episodes, key=lambda episode: episode.episode_id)
    ]


def _time(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()
