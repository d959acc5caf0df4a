"""Store the episodes of a previewed file."""

from dataclasses import dataclass
from typing import BinaryIO

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.errors import UploadError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.secret import new_id
from annotate_app.services.uploads.episode_rows import HashedFile, compare, episode_rows, read_hashed
from annotate_app.services.workplace import Workplace
from annotate_app.store.episodes import add_batch, batch_by_content
from annotate_app.store.events import add_event
from annotate_app.store.models import BatchRow

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
    with place.database.reading() as session:
        require_staff(session, principal)
    hashed = read_hashed(stream, name=name)
    if hashed.content_hash != content_hash:
        raise UploadError([f"{name} is not the file that was previewed. Preview it again."])
    if hashed.file.problems:
        raise UploadError(hashed.file.problems)
    with place.database.writing() as session:
        if (before := batch_by_content(session, content_hash)) is not None:
            return StoredBatch(before.batch_id, 0, len(hashed.file.episodes))
        return _store(session, place, principal, hashed, name)


def _store(
    session: Session, place: Workplace, principal: Staff, hashed: HashedFile, name: str
) -> StoredBatch:
    comparison = compare(session, hashed.file, name=name)
    if comparison.conflicts:
        raise UploadError(comparison.conflicts)
    now, actor = place.clock(), actor_of(principal)
    batch = BatchRow(
        batch_id=new_id(place),
        name=name,
        content_hash=hashed.content_hash,
        uploaded_at=now,
        uploaded_by=actor[1],
    )
    ids = [episode.episode_id for episode in hashed.file.episodes]
    add_batch(session, batch, ids, episode_rows(comparison.new))
    detail = {"n_new": len(comparison.new), "n_skipped": comparison.n_stored}
    add_event(session, at=now, actor=actor, action="uploaded", about=batch.batch_id, detail=detail)
    return StoredBatch(batch.batch_id, len(comparison.new), comparison.n_stored)
