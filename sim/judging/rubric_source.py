"""Find a rubric: one that comes with the package, by name, or a TOML file."""

from pathlib import Path

from sim.errors import SimError
from sim.schema.rubric import Rubric, builtin_rubric, builtin_rubrics
from sim.schema.rubric_file import read_rubric_toml

__all__ = ["NoSuchRubricError", "find_rubric"]


class NoSuchRubricError(SimError):
    """Neither a rubric of the package nor a file."""


def find_rubric(name: str) -> Rubric:
    """Load a rubric by its name or from a file.

    Raises
    ------
    NoSuchRubricError
        If there is neither.
    ContractError
        If the file is no rubric, with every problem.
    """
    if name in builtin_rubrics():
        return builtin_rubric(name)
    path = Path(name)
    if not path.is_file():
        raise NoSuchRubricError(
            f"--rubric: found {name!r}, expected a file or one of {', '.join(builtin_rubrics())}."
        )
    return read_rubric_toml(path.read_bytes(), source=path.name)
