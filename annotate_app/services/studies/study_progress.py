"""Watch a study."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from annotate_app.design.principal import Staff
from annotate_app.services.studies.list_studies import StudySummary
from annotate_app.services.workplace import Workplace

__all__ = ["ItemProgress", "RaterProgress", "RaterState", "StudyProgress", "study_progress"]


class RaterState(StrEnum):
    """How far a rater has come."""

    INVITED = "invited"
    DECLINED = "declined"
    CONSENTED = "consented"
    ACTIVE = "active"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """One item; `n_first` and `n_second` count the ratings, running or completed, per served order."""

    item_id: str
    pair_id: str
    n_completed: int
    n_running: int
    n_wanted: int
    n_first: int
    n_second: int


@dataclass(frozen=True, slots=True)
class RaterProgress:
    """One rater; `last_at` is when something of the rater's was last stored."""

    rater_id: str
    number: int
    state: RaterState
    n_completed: int
    n_running: int
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """A study in full; `worst_imbalance` is the greatest difference between the served orders of an item."""

    summary: StudySummary
    items: tuple[ItemProgress, ...]
    raters: tuple[RaterProgress, ...]
    worst_imbalance: int


def study_progress(place: Workplace, principal: Staff, study_id: str) -> StudyProgress:
    """Count what is done and running, per item and per rater.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    raise NotImplementedError
