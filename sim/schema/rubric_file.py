"""Rubrics as TOML files, read with every problem named."""

import tomllib

import tomli_w
from pydantic import ValidationError

from sim.errors import ContractError, Problem
from sim.schema.rubric import Rubric
from sim.schema.validation import problems_of

__all__ = ["read_rubric_toml", "write_rubric_toml"]


def read_rubric_toml(content: bytes, *, source: str) -> Rubric:
    """Read a rubric from the bytes of a TOML file (UTF-8, with or without BOM).

    Parameters
    ----------
    source
        The file's name, for messages.

    Raises
    ------
    ContractError
        With every problem.
    """
    try:
        return Rubric.model_validate(tomllib.loads(content.decode("utf-8-sig")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        found = f"text that is not TOML ({error})"
        raise ContractError([Problem(source, None, "", found, "a rubric in TOML")]) from None
    except ValidationError as error:
        raise ContractError(problems_of(error, source=source, line=None)) from None


def write_rubric_toml(rubric: Rubric) -> str:
    """Write a rubric so that reading it gives the same one, with the same hash; what is None is left out."""
    return tomli_w.dumps(rubric.model_dump(mode="json", exclude_none=True), multiline_strings=True)
