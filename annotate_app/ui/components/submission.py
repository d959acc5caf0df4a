"""What the rating component sends: a step's answers, as a draft or for good."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictStr

__all__ = ["OpenedItem", "StepAnswers"]

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
    answers: Annotated[dict[str, StrictStr | _Number | None], Field(max_length=500)]
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


class OpenedItem(_Sent):
    """An earlier item to reopen, or None to go on where the rater was."""

    ref: Annotated[str, Field(max_length=200)] | None
