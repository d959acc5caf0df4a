"""Compute what flags a study's raters, and say who is excluded."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.design.quality import QualityFigures, RatedItem, quality_figures
from annotate_app.services.access import require_staff
from annotate_app.services.studies.checked_answers import (
    CheckedAnswers,
    Rated,
    checked_answers,
    latest_values,
)
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.episodes import blind_documents
from annotate_app.store.exclusions import latest_decisions
from annotate_app.store.items import items_of
from annotate_app.store.models import AssignmentRow, ExclusionRow, RaterRow, RatingRow
from annotate_app.store.raters import raters_of_study
from annotate_app.store.ratings import ratings_of_study
from annotate_app.store.states import AssignmentState
from annotate_app.store.studies import rubric_with_hash
from sim.schema.episode import BlindEpisode
from sim.schema.rating import Purpose
from sim.schema.rubric import Rubric
from sim.schema.scale import PreferenceAnswer, ScaleAnswer

__all__ = ["RaterQuality", "study_quality"]

_OWN = {Purpose.MAIN, Purpose.PILOT}


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
        rated = _rated(session, study_id)
        items, checked = _rated_items(session, rated), checked_answers(rated)
        decisions = latest_decisions(session, study_id)
        return tuple(
            _quality(rater, items[rater.rater_id], checked[rater.rater_id], decisions.get(rater.rater_id))
            for rater in raters_of_study(session, study_id)
        )


def _quality(
    rater: RaterRow,
    items: Sequence[RatedItem],
    checked: CheckedAnswers,
    decision: ExclusionRow | None,
) -> RaterQuality:
    excluded = decision is not None and decision.excluded
    return RaterQuality(
        number=rater.number,
        rater_id=rater.rater_id,
        figures=quality_figures(items, twice=checked.twice, checks=checked.passed),
        is_excluded=excluded,
        exclusion_reason=decision.reason if decision is not None and excluded else "",
    )


def _rated(session: Session, study_id: str) -> tuple[Rated, ...]:
    items = {item.item_id: item for item in items_of(session, study_id)}
    rows = [row for row in assignments_of_study(session, study_id) if row.state is AssignmentState.COMPLETED]
    answers: defaultdict[str, list[RatingRow]] = defaultdict(list)
    for rating in ratings_of_study(session, study_id):
        answers[rating.assignment_id].append(rating)
    kinds = {
        one: {question.dimension: question.answer for question in _rubric(session, study_id, one).dimensions}
        for one in {row.rubric_hash for row in rows}
    }
    return tuple(
        Rated(row, items[row.item_id], latest_values(answers[row.assignment_id]), kinds[row.rubric_hash])
        for row in rows
    )


def _rated_items(session: Session, rated: Sequence[Rated]) -> Mapping[str, list[RatedItem]]:
    own = [one for one in rated if one.item.purpose in _OWN]
    words = _words(session, {episode for one in own for episode in one.row.served})
    items: defaultdict[str, list[RatedItem]] = defaultdict(list)
    for one in own:
        n_words = sum(words[episode] for episode in one.row.served)
        items[one.row.rater_id].append(_item(one, n_words=n_words))
    return items


def _item(one: Rated, *, n_words: int) -> RatedItem:
    scales = [
        value
        for (dimension, _), value in one.values.items()
        if isinstance(one.kinds[dimension], ScaleAnswer) and isinstance(value, float | int)
    ]
    preferred = [name for name, answer in one.kinds.items() if isinstance(answer, PreferenceAnswer)]
    choices = [value for (dimension, _), value in one.values.items() if dimension in preferred[:1]]
    return RatedItem(tuple(scales), _side(one.row, choices), one.row.seconds, n_words)


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
