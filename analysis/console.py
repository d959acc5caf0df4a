"""Rows as a table for people, on a terminal or in a file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import IO

from rich.console import Console
from rich.table import Table

from analysis.estimate import Estimate

__all__ = ["show_rows"]

_WIDTH_IN_A_FILE = 200


def show_rows(rows: Sequence[Estimate], left_out: Mapping[str, int], stream: IO[str]) -> None:
    """Write rows and what was left out; colours and the width of the window only on a terminal."""
    console = Console(file=stream, width=None if stream.isatty() else _WIDTH_IN_A_FILE, highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("dimension", "about", "statistic", "level"):
        table.add_column(heading, overflow="fold")
    for heading in ("value", "95 % interval", "units", "raters", "ratings", "clusters"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("note", overflow="fold", style="dim")
    for row in rows:
        table.add_row(*_cells(row))
    console.print(table)
    if left_out:
        console.print(f"\nLeft out: {'; '.join(f'{reason}: {count}' for reason, count in left_out.items())}.")


def _cells(row: Estimate) -> Iterable[str]:
    interval = "" if row.low is None or row.high is None else f"{row.low:.3f} to {row.high:.3f}"
    sizes = (row.n_units, row.n_raters, row.n_ratings, row.n_clusters)
    return (
        row.dimension,
        _about(row),
        row.statistic,
        row.level or "",
        "undefined" if row.value is None else f"{row.value:.3f}",
        interval,
        *("" if size is None else str(size) for size in sizes),
        row.note,
    )


def _about(row: Estimate) -> str:
    if row.rater is not None:
        return row.rater if row.rater_2 is None else f"{row.rater} and {row.rater_2}"
    if row.condition is not None:
        return row.condition if row.reference is None else f"{row.condition} over {row.reference}"
    return row.judge or "all raters"
