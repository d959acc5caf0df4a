"""Find a rubric: one that comes with the package, by name, or a TOML file."""

import tomllib
from pathlib import Path

from pydantic import ValidationError

from sim.errors import ContractError, Problem, SimError
from sim.schema.rubric import Rubric, builtin_rubric, builtin_rubrics
from sim.schema.validation import problems_of

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
    try:
        return Rubric.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        found = f"text that is not TOML ({error})"
        raise ContractError([Problem(path.name, None, "", found, "a rubric in TOML")]) from None
    except ValidationError as error:
        raise ContractError(problems_of(error, source=path.name, line=None)) from None
