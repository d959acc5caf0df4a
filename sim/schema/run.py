"""The run directory: its manifest, and failures, which are never episodes, turns or scores."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from sim.schema.base import SCHEMA_VERSION, Contract, Identifier, Mode, Text, UtcTime, WrittenText

__all__ = ["FailureKind", "FailureRecord", "RunManifest"]


class FailureKind(StrEnum):
    """Why an episode or a judgement could not be made."""

    CONNECTION = "connection"
    TIMEOUT = "timeout"
    RATE_LIMIT = "rate_limit"
    AUTHENTICATION = "authentication"
    MODEL_NOT_FOUND = "model_not_found"
    CONTEXT_LENGTH = "context_length"
    REFUSAL = "refusal"
    CUT_OFF = "cut_off"
    UNREADABLE = "unreadable"
    OUT_OF_RANGE = "out_of_range"
    SERVER = "server"
    STORED = "stored"


class RunManifest(Contract):
    """What a run was asked to do; a run directory with other settings is refused.

    Attributes
    ----------
    salt
        Random; enters the episode ids, from which a condition could otherwise be found by making them anew
        from the settings. It stays in the run directory: no bundle holds it.
    settings
        Everything that decides what the run produces, by name.
    plan_hash
        SHA-256 of the plan's rows in order.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    kind: Literal["run"] = "run"
    run_id: Identifier
    created_at: UtcTime
    code_version: Text
    salt: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    settings: Mapping[str, JsonValue]
    plan_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    n_planned: Annotated[int, Field(ge=0)]


class FailureRecord(Contract):
    """One failed attempt at one episode or judgement: a line of `failures.jsonl`.

    Attributes
    ----------
    object_id
        The episode, or the judged unit, that was not made.
    pair_id
        Empty where there is none.
    call_index
        0-based number of the failed call within the object.
    attempt
        0-based number of the attempt at the whole object.
    message
        What the endpoint or the parser said, without any key.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    object_id: WrittenText
    pair_id: Text = ""
    mode: Mode | None = None
    condition: Text = ""
    model: Text = ""
    kind: FailureKind
    call_index: Annotated[int, Field(ge=0)]
    attempt: Annotated[int, Field(ge=0)]
    message: Text
    failed_at: UtcTime
