"""Everything that can go wrong in `analysis`, named by what went wrong."""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from sim.errors import Problem

__all__ = ["AnalysisError", "BlindError", "OptionError", "TableError"]

_MOST_SHOWN = 200


class AnalysisError(Exception):
    """Base of every error that `analysis` raises on purpose; its text is meant for the user.

    Attributes
    ----------
    exit_status
        What the command line ends with: 2 where the user's input is wrong, 1 where the work failed.
    """

    exit_status: ClassVar[int] = 2


class TableError(AnalysisError):
    """A table of ratings that cannot be analysed, with every problem found in it.

    Attributes
    ----------
    problems
        At least one, in the order of the file; the message names the first 200 and counts the rest.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:_MOST_SHOWN]]
        if (more := len(self.problems) - _MOST_SHOWN) > 0:
            lines.append(f"... and {more} more problems.")
        super().__init__("\n".join(lines))


class OptionError(AnalysisError):
    """An option of the analysis that does not fit the table it is asked for."""


class BlindError(AnalysisError):
    """A blind bundle where conditions must be known."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder} is a blind bundle: it does not say which episode has which condition. Export the "
            "study unblinded: blindpair export STUDY -o BUNDLE --unblind --reason TEXT."
        )
