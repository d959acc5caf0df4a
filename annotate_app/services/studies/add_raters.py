"""Invite more raters."""

from dataclasses import dataclass

from annotate_app.design.principal import Staff
from annotate_app.services.workplace import Workplace

__all__ = ["RaterLink", "add_raters"]


@dataclass(frozen=True, slots=True)
class RaterLink:
    """A new rater's link; the token exists nowhere else and cannot be shown again."""

    rater_id: str
    number: int
    token: str

    @property
    def path(self) -> str:
        """The link's path on the app's host."""
        return f"/join/{self.token}"


def add_raters(place: Workplace, principal: Staff, study_id: str, *, n_raters: int) -> tuple[RaterLink, ...]:
    """Make raters and their invitations.

    Raises
    ------
    StudyError
        If the study is closed, or the number is not between 1 and 10,000.
    NotFoundError
        If there is no such study.
    """
    raise NotImplementedError
