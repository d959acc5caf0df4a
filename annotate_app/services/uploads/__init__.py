"""Bring episodes in: first a preview that writes nothing, then a confirmation by content hash."""

from annotate_app.services.uploads.confirm_upload import StoredBatch, confirm_upload
from annotate_app.services.uploads.list_batches import BatchSummary, list_batches
from annotate_app.services.uploads.pairs import ConditionCount
from annotate_app.services.uploads.preview_upload import UploadPreview, preview_upload

__all__ = [
    "BatchSummary",
    "ConditionCount",
    "StoredBatch",
    "UploadPreview",
    "confirm_upload",
    "list_batches",
    "preview_upload",
]
