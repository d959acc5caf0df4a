"""Questionnaires: what a study asks its raters about themselves and the study, not about dialogues."""

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sim.schema.base import SCHEMA_VERSION, Contract, Text, WrittenText, canonical_sha256
from sim.schema.scale import (
    ChoiceAnswer,
    MultipleChoiceAnswer,
    NumberAnswer,
    ScaleAnswer,
    TextAnswer,
    YesNoAnswer,
)
from sim.schema.toml_file import read_toml, write_toml

__all__ = [
    "Moment",
    "PersonAnswer",
    "PersonQuestion",
    "Questionnaire",
    "read_questionnaire_toml",
    "write_questionnaire_toml",
]

PersonAnswer = Annotated[
    ScaleAnswer | NumberAnswer | YesNoAnswer | ChoiceAnswer | MultipleChoiceAnswer | TextAnswer,
    Field(discriminator="kind"),
]
"""The kinds of answer of a rubric but for a preference, which needs two dialogues."""


class Moment(StrEnum):
    """When a questionnaire is answered: before the first item, after the last one, or last of all."""

    BEFORE = "before"
    AFTER = "after"
    FINAL = "final"


class PersonQuestion(Contract):
    """One question to a rater.

    Attributes
    ----------
    text
        The wording.
    help
        A sentence that explains the question; may be empty.
    """

    question: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,47}$")]
    text: WrittenText
    help: Text = ""
    answer: PersonAnswer
    required: bool = True


class Questionnaire(Contract):
    """Questions answered together; the hash covers every word and travels with every answer."""

    schema_version: Literal[1] = SCHEMA_VERSION
    title: Text = ""
    introduction: Text = ""
    questions: Annotated[tuple[PersonQuestion, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _questions_are_distinct(self) -> Self:
        for what in ("question", "text"):
            given = [getattr(question, what) for question in self.questions]
            twice = sorted({one for one in given if given.count(one) > 1})
            if twice:
                raise ValueError(f"every {what} once; more than once: {', '.join(twice)}")
        return self

    @property
    def is_optional(self) -> bool:
        """Whether no question must be answered."""
        return not any(question.required for question in self.questions)

    @cached_property
    def questionnaire_hash(self) -> str:
        """SHA-256 of the canonical JSON, 64 hexadecimal digits."""
        return canonical_sha256(self.model_dump(mode="json"))


def read_questionnaire_toml(content: bytes, *, source: str) -> Questionnaire:
    """Read a questionnaire from the bytes of a TOML file (UTF-8, with or without BOM).

    Parameters
    ----------
    source
        The file's name, for messages.

    Raises
    ------
    ContractError
        With every problem.
    """
    return read_toml(content, Questionnaire, source=source, what="a questionnaire")


def write_questionnaire_toml(questionnaire: Questionnaire) -> str:
    """Write a questionnaire so that reading it gives the same one; what is None is left out."""
    return write_toml(questionnaire)
