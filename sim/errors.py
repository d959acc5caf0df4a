"""Everything that can go wrong in `sim`, named by what went wrong, and the problems found in an input."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

__all__ = ["ContractError", "Problem", "SimError", "shown"]

_LONGEST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong at one place of an input file.

    Attributes
    ----------
    source
        The file's name as the user gave it.
    line
        1-based line, or None where the problem concerns the whole file.
    field
        Dotted path inside the record (`turns.3.text`), or "" for the record as a whole.
    found, expected
        Plain words; `found` quotes the input, shortened.
    """

    source: str
    line: int | None
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        where = self.source if self.line is None else f"{self.source} line {self.line}"
        field = f", {self.field}" if self.field else ""
        return f"{where}{field}: found {self.found}, expected {self.expected}."


def shown(value: object) -> str:
    """Quote a value of the input so that it fits a message and cannot disturb a terminal."""
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


class SimError(Exception):
    """Base of every error that `sim` raises on purpose; its text is meant for the user.

    Attributes
    ----------
    exit_status
        What the command line ends with: 2 where the user's input is wrong, 1 where the work failed.
    """

    exit_status: ClassVar[int] = 2


class ContractError(SimError):
    """Input that does not keep the contract, with every problem found in it.

    Attributes
    ----------
    problems
        At least one, in the order of the file.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
