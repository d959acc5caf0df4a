"""Rows as CSV, one file a topic, in the columns of the contract."""

import io
from collections.abc import Iterator, Sequence

from analysis.estimate import Estimate, Scope
from analysis.report.results import Results, Topic
from sim.schema.ratings_csv import cell_safe, write_csv

__all__ = ["COLUMNS", "csv_files"]

COLUMNS = tuple(Estimate.model_fields)

_RATERS = frozenset({Scope.RATER, Scope.RATER_PAIR})


def csv_files(results: Results) -> Iterator[tuple[str, str]]:
    """Make name and text of every file; notes, which may quote labels, are made safe for spreadsheets."""
    for topic in Topic:
        rows = results.rows(topic)
        if topic is Topic.AGREEMENT:
            yield "agreement.csv", _text([row for row in rows if row.scope not in _RATERS])
            yield "raters.csv", _text([row for row in rows if row.scope is Scope.RATER])
            yield "rater_pairs.csv", _text([row for row in rows if row.scope is Scope.RATER_PAIR])
        elif rows:
            yield f"{topic}.csv", _text(rows)
    stream = io.StringIO()
    excluded = ((each.where, each.reason, each.count, each.why) for each in results.exclusions)
    write_csv(stream, ("where", "reason", "count", "why"), excluded)
    yield "excluded.csv", stream.getvalue()


def _text(rows: Sequence[Estimate]) -> str:
    stream = io.StringIO()
    write_csv(stream, COLUMNS, (_cells(row) for row in rows))
    return stream.getvalue()


def _cells(row: Estimate) -> list[object]:
    fields = row.model_dump(mode="json")
    fields["note"] = cell_safe(row.note)
    return [fields[name] for name in COLUMNS]
