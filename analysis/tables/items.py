"""Which dialogues of a bundle were shown for what."""

from collections.abc import Collection
from pathlib import Path

from analysis.tables.raw import read_csv_columns
from sim.schema.rating import Purpose

__all__ = ["episodes_of_other_purposes"]


def episodes_of_other_purposes(folder: Path, purposes: Collection[Purpose]) -> frozenset[str]:
    """Find the episodes that a bundle shows in items of other purposes alone, such as practice or a pilot.

    Nothing for whatever is not a bundle, and for episodes of no item.

    Raises
    ------
    TableError
        If a row of `items.csv` has another number of cells than the header.
    OSError
        If it cannot be read.
    """
    path = folder / "items.csv"
    if not path.is_file():
        return frozenset()
    columns, _ = read_csv_columns(path)
    if not {"episode_1", "episode_2", "purpose"} <= columns.keys():
        return frozenset()
    wanted = columns["purpose"].where(lambda name: name in {*purposes})
    shown = [columns[name] for name in ("episode_1", "episode_2")]
    kept, others = (
        {name for column in shown for name in column.take(rows).compact().names} for rows in (wanted, ~wanted)
    )
    return frozenset(others - kept - {""})
