"""Everything that can go wrong in `analysis`, named by what went wrong."""

from typing import ClassVar

__all__ = ["AnalysisError"]


class AnalysisError(Exception):
    """Base of every error that `analysis` raises on purpose; its text is meant for the user.

    Attributes
    ----------
    exit_status
        What the command line ends with: 2 where the user's input is wrong, 1 where the work failed.
    """

    exit_status: ClassVar[int] = 2
