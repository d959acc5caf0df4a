"""List what was uploaded."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.services.access import require_staff
from annotate_app.services.uploads.pairs import ConditionCount, Labelled, pair_census
from annotate_app.services.workplace import Workplace
from annotate_app.store.episodes import batches, episodes_of_batch
from annotate_app.store.models import BatchRow

__all__ = ["BatchSummary", "list_batches"]


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """One uploaded file, with its episodes per condition and its pairs that have every condition."""

    batch_id: str
    name: str
    uploaded_at: datetime
    conditions: tuple[ConditionCount, ...]
    n_complete_pairs: int


def list_batches(place: Workplace, principal: Staff) -> tuple[BatchSummary, ...]:
    """List all batches, newest first."""
    with place.database.reading() as session:
        require_staff(session, principal)
        return tuple(_summary(session, batch) for batch in batches(session))


def _summary(session: Session, batch: BatchRow) -> BatchSummary:
    rows = episodes_of_batch(session, batch.batch_id)
    census = pair_census(Labelled(row.pair_id, row.condition) for row in rows)
    return BatchSummary(
        batch.batch_id, batch.name, batch.uploaded_at, census.conditions, len(census.complete)
    )
