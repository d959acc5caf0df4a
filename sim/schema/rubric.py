"""Rubrics: the exact questions, their scales and anchors, and what is visible while each is answered."""

import tomllib
from enum import StrEnum
from functools import cached_property
from importlib import resources
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from sim.schema.base import (
    SCHEMA_VERSION,
    Contract,
    Identifier,
    Level,
    Target,
    Text,
    WrittenText,
    canonical_sha256,
)
from sim.schema.scale import Answer, PreferenceAnswer, TextAnswer

__all__ = ["Dimension", "Rubric", "Step", "Visible", "builtin_rubric", "builtin_rubrics"]


class Visible(StrEnum):
    """What is on the page while a question is answered: a part of the scenario, or earlier remarks."""

    SETTING = "setting"
    PROFILES = "profiles"
    GOALS = "goals"
    SECRETS = "secrets"
    REMARKS = "remarks"


class Dimension(Contract):
    """One question.

    Attributes
    ----------
    question
        The wording; `{name}` stands for the character's name where `target` is `character`.
    help
        A sentence that explains the question; may be empty.
    level
        Level of measurement for the analysis; None for free text, which has none.
    """

    dimension: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,47}$")]
    target: Target
    question: WrittenText
    help: Text = ""
    answer: Answer
    level: Level | None = None
    required: bool = True

    @model_validator(mode="after")
    def _answer_fits_target(self) -> Self:
        if isinstance(self.answer, PreferenceAnswer) and self.target is not Target.PAIR:
            raise ValueError("target 'pair' for a preference")
        if isinstance(self.answer, TextAnswer) != (self.level is None):
            raise ValueError("a level of measurement for every answer but free text, and none for that")
        return self


class Step(Contract):
    """Questions answered together, with what is visible meanwhile; a step that locks cannot be revised.

    Attributes
    ----------
    order
        Whether people are asked in the order given here, or in one drawn for each item that they rate; all
        questions of one dimension stay together. Judges are asked in the order given.
    """

    visible: tuple[Visible, ...]
    locks: bool = False
    order: Literal["given", "random"] = "given"
    dimensions: Annotated[tuple[Dimension, ...], Field(min_length=1)]


class Rubric(Contract):
    """A named set of questions in steps.

    The hash covers every word, scale, anchor and visibility, and travels with every rating.

    Attributes
    ----------
    layout
        Whether people see both dialogues of a pair side by side, or one dialogue at a time.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    rubric_id: Identifier
    version: Annotated[int, Field(ge=1)] = 1
    description: Text = ""
    layout: Literal["pair", "single"] = "pair"
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _questions_fit_together(self) -> Self:
        names = [dimension.dimension for dimension in self.dimensions]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"every dimension once; more than once: {', '.join(twice)}")
        pairs = [one.dimension for one in self.dimensions if one.target is Target.PAIR]
        if self.layout == "single" and pairs:
            raise ValueError(f"no question about a pair where one dialogue is shown: {', '.join(pairs)}")
        return self

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """All questions in the order they are asked."""
        return tuple(dimension for step in self.steps for dimension in step.dimensions)

    @cached_property
    def rubric_hash(self) -> str:
        """SHA-256 of the canonical JSON, 64 hexadecimal digits, without the usual layout and order."""
        document = self.model_dump(mode="json", exclude={"layout"} if self.layout == "pair" else None)
        for step in document["steps"]:
            if step["order"] == "given":
                del step["order"]
        return canonical_sha256(document)


def builtin_rubrics() -> tuple[str, ...]:
    """Name the rubrics that come with the package, sorted."""
    folder = resources.files("sim.schema") / "rubrics"
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


def builtin_rubric(name: str) -> Rubric:
    """Load a rubric that comes with the package.

    Raises
    ------
    KeyError
        If there is none of that name.
    """
    if name not in builtin_rubrics():
        raise KeyError(f"no rubric {name!r}; there are {', '.join(builtin_rubrics())}")
    text = (resources.files("sim.schema") / "rubrics" / f"{name}.toml").read_text(encoding="utf-8")
    return Rubric.model_validate(tomllib.loads(text))
