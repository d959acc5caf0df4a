"""Ratings: one value for one unit and dimension, by a person or an LLM."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from sim.schema.base import Contract, Identifier, OpaqueId, Target, Text, UtcTime
from sim.schema.unit import parse_unit

__all__ = ["RATING_COLUMNS", "Purpose", "RaterKind", "Rating", "Status"]


class RaterKind(StrEnum):
    """Who rated."""

    HUMAN = "human"
    LLM = "llm"


class Purpose(StrEnum):
    """Why the rating was asked for. Only `main` enters an analysis unless asked."""

    MAIN = "main"
    PRACTICE = "practice"
    ATTENTION = "attention"
    REPEAT = "repeat"
    PILOT = "pilot"


class Status(StrEnum):
    """Whether there is a value, and if not, why."""

    RATED = "rated"
    CANNOT_JUDGE = "cannot_judge"
    SKIPPED = "skipped"


class Rating(Contract):
    """One answer to one question about one unit.

    Attributes
    ----------
    study_id, item_id
        Both empty for judges.
    value
        Present if and only if `status` is `rated`: a number; for a preference an episode id, `tie` or
        `both_bad`; a JSON list for several choices; else the option or the text.
    reason
        Why, in the rater's or judge's own words.
    presentation
        The episodes in served order, first shown first.
    sample
        0, 1, ... for repeated judging.
    seconds
        Time the answer took; None where it was not measured.
    revision
        0, 1, ...; the highest counts.
    rubric_hash
        SHA-256 of the rubric, 64 hexadecimal digits.
    """

    study_id: str = ""
    item_id: str = ""
    unit_id: str
    target: Target
    dimension: Identifier
    rater_id: Identifier
    rater_kind: RaterKind
    purpose: Purpose = Purpose.MAIN
    status: Status = Status.RATED
    value: float | Text | None = None
    reason: Text = ""
    presentation: Annotated[tuple[OpaqueId, ...], Field(min_length=1, max_length=2)]
    sample: Annotated[int, Field(ge=0)] = 0
    seconds: Annotated[float, Field(ge=0)] | None = None
    revision: Annotated[int, Field(ge=0)] = 0
    rubric_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    rated_at: UtcTime

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if (self.value is not None) != (self.status is Status.RATED):
            raise ValueError("a value if and only if the status is 'rated'")
        unit = parse_unit(self.unit_id)
        if unit.target is not self.target:
            raise ValueError(f"target '{unit.target}' for unit {self.unit_id}")
        if not set(unit.episode_ids) <= set(self.presentation):
            raise ValueError(f"a presentation that shows every episode of unit {self.unit_id}")
        return self


RATING_COLUMNS: tuple[str, ...] = tuple(Rating.model_fields)
"""Columns of `ratings.csv`, in order."""
