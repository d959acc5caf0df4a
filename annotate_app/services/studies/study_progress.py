"""Watch a study."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from annotate_app.design.principal import Staff
from annotate_app.services.access import require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.studies.list_studies import StudySummary, summary_of
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.events import last_event_times
from annotate_app.store.items import ItemCount, item_counts
from annotate_app.store.models import AssignmentRow, RaterRow
from annotate_app.store.raters import raters_of_study
from annotate_app.store.states import AssignmentState, RaterState

__all__ = ["ItemProgress", "RaterProgress", "RaterState", "StudyProgress", "study_progress"]


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
    with place.database.reading() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id)
        items = tuple(
            _item(count, n_wanted=study.raters_per_item) for count in item_counts(session, study_id)
        )
        given: defaultdict[str, list[AssignmentRow]] = defaultdict(list)
        for row in assignments_of_study(session, study_id):
            given[row.rater_id].append(row)
        times = last_event_times(session, study_id)
        raters = raters_of_study(session, study_id)
        return StudyProgress(
            summary=summary_of(session, study),
            items=items,
            raters=tuple(_rater(rater, given[rater.rater_id], times) for rater in raters),
            worst_imbalance=max((abs(item.n_first - item.n_second) for item in items), default=0),
        )


def _item(count: ItemCount, *, n_wanted: int) -> ItemProgress:
    return ItemProgress(
        item_id=count.item_id,
        pair_id=count.pair_id,
        n_completed=count.n_completed,
        n_running=count.n_running,
        n_wanted=n_wanted,
        n_first=count.n_forward,
        n_second=count.n_reverse,
    )


def _rater(rater: RaterRow, rows: Sequence[AssignmentRow], times: Mapping[str, datetime]) -> RaterProgress:
    return RaterProgress(
        rater_id=rater.rater_id,
        number=rater.number,
        state=rater.state,
        n_completed=sum(row.state is AssignmentState.COMPLETED for row in rows),
        n_running=sum(row.state is AssignmentState.RUNNING for row in rows),
        last_at=times.get(rater.rater_id),
    )
