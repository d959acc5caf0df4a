"""Compare what raters answered when they were shown the same again, and in attention checks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotate_app.design.quality import RatedTwice
from annotate_app.store.models import AssignmentRow, ItemRow, RatingRow
from sim.schema.rating import Purpose
from sim.schema.scale import Answer, PreferenceAnswer, ScaleAnswer

__all__ = ["CheckedAnswers", "Rated", "Values", "checked_answers", "latest_values"]

Values = Mapping[tuple[str, str], str | float | None]
"""Answers by dimension and unit."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A submitted item with its latest answers, and how each of its questions is answered."""

    row: AssignmentRow
    item: ItemRow
    values: Values
    kinds: Mapping[str, Answer]


def latest_values(ratings: Iterable[RatingRow]) -> Values:
    """Take the latest answer to every question."""
    in_order = sorted(ratings, key=lambda one: one.revision)
    return {(one.dimension, one.unit_id): one.value for one in in_order}


@dataclass(frozen=True, slots=True)
class CheckedAnswers:
    """A rater's items that were shown again, and whether each answered attention check was passed."""

    twice: list[RatedTwice] = field(default_factory=list[RatedTwice])
    passed: list[bool] = field(default_factory=list[bool])


def checked_answers(rated: Sequence[Rated]) -> Mapping[str, CheckedAnswers]:
    """Look at the checks of every rater."""
    first = {
        (one.row.rater_id, one.item.episode_1, one.item.episode_2): one
        for one in rated
        if one.item.purpose is Purpose.MAIN
    }
    checked: defaultdict[str, CheckedAnswers] = defaultdict(CheckedAnswers)
    for again in rated:
        before = first.get((again.row.rater_id, again.item.episode_1, again.item.episode_2))
        if again.item.purpose is Purpose.REPEAT and before is not None:
            checked[again.row.rater_id].twice.append(_compared(before, again))
        elif again.item.purpose is Purpose.ATTENTION and (preferred := _preferred(again)) is not None:
            checked[again.row.rater_id].passed.append(preferred == again.item.intact)
    return checked


def _preferred(one: Rated) -> str | float | None:
    """Tell the answer to the first preference question; None where it was not answered."""
    first = next((name for name, kind in one.kinds.items() if isinstance(kind, PreferenceAnswer)), None)
    answers = (value for (dimension, _), value in one.values.items() if dimension == first)
    return next(answers, None)


def _compared(before: Rated, again: Rated) -> RatedTwice:
    preferences: list[bool] = []
    differences: list[float] = []
    for (dimension, unit), value in again.values.items():
        earlier, kind = before.values.get((dimension, unit)), again.kinds[dimension]
        if earlier is None or value is None:
            continue
        if isinstance(kind, PreferenceAnswer):
            preferences.append(earlier == value)
        elif isinstance(kind, ScaleAnswer) and isinstance(earlier, float | int):
            differences.append(abs(float(earlier) - float(value)))
    return RatedTwice(tuple(preferences), tuple(differences))
