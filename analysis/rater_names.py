"""Raters as the researcher knows them: by number where a study gives numbers, else by id."""

import re
from collections.abc import Iterable, Mapping

from analysis.estimate import Estimate

__all__ = ["in_order", "rater_name", "with_names"]

_DIGITS = re.compile(r"(\d+)")


def rater_name(rater_id: str, numbers: Mapping[str, int]) -> str:
    """Name a rater: "rater 3", or the id of one without a number."""
    return f"rater {numbers[rater_id]}" if rater_id in numbers else rater_id


def in_order(name: str) -> tuple[str | int, ...]:
    """Sort names so that "rater 10" comes after "rater 9"."""
    return tuple(int(part) if at % 2 else part for at, part in enumerate(_DIGITS.split(name)))


def with_names(rows: Iterable[Estimate], numbers: Mapping[str, int]) -> tuple[Estimate, ...]:
    """Put names in place of ids, for figures; rows of nobody stay as they are."""
    if not numbers:
        return tuple(rows)
    return tuple(row if row.rater is None else _named(row, numbers) for row in rows)


def _named(row: Estimate, numbers: Mapping[str, int]) -> Estimate:
    raters = {
        field: rater_name(rater, numbers)
        for field, rater in (("rater", row.rater), ("rater_2", row.rater_2))
        if rater is not None
    }
    return row.model_copy(update=raters)
