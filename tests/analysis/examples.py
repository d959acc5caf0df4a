"""Published tables of ratings, and short ways to write tables in tests."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analysis.tables import Ratings
from sim.schema.base import Level

MISSING = {".", "nan"}


def ratings_of(
    rows: Sequence[Sequence[object]],
    level: Level | str = Level.INTERVAL,
    *,
    clusters: Sequence[int] | None = None,
) -> Ratings:
    """Make ratings of a table with one row a rater and one column a unit; "." is missing."""
    cells = [
        (unit, rater, str(value))
        for rater, row in enumerate(rows)
        for unit, value in enumerate(row)
        if str(value) not in MISSING
    ]
    values = sorted({value for _, _, value in cells}, key=_sort_key)
    numeric = all(_is_number(value) for value in values)
    of_unit = np.arange(len(rows[0])) if clusters is None else np.asarray(clusters)
    ratings = Ratings(
        dimension="value",
        level=Level(level),
        unit=np.array([unit for unit, _, _ in cells], np.int32),
        rater=np.array([rater for _, rater, _ in cells], np.int32),
        code=np.array([values.index(value) for _, _, value in cells], np.int32),
        cluster=of_unit.astype(np.int32),
        scale=np.array([float(value) for value in values] if numeric else range(len(values)), np.float64),
        labels=tuple(values),
        unit_names=tuple(f"u{unit:05d}" for unit in range(len(rows[0]))),
        rater_names=tuple(f"r{rater:03d}" for rater in range(len(rows))),
        cluster_names=tuple(f"c{cluster:05d}" for cluster in range(int(of_unit.max(initial=0)) + 1)),
        row=np.arange(len(cells)),
    )
    return ratings.where(np.ones(len(cells), np.bool_))


def counted_ratings(rows: str, level: Level | str = Level.NOMINAL) -> Ratings:
    """Make ratings of a table with one row a unit that says how many raters chose each category."""
    units = [[category for category, n in enumerate(row) for _ in range(int(n))] for row in rows.split()]
    return ratings_of(list(zip(*units, strict=True)), level)


def crossed_ratings(counts: Sequence[Sequence[int]], level: Level | str = Level.NOMINAL) -> Ratings:
    """Make the ratings of two raters from their cross table."""
    pairs = [(i, j) for i, row in enumerate(counts) for j, n in enumerate(row) for _ in range(n)]
    return ratings_of(list(zip(*pairs, strict=True)), level)


def dense(rows: Sequence[Sequence[object]]) -> NDArray[np.float64]:
    """Spread numbers out with nan for what is missing; shape `(n_raters, n_units)`."""
    return np.array(
        [[np.nan if str(value) in MISSING else float(str(value)) for value in row] for row in rows]
    )


def csv_file(folder: Path, text: str, name: str = "ratings.csv") -> Path:
    """Write a file and say where."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


def _sort_key(value: str) -> tuple[float, str]:
    return (float(value), "") if _is_number(value) else (0.0, value)


KRIPPENDORFF_2011_A = ["0100000010", "1110010000"]

KRIPPENDORFF_2011_B = ["aabbdcccedda", "babbbccceddd"]

KRIPPENDORFF_2011_C = [
    ["1", "2", "3", "3", "2", "1", "4", "1", "2", ".", ".", "."],
    ["1", "2", "3", "3", "2", "2", "4", "1", "2", "5", ".", "3"],
    [".", "3", "3", "3", "2", "3", "4", "2", "2", "5", "1", "."],
    ["1", "2", "3", "3", "2", "4", "4", "1", "2", "5", "1", "."],
]

WIKIPEDIA = [
    [".", ".", ".", ".", ".", "3", "4", "1", "2", "1", "1", "3", "3", ".", "3"],
    ["1", ".", "2", "1", "3", "3", "4", "3", ".", ".", ".", ".", ".", ".", "."],
    [".", ".", "2", "1", "3", "4", "4", ".", "2", "1", "1", "3", "3", ".", "4"],
]

_HAYES = (
    "112.2 1101. 2333. .00.0 000.0 000.0 102.1 1.20. 222.2 2111. .100. 0000. 1222. 33223 "
    "111.1 111.1 212.2 1233. 1101. 000.0 0011. 00.00 2333. 0000. 12.22 0111. 00010 1212. "
    "1122. 112.2 110.0 2121. 22.22 3222. 222.2 223.2 222.2 22.12 2222. 111.1"
)

HAYES_KRIPPENDORFF_2007 = list(zip(*_HAYES.split(), strict=True))
"""Table 1: 40 units, 5 observers, 159 ratings."""

FLEISS_1971 = (
    "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 "
    "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"
)
"""Psychiatric diagnoses: 30 patients, 6 raters each, 5 categories."""

COHEN_1968 = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]

FLEISS_COHEN_EVERITT_1969 = [[106, 10, 4], [22, 28, 10], [2, 12, 6]]

SHROUT_FLEISS_1979 = list(
    zip([9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7], strict=True)
)
"""6 targets, 4 judges; here one row a judge."""

DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
"""Differences in height of Zea mays, eighths of an inch (Fisher 1935)."""

GWET_RAW_4RATERS = [
    ["1", "2", "3", "3", "2", "1", "4", "1", "2", ".", ".", "."],
    ["1", "2", "3", "3", "2", "2", "4", "1", "2", "5", ".", "."],
    [".", "3", "3", "3", "2", "3", "4", "2", "2", "5", "1", "3"],
    ["1", "2", "3", "3", "2", "4", "4", "1", "2", "5", "1", "."],
]
"""Data `raw_4raters` of irrCAC: as Krippendorff 2011 C, but the last unit is rated by the third rater."""
