"""Read tables of ratings from Parquet, JSON Lines and JSON, and tables of items by raters."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.errors import TableError
from analysis.tables.factor import Codes, Factor
from analysis.tables.foreign import Record, records_of
from analysis.tables.raw import RawTable, raw_from_records
from sim.errors import Problem, shown
from sim.schema.rating import RATING_COLUMNS

__all__ = ["canonical", "cell_text", "is_wide", "read_json", "read_json_lines", "read_parquet", "wide_table"]

_KNOWN = {*RATING_COLUMNS, "cluster_id"}
_ITEM_COLUMNS = ("item_id", "unit_id", "item", "unit", "id", "")


def canonical(source: str, columns: Mapping[str, Factor], line: Codes) -> RawTable:
    """Tell the columns of the contract from others, which may serve as clusters."""
    known = {name: cells for name, cells in columns.items() if name in _KNOWN}
    extra = {name: cells for name, cells in columns.items() if name not in _KNOWN}
    return RawTable(source, known, line, extra)


def cell_text(value: object) -> str:
    """Write a typed cell as a CSV file would hold it: whole numbers without a point, missing ones empty."""
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def is_wide(columns: Mapping[str, Factor]) -> bool:
    """Say whether a table has one column a rater instead of `rater_id` and `value`."""
    return (
        not {"rater_id", "value"} & set(columns) and next(iter(columns)) in _ITEM_COLUMNS and len(columns) > 2
    )


def wide_table(source: str, columns: Mapping[str, Factor], line: Codes) -> RawTable:
    """Turn a table of items by raters (first column: the item; `cluster_id` may follow) into a long one."""
    first = next(iter(columns))
    raters = [name for name in columns if name not in {first, "cluster_id"}]
    n_rows = len(line)
    long = {
        "item_id": Factor.concatenate([columns[first]] * len(raters)),
        "rater_id": Factor(np.repeat(np.arange(len(raters), dtype=np.int32), n_rows), tuple(raters)),
        "value": Factor.concatenate([columns[rater] for rater in raters]),
    }
    if "cluster_id" in columns:
        long["cluster_id"] = Factor.concatenate([columns["cluster_id"]] * len(raters))
    return RawTable(source, long, np.tile(line, len(raters)))


def read_parquet(path: Path) -> RawTable:
    """Read a Parquet table, long or wide; its line numbers count rows from 1.

    Raises
    ------
    TableError
        If the file is not Parquet.
    """
    try:
        frame = pd.read_parquet(path)
    except (ValueError, OSError) as error:
        found = f"a file that cannot be read ({error})"
        raise TableError([Problem(path.name, None, "", found, "Parquet")]) from None
    columns = {str(name): Factor.of(map(cell_text, frame[name].tolist())) for name in frame.columns}
    line = np.arange(1, len(frame) + 1, dtype=np.int32)
    return (wide_table if is_wide(columns) else canonical)(path.name, columns, line)


def read_json_lines(path: Path) -> RawTable:
    """Read JSON Lines: one rating a line in the columns of `ratings.csv`, or an export of Potato or Argilla.

    Raises
    ------
    TableError
        With every line that is not an object.
    """
    records: list[tuple[int, Record]] = []
    problems: list[Problem] = []
    with path.open(encoding="utf-8-sig") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            record = _parsed(line)
            if isinstance(record, dict):
                records.append((number, record))
            else:
                problems.append(Problem(path.name, number, "", shown(line.strip()), "a JSON object"))
    if problems:
        raise TableError(problems)
    return _from_records(path, records)


def read_json(path: Path) -> RawTable:
    """Read JSON: `{rater: {item: value}}`, a list of ratings, or another tool's export.

    Line numbers count records from 1.

    Raises
    ------
    TableError
        If the document has none of these shapes.
    """
    document = _parsed(path.read_text(encoding="utf-8-sig"))
    if isinstance(document, list) and all(isinstance(record, dict) for record in document):
        return _from_records(path, list(enumerate(document, start=1)))
    if isinstance(document, dict) and all(isinstance(items, dict) for items in document.values()):
        return raw_from_records(path.name, _by_rater(document))
    expected = "{rater: {item: value}}, or a list of ratings or of records exported by another tool"
    raise TableError([Problem(path.name, None, "", shown(document), expected)])


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _by_rater(document: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[int, Mapping[str, str]]]:
    for number, (rater, items) in enumerate(document.items(), start=1):
        for item, value in items.items():
            yield number, {"rater_id": rater, "item_id": item, "value": cell_text(value)}


def _from_records(path: Path, records: list[tuple[int, Record]]) -> RawTable:
    foreign = list(records_of(records, rater=path.parent.name))
    cells = [
        (number, {name: cell_text(cell) for name, cell in record.items()})
        for number, record in foreign or records
    ]
    table = raw_from_records(path.name, cells)
    return canonical(path.name, table.columns, table.line)
