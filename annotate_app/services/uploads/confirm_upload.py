"""Store the episodes of a previewed file."""

from dataclasses import dataclass
from typing import BinaryIO

from annotate_app.design.principal import Staff
from annotate_app.services.workplace import Workplace

__all__ = ["StoredBatch", "confirm_upload"]


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """What was stored: `n_new` episodes; `n_skipped` were there already with the same content."""

    batch_id: str
    n_new: int
    n_skipped: int


def confirm_upload(
    place: Workplace, principal: Staff, stream: BinaryIO, *, name: str, content_hash: str
) -> StoredBatch:
    """Store a file in one transaction; the same file a second time changes nothing.

    Parameters
    ----------
    stream
        The same bytes as were previewed.
    content_hash
        The preview's.

    Raises
    ------
    UploadError
        If the bytes are not those previewed, or with every problem of the file; nothing was stored.
    """
    raise NotImplementedError
