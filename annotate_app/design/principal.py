"""Who acts: every service takes one of these and checks it."""

from dataclasses import dataclass

__all__ = ["AdminPrincipal", "OperatorPrincipal", "Principal", "RaterPrincipal", "Staff"]


@dataclass(frozen=True, slots=True)
class RaterPrincipal:
    """A rater who came with a valid cookie; belongs to exactly one study, whose pages are in `language`."""

    rater_id: str
    study_id: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class AdminPrincipal:
    """An administrator who signed in."""

    admin_id: str
    user: str


@dataclass(frozen=True, slots=True)
class OperatorPrincipal:
    """Whoever runs the command line on the machine that holds the database."""

    name: str = "command-line"


Staff = AdminPrincipal | OperatorPrincipal
"""Who may see and change studies."""

Principal = RaterPrincipal | Staff
