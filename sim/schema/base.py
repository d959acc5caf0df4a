"""The frozen base of every record of the contract, and the kinds of text it is made of."""

import hashlib
import json
import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

__all__ = [
    "IDENTIFIER_PATTERN",
    "OPAQUE_PATTERN",
    "SCHEMA_VERSION",
    "Contract",
    "Identifier",
    "Level",
    "Mode",
    "OpaqueId",
    "Target",
    "Text",
    "UtcTime",
    "WrittenText",
    "canonical_json",
    "canonical_sha256",
    "opaque_id",
]

SCHEMA_VERSION = 1
"""Version of the contract that this code writes; it reads this one only."""


class Contract(BaseModel):
    """A record of the contract: frozen, with no field but the declared ones, and no nan or infinity."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, validate_default=True)


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("text without NUL characters (U+0000)")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("Unicode text without lone surrogates")
    return text


def _written(text: str) -> str:
    if not text.strip():
        raise ValueError("text that is not blank")
    return text


def _utc(time: datetime) -> datetime:
    if time.tzinfo is None:
        raise ValueError("a time with its offset from UTC")
    return time.astimezone(UTC)


Text = Annotated[str, AfterValidator(_storable)]
"""Any Unicode text but NUL and lone surrogates, kept exactly as it was written."""

WrittenText = Annotated[Text, AfterValidator(_written)]
"""`Text` with something visible in it."""

IDENTIFIER_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$"
OPAQUE_PATTERN = r"^[0-9a-f]{16,64}$"

Identifier = Annotated[str, Field(pattern=IDENTIFIER_PATTERN)]
"""A name that is safe in file names' contents, CSV cells and unit ids: 1 to 128 of `A-Za-z0-9._:@/-`."""

OpaqueId = Annotated[str, Field(pattern=OPAQUE_PATTERN)]
"""16 to 64 lower-case hexadecimal digits from which nothing can be told; see `opaque_id`."""

UtcTime = Annotated[datetime, AfterValidator(_utc)]
"""A moment, always in UTC."""


class Mode(StrEnum):
    """Who wrote the dialogue, knowing what."""

    SCRIPT = "SCRIPT"
    AGENTS = "AGENTS"
    MINDREADERS = "MINDREADERS"
    REPLAY = "REPLAY"
    HUMAN = "HUMAN"


class Level(StrEnum):
    """Level of measurement (Stevens 1946)."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


class Target(StrEnum):
    """What one rating is about."""

    PAIR = "pair"
    EPISODE = "episode"
    CHARACTER = "character"


_UNIT_SEPARATOR = "\x1f"


def canonical_json(document: object) -> str:
    """Write a document the one way that is hashed: sorted keys, no spaces, ASCII."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def canonical_sha256(document: object) -> str:
    """SHA-256 of a document's canonical JSON, 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(document).encode()).hexdigest()


def opaque_id(*parts: str) -> str:
    """Derive an id from which nothing can be told, the same for the same parts.

    Returns
    -------
    str
        20 lower-case hexadecimal digits (80 bits of SHA-256), a valid `OpaqueId`.

    Raises
    ------
    ValueError
        If no part was given, or one holds the control character U+001F.
    """
    if not parts or any(re.search(_UNIT_SEPARATOR, part) for part in parts):
        raise ValueError("opaque_id needs at least one part, none with U+001F")
    return hashlib.sha256(_UNIT_SEPARATOR.join(parts).encode()).hexdigest()[:20]
