"""Preferences as labels: which of two episodes, by the unit's order or by condition."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.tables.factor import Codes, Factor, Flags
from analysis.tables.rating_table import RatingTable
from sim.schema.base import Level
from sim.schema.scale import BOTH_BAD, TIE, PreferenceAnswer
from sim.schema.study import Contrast

__all__ = ["FIRST", "SECOND", "PreferenceScale", "contrast_sides", "preference_scale", "sides"]

FIRST = "first"
SECOND = "second"

_NAMES = (FIRST, TIE, SECOND, BOTH_BAD)
_SWAPPED = np.array([2, 1, 0, 3], np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class PreferenceScale:
    """Labels, their numbers, the code of each of first, tie, second and both bad, and the swap of codes."""

    labels: tuple[str, ...]
    numbers: NDArray[np.float64]
    code_of_name: Codes
    swap: Codes


def sides(table: RatingTable, rows: NDArray[np.int64]) -> Factor:
    """Say of every rating whether it prefers the unit's first or second episode, none or neither."""
    code_of = {name: code for code, name in enumerate(table.value.names)}
    first = np.array([code_of.get(name.partition("+")[0], -1) for name in table.unit.names], np.int32)
    value = table.value.codes[rows]
    side = np.where(value == first[table.unit.codes[rows]], 0, 2)
    side[value == code_of.get(TIE, -1)] = _NAMES.index(TIE)
    side[value == code_of.get(BOTH_BAD, -1)] = _NAMES.index(BOTH_BAD)
    return Factor(side.astype(np.int32), _NAMES)


def contrast_sides(
    table: RatingTable, rows: NDArray[np.int64], side: Factor, contrast: Contrast
) -> tuple[Flags, Factor]:
    """Flag the rows of a contrast's units, and turn sides so that first is the contrast's first condition.

    Raises
    ------
    ValueError
        If the table has no conditions.
    """
    if table.condition is None or table.condition_2 is None:
        raise ValueError("conditions, joined by join_condition()")
    one, two = table.condition.take(rows), table.condition_2.take(rows)
    same = one.equals(contrast.first) & two.equals(contrast.second)
    turned = one.equals(contrast.second) & two.equals(contrast.first)
    codes = np.where(turned, _SWAPPED[side.codes], side.codes).astype(np.int32)
    return same | turned, Factor(codes, side.names)


def preference_scale(answer: PreferenceAnswer, level: Level, contrast: Contrast | None) -> PreferenceScale:
    """Order the labels -1, 0, 1; both bad is a label of its own at level nominal, and else a tie."""
    first, second = (FIRST, SECOND) if contrast is None else (contrast.first, contrast.second)
    own = answer.both_bad and level is Level.NOMINAL
    middle = answer.tie or (answer.both_bad and not own)
    labels = (first, *((TIE,) if middle else ()), second, *((BOTH_BAD,) if own else ()))
    numbers = {first: -1.0, TIE: 0.0, second: 1.0, BOTH_BAD: 2.0}
    tie = labels.index(TIE) if middle else -1
    codes = (0, tie, labels.index(second), len(labels) - 1 if own else tie)
    swap = [labels.index({first: second, second: first}.get(label, label)) for label in labels]
    return PreferenceScale(
        labels,
        np.array([numbers[label] for label in labels]),
        np.array(codes, np.int32),
        np.array(swap, np.int32),
    )
