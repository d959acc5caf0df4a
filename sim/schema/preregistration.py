"""What was decided about a study before its conditions were looked at, frozen by a hash."""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, field_serializer, model_validator

from sim.errors import ContractError
from sim.schema.base import SCHEMA_VERSION, Contract, Identifier, Text, UtcTime, WrittenText, canonical_json
from sim.schema.questionnaire import Questionnaire
from sim.schema.rubric import Rubric
from sim.schema.study import Contrast, Descriptions
from sim.schema.validation import problems_of

__all__ = [
    "Deviation",
    "ExclusionRule",
    "Preregistration",
    "PreregistrationFile",
    "RegisteredAnalysis",
    "RegisteredItems",
    "RegisteredPlan",
    "RegisteredPower",
    "RegisteredStatistic",
    "RegisteredText",
    "Registration",
    "read_preregistrations",
]

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]


class RegisteredText(Contract):
    """A text as raters were shown it."""

    kind: Literal["consent", "warning", "instructions", "debriefing"]
    version: Annotated[int, Field(ge=1)]
    text: Text


class RegisteredItems(Contract):
    """Which items: their number, and a hash of their ids with the episodes they show, sorted."""

    n_items: Count
    n_environments: Count
    sha256: Sha256


class RegisteredPlan(Contract):
    """Items, raters, limits and seed, as in `study.toml`; `n_raters` is how many were invited by then."""

    items: RegisteredItems
    raters_per_item: Annotated[int, Field(ge=1)]
    n_raters: Count
    items_per_rater: int | None
    items_per_environment: int | None
    lease_minutes: int | None
    break_every: int | None = None
    withdrawal: Literal["keep", "delete"]
    language: Text
    seed: int


class RegisteredStatistic(Contract):
    """A statistic by its family and its name in the rows of an analysis, with its definition at the time."""

    family: WrittenText
    name: WrittenText
    title: Text
    formula: Text
    convention: Text
    citation: Text


class RegisteredAnalysis(Contract):
    """Which statistics of a family are computed of one question, or of the study where it is empty."""

    role: Literal["primary", "secondary"]
    dimension: str
    command: WrittenText
    family: WrittenText
    statistics: tuple[str, ...]


class ExclusionRule(Contract):
    """A flag, and exactly when it is raised."""

    flag: WrittenText
    rule: WrittenText


class RegisteredPower(Contract):
    """What the plan can find, and what was assumed for that.

    Attributes
    ----------
    win_rate, difference
        The smallest that is found with the wanted power; None where none is.
    ties, environment, rater
        Shares: of ties, and of a rating's variance that environments and raters have in common.
    deviation
        Standard deviation of one rater's difference of scores for one pair.
    """

    win_rate: float | None
    difference: float | None
    power: float
    alpha: float
    ties: float
    deviation: float
    environment: float
    rater: float
    design_effect: float
    n_raters: Count
    n_ratings: Count


class Preregistration(Contract):
    """A study as it was planned.

    Attributes
    ----------
    late
        Whether the conditions had left the database before.
    n_submitted, n_begun
        How many items were submitted, and how many raters had begun, when this was registered.
    exclusion_policy
        How the rules lead to a decision.
    power
        None where it was not computed, with the reason in `power_note`.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    kind: Literal["preregistration"] = "preregistration"
    study_id: Identifier
    name: WrittenText
    version: Annotated[int, Field(ge=1)]
    registered_at: UtcTime
    late: bool
    code_version: Text
    n_submitted: Count
    n_begun: Count
    hypotheses: Text = ""
    contrasts: tuple[Contrast, ...]
    rubric_hash: Sha256
    rubric: Rubric
    texts: tuple[RegisteredText, ...]
    before: Questionnaire | None = None
    after: Questionnaire | None = None
    final: Questionnaire | None = None
    descriptions: Descriptions | None = None
    plan: RegisteredPlan
    analyses: tuple[RegisteredAnalysis, ...]
    definitions: tuple[RegisteredStatistic, ...]
    settings: Mapping[str, str]
    exclusion_rules: tuple[ExclusionRule, ...]
    exclusion_policy: WrittenText
    stopping_rule: WrittenText
    power: RegisteredPower | None
    power_note: Text = ""

    @property
    def canonical(self) -> str:
        """The text that is hashed: JSON with sorted keys, without spaces, in ASCII.

        Only what was given is in it: a field that a later version of the contract adds changes no hash.
        """
        document = self.model_dump(mode="json", exclude_unset=True)
        return canonical_json(document)

    @property
    def sha256(self) -> str:
        """SHA-256 of the canonical text, 64 hexadecimal digits."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()


class Registration(Contract):
    """A preregistration with the hash it was stored with, which must be its own."""

    sha256: Sha256
    document: Preregistration

    @field_serializer("document")
    def _as_given(self, document: Preregistration) -> dict[str, Any]:
        return document.model_dump(mode="json", exclude_unset=True)

    @model_validator(mode="after")
    def _is_unchanged(self) -> Self:
        if self.sha256 != self.document.sha256:
            raise ValueError(f"the document with SHA-256 {self.sha256}, not {self.document.sha256}")
        return self


class Deviation(Contract):
    """What of the study is otherwise than in its latest registration; `at` is when it was last changed."""

    what: WrittenText
    registered: Text
    now: Text
    at: UtcTime | None = None


class PreregistrationFile(Contract):
    """`preregistration.json` of a bundle: all registrations, oldest first; deviations from the latest."""

    schema_version: Literal[1] = SCHEMA_VERSION
    registrations: Annotated[tuple[Registration, ...], Field(min_length=1)]
    deviations: tuple[Deviation, ...] = ()


def read_preregistrations(text: str, *, source: str = "preregistration.json") -> PreregistrationFile:
    """Read a bundle's registrations and check each against its hash.

    Raises
    ------
    ContractError
        With every problem.
    """
    try:
        return PreregistrationFile.model_validate_json(text)
    except ValidationError as error:
        raise ContractError(problems_of(error, source=source, line=None)) from None
