"""What a bundle says about its raters and assignments: exclusions, numbers, surplus answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from analysis.tables.factor import Factor
from analysis.tables.raw import read_csv_columns

__all__ = ["People", "read_people"]


@dataclass(frozen=True, slots=True)
class People:
    """Who rated.

    Attributes
    ----------
    excluded
        Raters whom a researcher excluded.
    numbers
        The number that the researcher knows a rater by, by id; empty for bundles without numbers.
    surplus
        Rater and item of every answer that came after its place had gone to somebody else.
    """

    excluded: frozenset[str]
    numbers: Mapping[str, int]
    surplus: frozenset[tuple[str, str]]


def read_people(folder: Path) -> People:
    """Read a bundle's `raters.csv` and `assignments.csv`; columns that older bundles lack say nothing.

    Raises
    ------
    TableError
        If a row has another number of cells than the header.
    OSError
        If a file cannot be read.
    """
    raters, _ = read_csv_columns(folder / "raters.csv")
    assignments, _ = read_csv_columns(folder / "assignments.csv")
    flagged = _pairs(assignments, "rater_id", "item_id", only="surplus")
    return People(
        excluded=frozenset(rater for rater, _ in _pairs(raters, "rater_id", "rater_id", only="excluded")),
        numbers={
            rater: int(number) for rater, number in _pairs(raters, "rater_id", "number") if number.isdigit()
        },
        surplus=frozenset(flagged),
    )


def _pairs(
    columns: Mapping[str, Factor], one: str, two: str, *, only: str | None = None
) -> list[tuple[str, str]]:
    """Pair two columns, of rows whose column `only` says true; nothing where a column is missing."""
    wanted = [name for name in (one, two, only) if name is not None]
    if any(name not in columns for name in wanted):
        return []
    kept = slice(None) if only is None else columns[only].equals("true")
    return list(zip(columns[one].values()[kept], columns[two].values()[kept], strict=True))
