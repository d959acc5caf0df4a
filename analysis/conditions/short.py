"""Conditions compared in short: sentences, then one row a question and one a property of the text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import IO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from analysis.console import WIDTH_IN_A_FILE
from analysis.estimate import Estimate, Scope
from analysis.report.glossary import note_in_words, title_of
from analysis.report.plain import interval, number, p_value, value, visible
from analysis.report.summary import conditions_answer
from analysis.text import TEXT_DIMENSION

__all__ = ["show_conditions"]

_MAIN = frozenset({"win_rate", "mean_difference"})
_MORE = "Every statistic, other standard errors and published figures: --all; as data: --json."


def show_conditions(rows: Sequence[Estimate], left_out: Mapping[str, int], stream: IO[str]) -> None:
    """Write what was found in plain words, then the numbers that it rests on, then what was left out."""
    console = Console(
        file=stream, width=None if stream.isatty() else WIDTH_IN_A_FILE, highlight=False, soft_wrap=False
    )
    answer = conditions_answer(rows, "No two conditions were rated on dialogues of one pair.")
    console.print(f"[bold]{answer.question} {escape(answer.short)}[/bold]")
    for sentence in answer.sentences:
        console.print(f"- {escape(sentence)}")
    for table in (_compared(rows), _described(rows)):
        if table.row_count:
            console.print()
            console.print(table)
    notes = dict.fromkeys(note_in_words(row.note) for row in _main(rows) if row.note)
    for note in notes:
        console.print(f"[dim]{escape(visible(note))}[/dim]")
    if left_out:
        console.print(
            f"\nLeft out: {'; '.join(escape(f'{reason}: {count}') for reason, count in left_out.items())}."
        )
    console.print(f"\n{_MORE}")


def _main(rows: Sequence[Estimate]) -> Iterator[Estimate]:
    """Take the main row of every question and contrast, by its default method."""
    found: set[tuple[str, str, str | None, str | None]] = set()
    for row in rows:
        key = (row.statistic, row.dimension, row.condition, row.reference)
        if row.statistic in _MAIN and row.scope is Scope.CONDITION and key not in found:
            found.add(key)
            yield row


def _compared(rows: Sequence[Estimate]) -> Table:
    table = _table("question", "compared", "statistic")
    for heading in ("value", "95 % interval", "p (Holm)", "units", "raters", "clusters"):
        table.add_column(heading, justify="right", no_wrap=True)
    tests = {
        (row.dimension, row.condition, row.reference): row for row in rows if row.statistic == "p_value_holm"
    }
    for row in _main(rows):
        test = tests.get((row.dimension, row.condition, row.reference))
        chance = "" if test is None or test.value is None else p_value(test.value)
        sizes = ("" if size is None else str(size) for size in (row.n_units, row.n_raters, row.n_clusters))
        names = (row.dimension, f"{row.condition} over {row.reference}", title_of(row.statistic).lower())
        table.add_row(*map(_cell, names), value(row), interval(row), chance, *sizes)
    return table


def _described(rows: Sequence[Estimate]) -> Table:
    """Show what the dialogues are like, one property a row and one column a condition."""
    text = [row for row in rows if row.dimension == TEXT_DIMENSION and row.n_units is not None]
    levels = [row for row in text if row.reference is None]
    conditions = list(dict.fromkeys(row.condition or "" for row in levels))
    contrasts = list(
        dict.fromkeys((row.condition or "", row.reference) for row in text if row.reference is not None)
    )
    table = _table("of the dialogues")
    for name in conditions:
        table.add_column(_cell(name), justify="right")
    for first, second in contrasts:
        table.add_column(_cell(f"{first} over {second}"), justify="right")
    found = {(row.statistic, row.condition or "", row.reference): row for row in text}
    for statistic in dict.fromkeys(row.statistic for row in text):
        own = [found.get((statistic, name, None)) for name in conditions]
        if not any(row is not None and row.value for row in own):
            continue
        cells = ["" if row is None or row.value is None else number(row.value) for row in own]
        differences = [_difference(found.get((statistic, *contrast))) for contrast in contrasts]
        table.add_row(title_of(statistic), *cells, *differences)
    return table


def _difference(row: Estimate | None) -> str:
    if row is None or row.value is None:
        return ""
    between = interval(row)
    return f"{number(row.value)} ({between})" if between else number(row.value)


def _cell(text: str) -> str:
    return escape(visible(text))


def _table(*names: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for name in names:
        table.add_column(name, overflow="fold")
    return table
