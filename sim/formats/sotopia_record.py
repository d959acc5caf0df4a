"""One record of Sotopia's episode files, in either of their two forms."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from sim.errors import ContractError, shown
from sim.formats.reading import ForeignRecord
from sim.schema.base import Identifier
from sim.schema.validation import problems_of

__all__ = ["SotopiaRecord", "read_sotopia_record"]


class SotopiaRecord(BaseModel):
    """The fields of either file form that are read; others are ignored.

    `scenario`, `agents_background` and `social_goals` exist in the export only.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    episode_id: Annotated[str, Field(validation_alias=AliasChoices("episode_id", "pk"))]
    environment_id: Annotated[
        Identifier, Field(validation_alias=AliasChoices("environment_id", "environment"))
    ]
    agent_ids: Annotated[
        tuple[Identifier, Identifier], Field(validation_alias=AliasChoices("agent_ids", "agents"))
    ]
    tag: Annotated[str | None, Field(validation_alias=AliasChoices("experiment_tag", "tag"))] = None
    models: Annotated[
        tuple[str, str, str] | None,
        Field(validation_alias=AliasChoices("experiment_model_name_pairs", "models")),
    ] = None
    messages: Annotated[
        list[list[tuple[str, str, str]]], Field(validation_alias=AliasChoices("raw_messages", "messages"))
    ]
    reasoning: str | None = None
    rewards: Annotated[Any, Field(validation_alias=AliasChoices("raw_rewards", "rewards"))] = None
    codename: str = ""
    scenario: str | None = None
    agents_background: Mapping[str, str] | None = None
    social_goals: Mapping[str, str] | None = None


def read_sotopia_record(record: ForeignRecord) -> SotopiaRecord:
    """Read the fields of one record.

    Raises
    ------
    ContractError
        With every field that cannot be read.
    """
    if not isinstance(record.value, dict):
        raise ContractError([record.problem("", shown(record.value), "an object with a Sotopia episode")])
    try:
        return SotopiaRecord.model_validate(record.value)
    except ValidationError as error:
        found = problems_of(error, source=record.source, line=record.line)
        raise ContractError(
            record.problem(problem.field, problem.found, problem.expected) for problem in found
        ) from None
