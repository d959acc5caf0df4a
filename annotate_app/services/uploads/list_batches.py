"""List what was uploaded."""

from dataclasses import dataclass
from datetime import datetime

from annotate_app.design.principal import Staff
from annotate_app.services.uploads.preview_upload import ConditionCount
from annotate_app.services.workplace import Workplace

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
    raise NotImplementedError
