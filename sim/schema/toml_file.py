"""Records of the contract as TOML files, read with every problem named."""

import tomllib
from typing import TypeVar

import tomli_w
from pydantic import BaseModel, ValidationError

from sim.errors import ContractError, Problem
from sim.schema.validation import problems_of

__all__ = ["read_toml", "write_toml"]

M = TypeVar("M", bound=BaseModel)


def read_toml(content: bytes, model: type[M], *, source: str, what: str) -> M:
    """Read a record from the bytes of a TOML file (UTF-8, with or without BOM).

    Parameters
    ----------
    source
        The file's name, for messages.
    what
        What it should hold, for messages: `a rubric`.

    Raises
    ------
    ContractError
        With every problem.
    """
    try:
        return model.model_validate(tomllib.loads(content.decode("utf-8-sig")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        found = f"text that is not TOML ({error})"
        raise ContractError([Problem(source, None, "", found, f"{what} in TOML")]) from None
    except ValidationError as error:
        raise ContractError(problems_of(error, source=source, line=None)) from None


def write_toml(record: BaseModel) -> str:
    """Write a record so that reading it gives the same one; what is None is left out."""
    return tomli_w.dumps(record.model_dump(mode="json", exclude_none=True), multiline_strings=True)
