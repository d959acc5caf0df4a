"""What every reader hands over: the canonical columns of one file as text, and the line of every row."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO

import numpy as np

from analysis.errors import TableError
from analysis.tables.factor import Codes, Factor, FactorBuilder
from sim.errors import Problem, shown

__all__ = ["RATED", "RawTable", "raw_from_records", "read_csv_columns"]

RATED = "rated"
_ROWS_AT_ONCE = 100
"""Few enough that rows die young: the garbage collector would walk more of them again and again."""


@dataclass(frozen=True, slots=True, eq=False)
class RawTable:
    """One file's rows before any check of their meaning.

    Attributes
    ----------
    source
        The file's name as the user gave it.
    columns
        By canonical name (those of `ratings.csv`, and `cluster_id`), as text; "" where a cell is empty.
    line
        1-based line of every row (of every record, in formats without lines); shape `(n_rows,)`.
    extra
        Columns with other names, which may serve as clusters.
    """

    source: str
    columns: Mapping[str, Factor]
    line: Codes
    extra: Mapping[str, Factor] = field(default_factory=dict[str, Factor])

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.line)

    def column(self, name: str, default: str = "") -> Factor:
        """Find a column, or one that holds `default` throughout."""
        found = self.columns.get(name)
        return Factor.constant(default, self.n_rows) if found is None else found


def read_csv_columns(path: Path, *, delimiter: str = ",") -> tuple[dict[str, Factor], Codes]:
    """Read a CSV file (UTF-8 with or without BOM, any line ends, blank lines skipped) into coded columns.

    Returns
    -------
    columns, line
        Columns by header name, and the 1-based last line of every row, shape `(n_rows,)`.

    Raises
    ------
    TableError
        With every row that has another number of cells than the header, or the place where the text
        stops being CSV.
    OSError
        If the file cannot be read.
    """
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return _read_columns(stream, path.name, delimiter)


def _read_columns(stream: IO[str], source: str, delimiter: str) -> tuple[dict[str, Factor], Codes]:
    reader = csv.reader(stream, strict=True, delimiter=delimiter)
    problems: list[Problem] = []
    lines: list[int] = []
    builders: dict[str, FactorBuilder] = {}
    try:
        header = next(reader, [])
        builders = {name: FactorBuilder() for name in header}
        if not header or len(builders) < len(header):
            found = f"the columns {shown(', '.join(header))}" if header else "nothing"
            raise TableError([Problem(source, 1, "", found, "a header of different column names")])
        numbered = ((reader.line_num, cells) for cells in reader if cells)
        while rows := list(islice(numbered, _ROWS_AT_ONCE)):
            problems.extend(
                Problem(source, line, "", f"{len(cells)} cells", f"{len(header)}, as in the header")
                for line, cells in rows
                if len(cells) != len(header)
            )
            lines.extend(line for line, _ in rows)
            if not problems:
                _extend(builders, [cells for _, cells in rows])
    except (csv.Error, UnicodeDecodeError) as error:
        found = f"text that cannot be read ({error})"
        problems.append(Problem(source, reader.line_num, "", found, "UTF-8 CSV"))
    if problems:
        raise TableError(problems)
    columns = {name: Factor(builder.codes(), builder.names()) for name, builder in builders.items()}
    return columns, np.array(lines, np.int32)


def _extend(builders: Mapping[str, FactorBuilder], rows: Sequence[Sequence[str]]) -> None:
    for builder, cells in zip(builders.values(), zip(*rows, strict=True), strict=True):
        builder.extend(cells)


def raw_from_records(source: str, records: Iterable[tuple[int, Mapping[str, str]]]) -> RawTable:
    """Make a table from `(line, cells by canonical column)`; a cell that a record lacks is empty."""
    numbered = tuple(records)
    names = list(dict.fromkeys(name for _, record in numbered for name in record))
    columns = {name: Factor.of(record.get(name, "") for _, record in numbered) for name in names}
    return RawTable(source, columns, np.array([line for line, _ in numbered], np.int32))
