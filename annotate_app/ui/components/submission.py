"""What the rating component sends: a step's answers, as a draft or for good."""

import json
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, InstanceOf

__all__ = ["OpenedItem", "SkippedItem", "StepAnswers"]

# A text with half a character (a lone surrogate) is refused later, alone, and not with the whole message.
_Text = InstanceOf[str]
_Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class _Sent(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class StepAnswers(_Sent):
    """The answers to one step by question key, with what the form was based on.

    Attributes
    ----------
    ref
        The assignment.
    seconds
        Time in view, hidden tabs excluded.
    """

    ref: Annotated[str, Field(max_length=200)]
    step: Annotated[int, Field(ge=0)]
    revision: Annotated[int, Field(ge=0)]
    answers: Annotated[dict[str, _Text | _Number | None], Field(max_length=500)]
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """Read a step's answers; nothing about single values is checked but their type.

        Raises
        ------
        ValueError
            If it is something else.
        """
        try:
            return cls.model_validate(json.loads(text))
        except RecursionError:
            raise ValueError("nested too deep to be a step's answers") from None


class SkippedItem(_Sent):
    """An item to skip, and why."""

    ref: Annotated[str, Field(max_length=200)]
    reason: Annotated[str, Field(max_length=200)]
    remark: _Text = ""


class OpenedItem(_Sent):
    """An earlier item to reopen, or None to go on where the rater was."""

    ref: Annotated[str, Field(max_length=200)] | None
