"""Everything that can go wrong in `annotate_app`, named by what went wrong."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from sim.errors import Problem

__all__ = [
    "AnswerProblem",
    "AppError",
    "ConflictError",
    "DatabaseError",
    "DemoError",
    "DemoUnfinishedError",
    "ExportError",
    "InvalidAnswersError",
    "NotAllowedError",
    "NotFoundError",
    "PortInUseError",
    "SignInError",
    "SignInThrottledError",
    "StaleFormError",
    "StudyError",
    "UnknownInvitationError",
    "UploadError",
]


class AppError(Exception):
    """Base of every error that `annotate_app` raises on purpose; its text is meant for the user.

    Attributes
    ----------
    exit_status
        What the command line ends with: 2 where the user's input is wrong, 1 where the work failed.
    """

    exit_status: ClassVar[int] = 2

    @property
    def message(self) -> str:
        """The text as it was raised: a `Phrase` can still be said in another language."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class NotAllowedError(AppError):
    """The principal may not do this."""


class NotFoundError(AppError):
    """There is no study, batch or assignment of this name."""


class UnknownInvitationError(AppError):
    """The invitation link is unknown, revoked or expired; the text says which and what to do."""


class SignInError(AppError):
    """User and password do not match; the text never says which of the two."""


class SignInThrottledError(SignInError):
    """Too many failures; `retry_after` says how long to wait."""

    def __init__(self, retry_after: timedelta) -> None:
        self.retry_after = retry_after
        seconds = max(1, round(retry_after.total_seconds()))
        super().__init__(f"Too many failed attempts to sign in. Try again in {seconds} seconds.")


@dataclass(frozen=True, slots=True)
class AnswerProblem:
    """What is wrong with the answer to one question; `key` is its key, the message is for the rater."""

    key: str
    message: str


class InvalidAnswersError(AppError):
    """A submission with missing or impossible answers, with every problem; nothing of it was stored."""

    def __init__(self, problems: Iterable[AnswerProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{problem.key}: {problem.message}" for problem in self.problems))


class StaleFormError(AppError):
    """Something else was stored after the form was shown (another tab); the text says what to do."""


class _ProblemsError(AppError):
    def __init__(self, problems: Iterable[Problem | str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UploadError(_ProblemsError):
    """An episodes file that cannot be stored, with every problem; nothing of it was stored."""


class StudyError(_ProblemsError):
    """A study that cannot be made or changed as asked, with every problem; nothing was stored."""


class ExportError(AppError):
    """The bundle cannot be written where it was asked for."""


class PortInUseError(AppError):
    """The server cannot listen where it was asked to."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"Port {port} on {host} cannot be used ({reason}). Another program, perhaps another Blindpair, "
            f"may be using it: stop that one, or choose another port with --port (0 takes any free one)."
        )


class DemoError(AppError):
    """The workspace cannot be used for the demo."""


class DemoUnfinishedError(AppError):
    """The demo's dialogues are not made yet, or none of them can be rated; the text says what to do."""

    exit_status: ClassVar[int] = 1


class DatabaseError(AppError):
    """The database cannot be reached, or was made by another version of Blindpair."""

    exit_status: ClassVar[int] = 1


class ConflictError(DatabaseError):
    """Something contradicts what is stored already; nothing of it was stored."""
