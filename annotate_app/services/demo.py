"""A workspace to try everything with, made in a second and the same when it is opened again."""

from dataclasses import dataclass
from pathlib import Path

from annotate_app.services.workplace import Workplace

__all__ = ["Demo", "open_demo"]


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demo's user needs; kept in `links.json` (mode 0600) of the workspace, and nowhere else."""

    study_id: str
    user: str
    password: str
    tokens: tuple[str, ...]


def open_demo(place: Workplace, workspace: Path) -> Demo:
    """Make the demo, or come back to the one that is there.

    Raises
    ------
    DatabaseError
        If `links.json` is there and its database is not, or the other way round.
    """
    raise NotImplementedError
