"""The tidy table: one rated value a row, whoever rated and whatever file it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from analysis.tables.factor import Codes, Factor, Flags
from sim.schema.base import Level
from sim.schema.rubric import Dimension
from sim.schema.study import Contrast

__all__ = ["LevelChoice", "RatingTable"]


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """What the user said about values: a level of measurement, and labels from lowest to highest."""

    level: Level | None = None
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class RatingTable:
    """Ratings of all dimensions, one row each, without conditions until `join_condition` adds them.

    Only rows with a value are here, each the highest revision of its rater, unit, dimension and sample; the
    rest is counted in `left_out`.

    Attributes
    ----------
    sources
        Names of the files, for messages.
    unit, item, rater, dimension, value, cluster, purpose, reason
        Columns as written; every unit lies in one cluster.
    first_shown
        The episode served first, or "" where it is not known.
    is_llm
        Flags ratings by judges.
    sample
        0, 1, ... for repeated judging.
    seconds
        Time of the answer; nan where it was not measured.
    source, line
        Index into `sources`, and 1-based line there.
    rubric
        The question of a dimension, where a study tells.
    contrasts
        Conditions that the studies compare.
    choice
        What the user said about values, above the rubric.
    left_out
        Number of rows that are not here, by reason.
    unanswered
        The latest rows without a value (skipped, cannot judge, empty), in the same columns.
    condition, condition_2
        Conditions of the unit's first (or only) and second episode; None before `join_condition`, "" where
        an episode has none.
    rater_numbers
        Numbers that the researcher knows raters by, by name; empty where there are none, and for several
        studies.
    n_surplus
        Number of ratings, as loaded, that came after their place had gone to somebody else; they are here.
    """

    sources: tuple[str, ...]
    unit: Factor
    item: Factor
    rater: Factor
    dimension: Factor
    value: Factor
    cluster: Factor
    purpose: Factor
    reason: Factor
    first_shown: Factor
    is_llm: Flags
    sample: Codes
    seconds: NDArray[np.float64]
    source: Codes
    line: Codes
    rubric: Mapping[str, Dimension]
    contrasts: tuple[Contrast, ...]
    choice: LevelChoice
    left_out: Mapping[str, int]
    unanswered: "RatingTable | None" = None
    condition: Factor | None = None
    condition_2: Factor | None = None
    rater_numbers: Mapping[str, int] = field(default_factory=dict[str, int])
    n_surplus: int = 0

    def __len__(self) -> int:
        return len(self.line)

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Dimensions that occur, in the rubric's order, then sorted."""
        present = {self.dimension.names[code] for code in np.unique(self.dimension.codes)}
        known = [name for name in self.rubric if name in present]
        return (*known, *sorted(present.difference(known)))

    def where(self, rows: NDArray[np.integer] | Flags) -> Self:
        """Keep some rows, given by position or by flag; shape `(n_rows,)` for flags."""
        changes = {
            column.name: cell.take(rows) if isinstance(cell, Factor) else cell[rows]
            for column in fields(self)
            if isinstance(cell := getattr(self, column.name), Factor | np.ndarray)
        }
        return replace(self, **changes)

    def place(self, row: int) -> tuple[str, int]:
        """Name the file and line of a row."""
        return self.sources[int(self.source[row])], int(self.line[row])
