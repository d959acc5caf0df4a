"""List studies, and find one by what a user calls it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from annotate_app.design.principal import Staff
from annotate_app.services.workplace import Workplace

__all__ = ["StudySummary", "find_study", "list_studies"]


@dataclass(frozen=True, slots=True)
class StudySummary:
    """A study at a glance; `n_completed` of `n_wanted` item ratings (items × raters per item) are in."""

    study_id: str
    name: str
    status: Literal["open", "closed"]
    protocol: str
    created_at: datetime
    n_items: int
    n_raters: int
    n_completed: int
    n_wanted: int


def list_studies(place: Workplace, principal: Staff) -> tuple[StudySummary, ...]:
    """List all studies, newest first."""
    raise NotImplementedError


def find_study(place: Workplace, principal: Staff, name: str) -> StudySummary:
    """Find the study with this id or name.

    Raises
    ------
    NotFoundError
        If there is none; the text lists those there are.
    """
    raise NotImplementedError
