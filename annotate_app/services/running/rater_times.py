"""Say how long raters worked, and how they get in: for watching a study and for paying people."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from annotate_app.design.principal import Staff
from annotate_app.services.access import require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.events import last_event_times
from annotate_app.store.models import AssignmentRow, InvitationRow, RaterRow
from annotate_app.store.raters import invitations_of_study, raters_of_study
from annotate_app.store.states import AssignmentState, RaterState
from sim.schema.rating import Purpose

__all__ = ["LinkState", "RaterTime", "rater_times"]


class LinkState(StrEnum):
    """Whether a rater's link opens a session; `platform` where the rater has none."""

    OPEN = "open"
    EXPIRED = "expired"
    REVOKED = "revoked"
    PLATFORM = "platform"


@dataclass(frozen=True, slots=True)
class RaterTime:
    """One rater's work.

    Attributes
    ----------
    platform_id
        Who the rater is on a crowd platform; None for others.
    n_items, n_running
        Items submitted, and in hand.
    minutes
        Time in view on submitted steps, hidden tabs left out; None where nothing was measured.
    last_at
        When something of the rater's was last stored.
    """

    rater_id: str
    number: int
    state: RaterState
    purpose: Purpose
    link: LinkState
    platform_id: str | None
    n_items: int
    n_running: int
    minutes: float | None
    started_at: datetime | None
    finished_at: datetime | None
    last_at: datetime | None
    code: str | None


def rater_times(place: Workplace, principal: Staff, study_id: str) -> tuple[RaterTime, ...]:
    """List a study's raters by number.

    Raises
    ------
    NotFoundError
        If there is no such study.
    """
    now = place.clock()
    with place.database.reading() as session:
        require_staff(session, principal)
        existing_study(session, study_id)
        given: defaultdict[str, list[AssignmentRow]] = defaultdict(list)
        for row in assignments_of_study(session, study_id):
            given[row.rater_id].append(row)
        links: defaultdict[str, list[InvitationRow]] = defaultdict(list)
        for invitation in invitations_of_study(session, study_id):
            links[invitation.rater_id].append(invitation)
        times = last_event_times(session, study_id)
        return tuple(
            _time(rater, given[rater.rater_id], _link(rater, links[rater.rater_id], now), times)
            for rater in raters_of_study(session, study_id)
        )


def _time(
    rater: RaterRow, rows: Iterable[AssignmentRow], link: LinkState, times: Mapping[str, datetime]
) -> RaterTime:
    states = [row.state for row in rows]
    seconds = [row.seconds for row in rows if row.seconds is not None]
    return RaterTime(
        rater_id=rater.rater_id,
        number=rater.number,
        state=rater.state,
        purpose=rater.purpose,
        link=link,
        platform_id=rater.external_id,
        n_items=states.count(AssignmentState.COMPLETED),
        n_running=states.count(AssignmentState.RUNNING),
        minutes=sum(seconds) / 60 if seconds else None,
        started_at=rater.started_at,
        finished_at=rater.finished_at,
        last_at=times.get(rater.rater_id),
        code=rater.completion_code,
    )


def _link(rater: RaterRow, invitations: Iterable[InvitationRow], now: datetime) -> LinkState:
    known = list(invitations)
    if rater.revoked_at is not None or rater.state is RaterState.WITHDRAWN:
        return LinkState.REVOKED
    if not known:
        return LinkState.PLATFORM
    current = [one for one in known if one.revoked_at is None]
    if any(one.expires_at is None or one.expires_at > now for one in current):
        return LinkState.OPEN
    return LinkState.EXPIRED if current else LinkState.REVOKED
