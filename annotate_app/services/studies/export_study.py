"""Write a study's bundle."""

import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from annotate_app.design.principal import Staff
from annotate_app.errors import ExportError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.studies.bundle_files import write_bundle
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event

__all__ = ["ExportedBundle", "export_study"]


@dataclass(frozen=True, slots=True)
class ExportedBundle:
    """What was written, and where."""

    folder: Path
    blind: bool
    n_items: int
    n_raters: int
    n_ratings: int


def export_study(
    place: Workplace, principal: Staff, study_id: str, folder: Path, *, unblind_reason: str | None = None
) -> ExportedBundle:
    """Write the bundle to a new folder, blind unless a reason for unblinding is given; both are audited.

    Raises
    ------
    ExportError
        If the folder holds something or cannot be written, or the reason is blank; nothing was written.
    NotFoundError
        If there is no such study.
    """
    blind = unblind_reason is None
    if unblind_reason is not None and not unblind_reason.strip():
        raise ExportError("Unblinding needs a reason; it is stored with the study. Nothing was written.")
    _check_free(folder)
    now = place.clock()
    # Who unblinds is on record before the conditions leave the database.
    with place.database.writing() as session:
        require_staff(session, principal)
        # Whoever decides about exclusions at this moment is either before the unblinding or after it.
        study = existing_study(session, study_id, lock=True)
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="exported" if blind else "unblinded",
            study_id=study.study_id,
            about=study.study_id,
            detail={} if unblind_reason is None else {"reason": unblind_reason},
        )
    with place.database.reading() as session, _folder_to_be(folder) as draft:
        study = existing_study(session, study_id)
        counts = write_bundle(session, study, draft, blind=blind, now=now)
    return ExportedBundle(folder, blind, counts.n_items, counts.n_raters, counts.n_ratings)


def _check_free(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise ExportError(
            f"The folder {folder} holds something already. Name a new one; nothing was written."
        )
    if folder.exists() and not folder.is_dir():
        raise ExportError(f"{folder} is a file, expected a new folder. Nothing was written.")


@contextmanager
def _folder_to_be(folder: Path) -> Generator[Path]:
    """Give a folder beside the wanted one, which takes its name once everything is in it."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise ExportError(f"The folder {folder} cannot be made ({error.strerror}).") from error
    try:
        yield draft
        draft.chmod(0o755)
        draft.replace(folder)
    except OSError as error:
        raise ExportError(f"The bundle {folder} cannot be written ({error.strerror}).") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
