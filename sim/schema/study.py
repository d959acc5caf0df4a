"""What a study is, as far as its export must say it: `study.toml` of a bundle."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sim.schema.base import SCHEMA_VERSION, Contract, Identifier, Text, UtcTime, WrittenText
from sim.schema.questionnaire import Questionnaire
from sim.schema.rubric import Rubric
from sim.schema.toml_file import read_toml, write_toml

__all__ = ["Contrast", "Descriptions", "StudyDocument", "StudyText", "read_study_toml", "write_study_toml"]


class Contrast(Contract):
    """Two conditions that a study compares. Which episode has which is not said here."""

    first: WrittenText
    second: WrittenText

    @model_validator(mode="after")
    def _differ(self) -> Self:
        if self.first == self.second:
            raise ValueError(f"two different conditions, not '{self.first}' twice")
        return self


class Descriptions(Contract):
    """A contrast's conditions in words for raters, who never see the conditions' names."""

    first: WrittenText
    second: WrittenText

    @model_validator(mode="after")
    def _differ(self) -> Self:
        if self.first == self.second:
            raise ValueError(f"two different descriptions, not '{self.first}' twice")
        return self


class StudyText(Contract):
    """One version of a text that raters see; the highest of its kind is shown, nothing where it is blank."""

    kind: Literal["consent", "warning", "instructions", "debriefing"]
    version: Annotated[int, Field(ge=1)]
    created_at: UtcTime
    text: Text


class StudyDocument(Contract):
    """A study's protocol and plan.

    Attributes
    ----------
    raters_per_item
        How many raters rate each item.
    items_per_rater, items_per_environment
        How many items, and of one environment, a rater rates at most; None for no limit.
    break_every
        After how many items a break is offered; None for never.
    repeats
        How many of their own items raters are shown again at the end, with sides exchanged.
    attention
        How many attention checks raters are given: a dialogue beside the same one altered.
    lease_minutes
        After how long an untouched item goes to another rater; None for never.
    withdrawal
        Whether the ratings of somebody who withdraws are kept or deleted; a bundle holds no deleted ones.
    language
        Code of the language of the raters' pages (BCP 47); the dialogues are as they are.
    seed
        Decides, with the order in which raters ask, who is given which item in which served order.
    consent_text, instructions
        As they are shown now; `texts` has every version of every text.
    before, after, final
        What raters are asked before the first item, after the last one, and last of all.
    descriptions
        What raters are told of the first contrast's conditions when they are asked, last of all, which
        dialogue was which; None where they are not asked.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    study_id: Identifier
    name: WrittenText
    created_at: UtcTime
    protocol: Identifier
    raters_per_item: Annotated[int, Field(ge=1)]
    items_per_rater: Annotated[int | None, Field(ge=1)] = None
    items_per_environment: Annotated[int | None, Field(ge=1)] = None
    break_every: Annotated[int | None, Field(ge=1)] = None
    repeats: Annotated[int, Field(ge=0)] = 0
    attention: Annotated[int, Field(ge=0)] = 0
    lease_minutes: Annotated[int | None, Field(ge=1)] = None
    withdrawal: Literal["keep", "delete"] = "keep"
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] = "en"
    seed: int
    contrasts: tuple[Contrast, ...]
    consent_text: Text = ""
    instructions: Text = ""
    texts: tuple[StudyText, ...] = ()
    before: Questionnaire | None = None
    after: Questionnaire | None = None
    final: Questionnaire | None = None
    descriptions: Descriptions | None = None
    rubric: Rubric


def write_study_toml(study: StudyDocument) -> str:
    """Write a study as TOML; what is None is left out."""
    return write_toml(study)


def read_study_toml(text: str, *, source: str = "study.toml") -> StudyDocument:
    """Read a study.

    Raises
    ------
    ContractError
        With every problem.
    """
    return read_toml(text.encode(), StudyDocument, source=source, what="a study")
