"""Published data, and short ways to set a judge beside people in tests."""

from collections.abc import Container, Mapping, Sequence
from pathlib import Path

import numpy as np

from analysis.estimate import Estimate
from analysis.judge import JUDGE, Comparison
from analysis.registry import Settings
from sim.schema.base import Level
from tests.analysis.examples import ratings_of


def compared(
    people: Sequence[Sequence[object]],
    judge: Sequence[object],
    level: Level | str = Level.INTERVAL,
    *,
    clusters: Sequence[int] | None = None,
    condition: Sequence[str] | None = None,
) -> Comparison:
    """Compare a judge with people: one row a person, one column a unit; "." is missing."""
    together = ratings_of([*people, judge], level, clusters=clusters)
    by_judge = together.rater == together.n_raters - 1
    code = np.full(together.n_units, -1, np.int32)
    code[together.unit[by_judge]] = together.code[by_judge]
    rows = ~by_judge & (code >= 0)[together.unit]
    kept = np.unique(together.unit[rows])
    return Comparison(
        "judge",
        together.where(rows),
        code[kept],
        together.scale[code[kept]],
        None if condition is None else tuple(np.array(condition)[kept].tolist()),
    )


def crossed(counts: Sequence[Sequence[int]], level: Level | str = Level.NOMINAL) -> Comparison:
    """Compare a judge (rows) with one person (columns) by their cross table."""
    pairs = [(i, j) for i, row in enumerate(counts) for j, n in enumerate(row) for _ in range(n)]
    judge, person = zip(*pairs, strict=True)
    return compared([person], judge, level)


def rows_of(
    comparison: Comparison, settings: Settings | None = None, *, only: Container[str] | None = None
) -> dict[str, Estimate]:
    """Compute every statistic of one judge (or only some), by name."""
    return {
        row.statistic: row
        for statistic in JUDGE.chosen(comparison.level, optional=False)
        if only is None or statistic.name in only
        for row in statistic.function(comparison, settings or Settings())
        if row.scope == "overall"
    }


def table_csv(folder: Path, name: str, rows: Mapping[str, Sequence[object]]) -> Path:
    """Write `rater_id,item_id,value` with one entry a rater; "." is missing."""
    lines = [
        f"{rater},i{item},{value}"
        for rater, values in rows.items()
        for item, value in enumerate(values)
        if value != "."
    ]
    path = folder / name
    path.write_text("rater_id,item_id,value\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


PEFR_WRIGHT = (494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427)
PEFR_MINI = (512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451)
"""Peak expiratory flow rate of 17 subjects by two meters, l/min (Bland & Altman 1986)."""
