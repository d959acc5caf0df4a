"""Drafts: what was typed for a step and not submitted; the last one wins."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.orm import Session

from annotate_app.store.models import DraftRow

__all__ = ["Draft", "drop_draft", "keep_draft"]

_IS_IT = (DraftRow.assignment_id == bindparam("of_assignment"), DraftRow.step == bindparam("of_step"))
_DROP = delete(DraftRow).where(*_IS_IT)
_INSERT = insert(DraftRow)
_UPDATE = (
    update(DraftRow)
    .where(*_IS_IT)
    .values(
        {name: bindparam(name) for name in ("revision", "answers", "seconds", "saved_at")},
    )
)


@dataclass(frozen=True, slots=True)
class Draft:
    """Screen answers by question key; `seconds` on the step so far, None where that was not measured."""

    revision: int
    answers: Mapping[str, Any]
    seconds: float | None
    saved_at: datetime


def keep_draft(session: Session, assignment_id: str, step: int, draft: Draft) -> None:
    """Store a step's draft in place of what was drafted before; the assignment is locked."""
    values = {
        "revision": draft.revision,
        "answers": dict(draft.answers),
        "seconds": draft.seconds,
        "saved_at": draft.saved_at,
    }
    connection = session.connection()
    changed = connection.execute(_UPDATE, {**values, "of_assignment": assignment_id, "of_step": step})
    if not changed.rowcount:
        connection.execute(_INSERT, {**values, "assignment_id": assignment_id, "step": step})


def drop_draft(session: Session, assignment_id: str, step: int) -> None:
    """Forget a step's draft, if there is one."""
    session.connection().execute(_DROP, {"of_assignment": assignment_id, "of_step": step})
