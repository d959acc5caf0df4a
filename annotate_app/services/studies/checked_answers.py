"""Compare what raters answered with what they answered when they were shown the same again."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotate_app.design.quality import RatedTwice
from annotate_app.store.models import AssignmentRow, ItemRow, RatingRow
from sim.schema.rating import Purpose
from sim.schema.scale import Answer, PreferenceAnswer, ScaleAnswer

__all__ = ["Rated", "Values", "latest_values", "rated_twice"]

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


def rated_twice(rated: Sequence[Rated]) -> Mapping[str, list[RatedTwice]]:
    """Compare the repeated items of every rater with the first time."""
    first = {
        (one.row.rater_id, one.item.episode_1, one.item.episode_2): one
        for one in rated
        if one.item.purpose is Purpose.MAIN
    }
    twice: defaultdict[str, list[RatedTwice]] = defaultdict(list)
    for again in rated:
        before = first.get((again.row.rater_id, again.item.episode_1, again.item.episode_2))
        if again.item.purpose is Purpose.REPEAT and before is not None:
            twice[again.row.rater_id].append(_compared(before, again))
    return twice


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
