"""Compute what flags a study's raters, and say who is excluded."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.design.quality import QualityFigures, RatedItem, quality_figures
from annotate_app.services.access import require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.episodes import blind_documents
from annotate_app.store.exclusions import latest_decisions
from annotate_app.store.models import AssignmentRow, ExclusionRow, RaterRow, RatingRow
from annotate_app.store.raters import raters_of_study
from annotate_app.store.ratings import ratings_of_study
from annotate_app.store.states import AssignmentState
from annotate_app.store.studies import rubric_with_hash
from sim.schema.episode import BlindEpisode
from sim.schema.rubric import Rubric
from sim.schema.scale import PreferenceAnswer, ScaleAnswer

__all__ = ["RaterQuality", "study_quality"]


@dataclass(frozen=True, slots=True)
class RaterQuality:
    """One rater's figures and flags; `exclusion_reason` is empty unless `is_excluded`."""

    number: int
    rater_id: str
    figures: QualityFigures
    is_excluded: bool
    exclusion_reason: str


def study_quality(place: Workplace, principal: Staff, study_id: str) -> tuple[RaterQuality, ...]:
    """Look at every rater's submitted items, by number.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        existing_study(session, study_id)
        items = _rated_items(session, study_id)
        decisions = latest_decisions(session, study_id)
        return tuple(
            _quality(rater, items[rater.rater_id], decisions.get(rater.rater_id))
            for rater in raters_of_study(session, study_id)
        )


def _quality(rater: RaterRow, items: Sequence[RatedItem], decision: ExclusionRow | None) -> RaterQuality:
    excluded = decision is not None and decision.excluded
    return RaterQuality(
        number=rater.number,
        rater_id=rater.rater_id,
        figures=quality_figures(items),
        is_excluded=excluded,
        exclusion_reason=decision.reason if decision is not None and excluded else "",
    )


def _rated_items(session: Session, study_id: str) -> Mapping[str, list[RatedItem]]:
    rows = [row for row in assignments_of_study(session, study_id) if row.state is AssignmentState.COMPLETED]
    words = _words(session, {episode for row in rows for episode in row.served})
    answers: defaultdict[str, list[RatingRow]] = defaultdict(list)
    for rating in ratings_of_study(session, study_id):
        answers[rating.assignment_id].append(rating)
    rubrics = {one: _rubric(session, study_id, one) for one in {row.rubric_hash for row in rows}}
    items: defaultdict[str, list[RatedItem]] = defaultdict(list)
    for row in rows:
        n_words = sum(words[episode] for episode in row.served)
        items[row.rater_id].append(
            _item(row, answers[row.assignment_id], rubrics[row.rubric_hash], n_words=n_words)
        )
    return items


def _item(row: AssignmentRow, ratings: Iterable[RatingRow], rubric: Rubric, *, n_words: int) -> RatedItem:
    latest = {
        (one.dimension, one.unit_id): one.value for one in sorted(ratings, key=lambda one: one.revision)
    }
    kinds = {question.dimension: question.answer for question in rubric.dimensions}
    scales = [
        value
        for (dimension, _), value in latest.items()
        if isinstance(kinds[dimension], ScaleAnswer) and isinstance(value, float | int)
    ]
    preferred = [name for name, answer in kinds.items() if isinstance(answer, PreferenceAnswer)]
    choices = [value for (dimension, _), value in latest.items() if dimension in preferred[:1]]
    return RatedItem(tuple(scales), _side(row, choices), row.seconds, n_words)


def _side(row: AssignmentRow, choices: Iterable[str | float | None]) -> Literal["a", "b"] | None:
    for choice in choices:
        if choice == row.served_first:
            return "a"
        if choice is not None and choice == row.served_second:
            return "b"
    return None


def _words(session: Session, episode_ids: Iterable[str]) -> Mapping[str, int]:
    documents = blind_documents(session, episode_ids)
    return {
        episode_id: sum(len(turn.text.split()) for turn in BlindEpisode.model_validate_json(document).turns)
        for episode_id, document in documents.items()
    }


def _rubric(session: Session, study_id: str, rubric_hash: str) -> Rubric:
    return rubric_with_hash(session, study_id, rubric_hash)
