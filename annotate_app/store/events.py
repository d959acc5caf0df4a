"""What happened: rows are only ever added."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate_app.store.models import EventRow
from annotate_app.store.new_rows import insert_rows
from annotate_app.store.states import ActorKind

__all__ = ["add_event", "event_row", "events_of_study", "last_event_times"]


def add_event(
    session: Session,
    *,
    at: datetime,
    actor: tuple[ActorKind, str],
    action: str,
    study_id: str | None = None,
    about: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Store that somebody did something; `about` is the id of what it was done to."""
    row = event_row(at=at, actor=actor, action=action, study_id=study_id, about=about, detail=detail)
    insert_rows(session, [row])


def event_row(
    *,
    at: datetime,
    actor: tuple[ActorKind, str],
    action: str,
    study_id: str | None,
    about: str,
    detail: Mapping[str, Any] | None = None,
) -> EventRow:
    """Write down what `add_event` stores."""
    kind, actor_id = actor
    return EventRow(
        at=at,
        actor_kind=kind,
        actor_id=actor_id,
        study_id=study_id,
        action=action,
        object=about,
        detail=dict(detail or {}),
    )


def events_of_study(session: Session, study_id: str) -> tuple[EventRow, ...]:
    """List a study's events as they happened."""
    rows = session.scalars(select(EventRow).where(EventRow.study_id == study_id).order_by(EventRow.event_id))
    return tuple(rows)


def last_event_times(session: Session, study_id: str) -> Mapping[str, datetime]:
    """Tell when each person last did something in a study."""
    query = (
        select(EventRow.actor_id, func.max(EventRow.at))
        .where(EventRow.study_id == study_id)
        .group_by(EventRow.actor_id)
    )
    return {row[0]: row[1] for row in session.execute(query)}
