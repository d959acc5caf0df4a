"""Write a study's bundle."""

from dataclasses import dataclass
from pathlib import Path

from annotate_app.design.principal import Staff
from annotate_app.services.workplace import Workplace

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
        If the folder holds something, or the reason is blank; nothing was written.
    NotFoundError
        If there is no such study.
    """
    raise NotImplementedError
