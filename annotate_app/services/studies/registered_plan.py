"""What a preregistration says of the study itself, as it is now."""

import hashlib
from collections.abc import Sequence

from sqlalchemy.orm import Session

from annotate_app.services.studies.list_studies import main_raters
from annotate_app.store.items import items_of
from annotate_app.store.models import ItemRow, StudyRow
from annotate_app.store.studies import texts_of
from sim.schema.preregistration import RegisteredItems, RegisteredPlan, RegisteredText
from sim.schema.rating import Purpose

__all__ = ["registered_items", "registered_plan", "registered_texts"]


def registered_plan(session: Session, study: StudyRow) -> RegisteredPlan:
    """Describe a study's items, raters, limits and seed."""
    return RegisteredPlan(
        items=registered_items(items_of(session, study.study_id)),
        raters_per_item=study.raters_per_item,
        n_raters=len(main_raters(session, study.study_id)),
        items_per_rater=study.items_per_rater,
        items_per_environment=study.items_per_environment,
        lease_minutes=study.lease_minutes,
        break_every=study.break_every,
        withdrawal=study.withdrawal.value,
        language=study.language,
        seed=study.seed,
    )


def registered_items(items: Sequence[ItemRow]) -> RegisteredItems:
    """Count and hash the main study's items; a pilot's are not part of it."""
    main = [item for item in items if item.purpose is Purpose.MAIN]
    lines = sorted(f"{item.item_id} {item.episode_1} {item.episode_2 or ''}".rstrip() for item in main)
    return RegisteredItems(
        n_items=len(main),
        n_environments=len({item.environment_id for item in main}),
        sha256=hashlib.sha256("\n".join(lines).encode()).hexdigest(),
    )


def registered_texts(session: Session, study_id: str) -> tuple[RegisteredText, ...]:
    """List the texts that raters are shown now, one of every kind there is."""
    newest = {row.kind: row for row in texts_of(session, study_id)}
    return tuple(
        RegisteredText(kind=kind.value, version=row.version, text=row.text)
        for kind, row in sorted(newest.items(), key=lambda one: one[0].value)
    )
