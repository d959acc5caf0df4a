"""The one form of a result: an estimate with its interval, its sizes, and why it may be undefined."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sim.schema.base import Level

__all__ = ["Estimate", "Rows", "Scope"]

Count = Annotated[int, Field(ge=0)]


class Scope(StrEnum):
    """What an estimate is about."""

    OVERALL = "overall"
    RATER = "rater"
    RATER_PAIR = "rater_pair"
    JUDGE = "judge"
    CONDITION = "condition"
    ITEM = "item"


class Estimate(BaseModel):
    """One number of a result; a row of every `--json` answer and every table.

    Attributes
    ----------
    statistic
        Name in the registry.
    value
        None where it is undefined; `note` then says why. Never nan.
    low, high
        95 % interval unless `note` says otherwise; None where there is none.
    n_units, n_raters, n_ratings, n_clusters
        What entered the estimate; None where it does not apply.
    rater, rater_2, judge, condition, reference
        Whom or what it is about, by scope. Differences and win rates favour `condition` over `reference` when
        positive (win rates: above one half).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    scope: Scope
    dimension: str
    level: Level | None = None
    statistic: str
    value: float | None
    low: float | None = None
    high: float | None = None
    n_units: Count | None = None
    n_raters: Count | None = None
    n_ratings: Count | None = None
    n_clusters: Count | None = None
    note: str = ""
    rater: str | None = None
    rater_2: str | None = None
    judge: str | None = None
    condition: str | None = None
    reference: str | None = None

    @model_validator(mode="after")
    def _undefined_says_why(self) -> Self:
        if self.value is None and not self.note:
            raise ValueError("a note that says why the value is undefined")
        if self.value is None and (self.low is not None or self.high is not None):
            raise ValueError("no interval around an undefined value")
        return self


class Rows(BaseModel):
    """The document that `--json` prints."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rows: tuple[Estimate, ...]

    @classmethod
    def of(cls, estimates: Iterable[Estimate]) -> Self:
        """Collect estimates in the given order."""
        return cls(rows=tuple(estimates))
