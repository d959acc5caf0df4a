"""Look over an installation: what `blindpair doctor` says."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from annotate_app.services.workplace import Workplace
from annotate_app.store.condition import durability, integrity_problems
from annotate_app.store.migrate import newest_version

__all__ = ["Finding", "examine"]

_LEAST_FREE_BYTES = 200 * 1024**2


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `detail` says what was found and, if it is not good, what to do."""

    name: str
    is_good: bool
    detail: str


def examine(place: Workplace, workspace: Path) -> tuple[Finding, ...]:
    """Check the database's version, durability and integrity, and the workspace's disk."""
    writes = durability(place.database)
    problems = integrity_problems(place.database)
    free = shutil.disk_usage(workspace).free
    url = place.database.engine.url.render_as_string(hide_password=True)
    return (
        Finding("database", True, f"{url}, version {newest_version()}"),
        Finding(
            "durability",
            writes.is_durable,
            writes.settings if writes.is_durable else f"{writes.settings}: ratings may be lost in a crash",
        ),
        Finding(
            "integrity",
            not problems,
            "; ".join(problems) + " - restore a backup" if problems else "no problem found",
        ),
        Finding(
            "disk",
            free >= _LEAST_FREE_BYTES,
            f"{free // 1024**2} MB free"
            + ("" if free >= _LEAST_FREE_BYTES else f", expected {_LEAST_FREE_BYTES // 1024**2}: make room"),
        ),
    )
