"""The kinds of answer a question can have, and which values each allows."""

import json
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sim.schema.base import Contract, Text, WrittenText

__all__ = [
    "BOTH_BAD",
    "TIE",
    "Answer",
    "ChoiceAnswer",
    "MultipleChoiceAnswer",
    "NumberAnswer",
    "Option",
    "PreferenceAnswer",
    "ScaleAnswer",
    "TextAnswer",
    "YesNoAnswer",
]

TIE = "tie"
BOTH_BAD = "both_bad"

Value = str | float


class PreferenceAnswer(Contract):
    """Which of two episodes; the value is an episode id, `tie` or `both_bad`, never a screen side."""

    kind: Literal["preference"] = "preference"
    tie: bool = True
    both_bad: bool = False

    def expected(self, value: Value, episode_ids: tuple[str, ...] = ()) -> str | None:
        """Say which values are allowed if this one is not, else None."""
        allowed = [*episode_ids, *([TIE] if self.tie else []), *([BOTH_BAD] if self.both_bad else [])]
        return None if value in allowed else f"one of {', '.join(allowed)}"


class ScaleAnswer(Contract):
    """Whole numbers from `minimum` to `maximum`, some with a written anchor; nothing is preselected."""

    kind: Literal["scale"] = "scale"
    minimum: int
    maximum: int
    anchors: Mapping[int, WrittenText] = {}

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.minimum >= self.maximum:
            raise ValueError(f"a maximum above the minimum {self.minimum}, not {self.maximum}")
        outside = sorted(point for point in self.anchors if not self.minimum <= point <= self.maximum)
        if outside:
            raise ValueError(f"anchors on the scale; outside are {outside}")
        return self

    def expected(self, value: Value, episode_ids: tuple[str, ...] = ()) -> str | None:  # noqa: ARG002
        """Say which values are allowed if this one is not, else None."""
        fits = (
            _is_number(value) and float(value).is_integer() and self.minimum <= float(value) <= self.maximum
        )
        return None if fits else f"a whole number from {self.minimum} to {self.maximum}"


class NumberAnswer(Contract):
    """Any number, within bounds where they are given."""

    kind: Literal["number"] = "number"
    minimum: float | None = None
    maximum: float | None = None

    def expected(self, value: Value, episode_ids: tuple[str, ...] = ()) -> str | None:  # noqa: ARG002
        """Say which values are allowed if this one is not, else None."""
        low = float("-inf") if self.minimum is None else self.minimum
        high = float("inf") if self.maximum is None else self.maximum
        return (
            None
            if _is_number(value) and low <= float(value) <= high
            else f"a number from {low:g} to {high:g}"
        )


class YesNoAnswer(Contract):
    """`yes` or `no`."""

    kind: Literal["yes_no"] = "yes_no"

    def expected(self, value: Value, episode_ids: tuple[str, ...] = ()) -> str | None:  # noqa: ARG002
        """Say which values are allowed if this one is not, else None."""
        return None if value in {"yes", "no"} else "yes or no"


class Option(Contract):
    """One option: the stored value and the words on the page."""

    value: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,48}$")]
    label: WrittenText


class _Options(Contract):
    options: Annotated[tuple[Option, ...], Field(min_length=2)]

    @model_validator(mode="after")
    def _options_are_distinct(self) -> Self:
        if len({option.value for option in self.options}) < len(self.options):
            raise ValueError("options with different values")
        return self

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(option.value for option in self.options)


class ChoiceAnswer(_Options):
    """Exactly one of the options."""

    kind: Literal["choice"] = "choice"

    def expected(self, value: Value, episode_ids: tuple[str, ...] = ()) -> str | None:  # noqa: ARG002
        """Say which values are allowed if this one is not, else None."""
        return None if value in self.values else f"one of {', '.join(self.values)}"


class MultipleChoiceAnswer(_Options):
    """Any number of the options; the value is a JSON list of them in the rubric's order."""

    kind: Literal["multiple_choice"] = "multiple_choice"

    def expected(self, value: Value, episode_ids: tuple[str, ...] = ()) -> str | None:  # noqa: ARG002
        """Say which values are allowed if this one is not, else None."""
        expected = f"a JSON list of some of {', '.join(self.values)}, each once and in this order"
        try:
            chosen = json.loads(value) if isinstance(value, str) else None
        except ValueError:
            return expected
        fits = isinstance(chosen, list) and chosen == [option for option in self.values if option in chosen]
        return None if fits else expected


class TextAnswer(Contract):
    """Words the rater types."""

    kind: Literal["text"] = "text"
    max_characters: Annotated[int, Field(ge=1, le=100_000)] = 4000
    placeholder: Text = ""

    def expected(self, value: Value, episode_ids: tuple[str, ...] = ()) -> str | None:  # noqa: ARG002
        """Say which values are allowed if this one is not, else None."""
        fits = (
            isinstance(value, str)
            and value.strip()
            and len(value) <= self.max_characters
            and "\x00" not in value
        )
        return None if fits else f"1 to {self.max_characters} characters of text without NUL"


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


Answer = Annotated[
    PreferenceAnswer
    | ScaleAnswer
    | NumberAnswer
    | YesNoAnswer
    | ChoiceAnswer
    | MultipleChoiceAnswer
    | TextAnswer,
    Field(discriminator="kind"),
]
