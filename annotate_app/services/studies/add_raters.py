"""Invite more raters."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.secret import new_id, new_secret, secret_hash
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.models import InvitationRow, RaterRow
from annotate_app.store.raters import add_raters_with_invitations, highest_number
from annotate_app.store.states import RaterState, StudyState
from sim.schema.rating import Purpose

__all__ = ["MOST_RATERS", "TOKEN_BYTES", "RaterLink", "add_raters", "expiry_problems", "invite"]

MOST_RATERS = 10_000

TOKEN_BYTES = 16


@dataclass(frozen=True, slots=True)
class RaterLink:
    """A rater's new link; the token exists nowhere else and cannot be shown again.

    `expires_at` is when it stops opening sessions; None for never.
    """

    rater_id: str
    number: int
    token: str
    expires_at: datetime | None = None

    @property
    def path(self) -> str:
        """The link's path on the app's host."""
        return f"/join/{self.token}"


def add_raters(
    place: Workplace,
    principal: Staff,
    study_id: str,
    *,
    n_raters: int,
    expires_at: datetime | None = None,
) -> tuple[RaterLink, ...]:
    """Make raters and their invitations.

    Raises
    ------
    StudyError
        With everything that is wrong: a closed study, a number that is not between 1 and 10,000, a time that
        is over.
    NotFoundError
        If there is no such study.
    """
    with place.database.writing() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id, lock=True)
        problems = [
            *([f"Study {study.name!r} is closed."] if study.state is StudyState.CLOSED else []),
            *([] if 1 <= n_raters <= MOST_RATERS else [f"From 1 to {MOST_RATERS} raters, not {n_raters}."]),
            *expiry_problems(expires_at, place.clock()),
        ]
        if problems:
            raise StudyError(problems)
        return invite(session, place, principal, study_id, n_raters=n_raters, expires_at=expires_at)


def expiry_problems(expires_at: datetime | None, now: datetime) -> list[str]:
    """Say where links would have expired before they are made."""
    if expires_at is None or expires_at > now:
        return []
    return [f"Found {expires_at.isoformat()} for when the links expire, expected a time to come."]


def invite(
    session: Session,
    place: Workplace,
    principal: Staff,
    study_id: str,
    *,
    n_raters: int,
    expires_at: datetime | None = None,
    purpose: Purpose = Purpose.MAIN,
) -> tuple[RaterLink, ...]:
    """Make raters and their invitations within a transaction; see `add_raters`."""
    now = place.clock()
    first = highest_number(session, study_id) + 1
    links = tuple(
        RaterLink(f"r{new_id(place)}", number, new_secret(place, n_bytes=TOKEN_BYTES), expires_at)
        for number in range(first, first + n_raters)
    )
    raters = [
        RaterRow(
            rater_id=link.rater_id,
            study_id=study_id,
            number=link.number,
            state=RaterState.INVITED,
            created_at=now,
            purpose=purpose,
        )
        for link in links
    ]
    invitations = [
        InvitationRow(
            token_hash=secret_hash(link.token), rater_id=link.rater_id, created_at=now, expires_at=expires_at
        )
        for link in links
    ]
    add_raters_with_invitations(session, raters, invitations)
    add_event(
        session,
        at=now,
        actor=actor_of(principal),
        action="added_raters",
        study_id=study_id,
        about=study_id,
        detail={"n_raters": n_raters, **({} if purpose is Purpose.MAIN else {"purpose": purpose.value})},
    )
    return links
