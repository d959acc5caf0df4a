"""What the user may decide about comparing judges with people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["AltTestMetric", "JudgeOptions"]


class AltTestMetric(StrEnum):
    """How close a value is to those of other annotators."""

    ACCURACY = "accuracy"
    RMSE = "rmse"


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """Settings of a comparison beside those of all statistics.

    Attributes
    ----------
    epsilon
        What replacing an annotator is worth in the alternative annotator test: .2 for experts, .15 for
        skilled annotators, .1 for crowd workers (Calderon et al. 2025).
    metric
        None for accuracy at level nominal and else root mean squared error.
    min_items
        Annotators with fewer items that another annotator rated too are left out of the test.
    first_sample
        Take a judge's first sample only; else all its samples of a unit are combined.
    families
        Family by name of a judge or model, where the first word of the name does not tell it.
    """

    epsilon: float = 0.1
    metric: AltTestMetric | None = None
    min_items: int = 30
    first_sample: bool = False
    families: Mapping[str, str] = field(default_factory=dict[str, str])
