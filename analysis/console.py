"""Rows as tables for people, on a terminal or in a file, within 100 columns."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import IO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from analysis.estimate import Estimate, Scope
from analysis.rater_names import rater_name

__all__ = ["WIDTH_IN_A_FILE", "show_rows"]

WIDTH_IN_A_FILE = 100
_ONE_BY_ONE = {Scope.RATER: "raters one by one", Scope.RATER_PAIR: "every two raters"}


def show_rows(
    rows: Sequence[Estimate],
    left_out: Mapping[str, int],
    stream: IO[str],
    rater_numbers: Mapping[str, int] | None = None,
) -> None:
    """Write rows, one table for everything that they are about, their notes below, and what was left out.

    Colours and the width of the window are used on a terminal only.
    """
    console = Console(file=stream, width=None if stream.isatty() else WIDTH_IN_A_FILE, highlight=False)
    notes: dict[str, int] = {}
    for heading, group in groupby(rows, key=_heading):
        console.print(f"[bold]{escape(heading)}[/bold]")
        console.print(_table(tuple(group), notes, rater_numbers or {}))
        console.print()
    for note, number in notes.items():
        console.print(f"[dim]{number:>3}[/dim]  {escape(note)}")
    if left_out:
        console.print(f"\nLeft out: {'; '.join(f'{reason}: {count}' for reason, count in left_out.items())}.")


def _heading(row: Estimate) -> str:
    level = "" if row.level is None else f" ({row.level})"
    return f"{row.dimension}{level}: {_ONE_BY_ONE.get(row.scope) or _about(row)}"


def _about(row: Estimate) -> str:
    judge = "" if row.judge is None else f"{row.judge}, "
    if row.condition is not None:
        over = "" if row.reference is None else f" over {row.reference}"
        return f"{judge}{row.condition}{over}"
    return judge.removesuffix(", ") or "all raters"


def _table(rows: Sequence[Estimate], notes: dict[str, int], numbers: Mapping[str, int]) -> Table:
    """Make one table; a note is a number, the same one wherever it says the same."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    one_by_one = rows[0].scope in _ONE_BY_ONE
    if one_by_one:
        table.add_column("who", overflow="fold", max_width=24)
    table.add_column("statistic", overflow="fold")
    for heading in ("value", "95 % interval", "units", "raters", "clusters", "note"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        who = [escape(_who(row, numbers))] if one_by_one else []
        table.add_row(*who, *_cells(row), *_numbered(row.note, notes))
    return table


def _who(row: Estimate, numbers: Mapping[str, int]) -> str:
    names = [rater_name(rater, numbers) for rater in (row.rater, row.rater_2) if rater is not None]
    known = len(names) == 1 and row.rater in numbers
    return f"{names[0]} {row.rater}" if known else " and ".join(names)


def _cells(row: Estimate) -> Iterator[str]:
    yield row.statistic
    yield _value(row)
    yield "" if row.low is None or row.high is None else f"{row.low:.3f} to {row.high:.3f}"
    for size in (row.n_units, row.n_raters, row.n_clusters):
        yield "" if size is None else str(size)


def _value(row: Estimate) -> str:
    if row.value is None:
        return "undefined"
    return "< 0.001" if "p_value" in row.statistic and row.value < 0.001 else f"{row.value:.3f}"


def _numbered(note: str, notes: dict[str, int]) -> Iterator[str]:
    yield str(notes.setdefault(note, len(notes) + 1)) if note else ""
