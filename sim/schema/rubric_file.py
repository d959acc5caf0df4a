"""Rubrics as TOML files, read with every problem named."""

from sim.schema.rubric import Rubric
from sim.schema.toml_file import read_toml, write_toml

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
    return read_toml(content, Rubric, source=source, what="a rubric")


def write_rubric_toml(rubric: Rubric) -> str:
    """Write a rubric so that reading it gives the same one, with the same hash; what is None is left out."""
    return write_toml(rubric)
