"""Watch a study."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from annotate_app.design.principal import Staff
from annotate_app.services.access import require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.studies.list_studies import StudySummary, main_raters, summary_of
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.events import last_event_times
from annotate_app.store.items import ItemCount, item_counts
from annotate_app.store.models import AssignmentRow, RaterRow
from annotate_app.store.states import AssignmentState, RaterState, SkipReason

__all__ = ["ItemProgress", "RaterProgress", "RaterState", "Skip", "StudyProgress", "study_progress"]


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """One item; `n_first` and `n_second` count the ratings, running or completed, per served order.

    `at_work` are the numbers of the raters who have it in hand.
    """

    item_id: str
    pair_id: str
    n_completed: int
    n_running: int
    n_wanted: int
    n_first: int
    n_second: int
    at_work: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Skip:
    """An item that a rater skipped: why, and what was typed beside."""

    item_id: str
    rater: int
    reason: SkipReason
    remark: str


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
    """A study in full, without its pilot and its checks.

    Attributes
    ----------
    worst_imbalance
        The greatest difference between the served orders of an item.
    n_missing
        How many ratings of items are wanted and not in.
    minutes_per_item
        Median of the time in view on submitted items; None where nothing was measured.
    """

    summary: StudySummary
    items: tuple[ItemProgress, ...]
    raters: tuple[RaterProgress, ...]
    worst_imbalance: int
    n_missing: int
    minutes_per_item: float | None
    skips: tuple[Skip, ...] = ()

    @property
    def minutes_left(self) -> float | None:
        """Working time of raters that is still to come, estimated from what was measured."""
        return None if self.minutes_per_item is None else self.n_missing * self.minutes_per_item


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
        raters = main_raters(session, study_id)
        given: defaultdict[str, list[AssignmentRow]] = defaultdict(list)
        counts = item_counts(session, study_id)
        own = {count.item_id for count in counts}
        rows = [row for row in assignments_of_study(session, study_id) if row.item_id in own]
        for row in rows:
            given[row.rater_id].append(row)
        at_work = _at_work(rows, raters)
        items = tuple(
            _item(count, at_work[count.item_id], n_wanted=study.raters_per_item) for count in counts
        )
        times = last_event_times(session, study_id)
        return StudyProgress(
            summary=summary_of(session, study),
            items=items,
            raters=tuple(_rater(rater, given[rater.rater_id], times) for rater in raters),
            worst_imbalance=max((abs(item.n_first - item.n_second) for item in items), default=0),
            n_missing=sum(max(0, item.n_wanted - item.n_completed) for item in items),
            skips=_skips(rows, raters),
            minutes_per_item=_minutes(row for rater in raters for row in given[rater.rater_id]),
        )


def _at_work(rows: Iterable[AssignmentRow], raters: Iterable[RaterRow]) -> defaultdict[str, list[int]]:
    numbers = {rater.rater_id: rater.number for rater in raters}
    at_work: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        if row.state is AssignmentState.RUNNING and row.rater_id in numbers:
            at_work[row.item_id].append(numbers[row.rater_id])
    return at_work


def _skips(rows: Iterable[AssignmentRow], raters: Iterable[RaterRow]) -> tuple[Skip, ...]:
    numbers = {rater.rater_id: rater.number for rater in raters}
    found = (
        Skip(row.item_id, numbers[row.rater_id], row.skip_reason, row.skip_remark or "")
        for row in rows
        if row.skip_reason is not None and row.rater_id in numbers
    )
    return tuple(sorted(found, key=lambda skip: (skip.item_id, skip.rater)))


def _minutes(rows: Iterable[AssignmentRow]) -> float | None:
    seconds = [
        row.seconds for row in rows if row.state is AssignmentState.COMPLETED and row.seconds is not None
    ]
    return median(seconds) / 60 if seconds else None


def _item(count: ItemCount, at_work: Iterable[int], *, n_wanted: int) -> ItemProgress:
    return ItemProgress(
        item_id=count.item_id,
        pair_id=count.pair_id,
        n_completed=count.n_completed,
        n_running=count.n_running,
        n_wanted=n_wanted,
        n_first=count.n_forward,
        n_second=count.n_reverse,
        at_work=tuple(sorted(at_work)),
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
