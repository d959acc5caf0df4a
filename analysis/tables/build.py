"""From the rows of files to the tidy table: check what every cell means, keep what counts, count the rest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from analysis.errors import OptionError, TableError
from analysis.tables.checks import (
    cell_problems,
    cluster_problems,
    count_of,
    number_of,
    number_problems,
    refuse,
    scale_problems,
)
from analysis.tables.factor import Factor, Flags
from analysis.tables.rating_table import LevelChoice, RatingTable
from analysis.tables.raw import RATED, RawTable
from sim.errors import Problem
from sim.schema.base import Target
from sim.schema.rating import Purpose, RaterKind
from sim.schema.rubric import Dimension
from sim.schema.study import Contrast

__all__ = ["NO_DIMENSION", "LoadOptions", "StudyContext", "build_table"]

NO_DIMENSION = "value"
"""Name of the one dimension of a table that has no column for it."""

_DEFAULT_CLUSTERS = ("environment_id", "cluster_id", "item_id", "unit_id")


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """What the user asked of a table.

    Attributes
    ----------
    cluster
        Column that names the clusters; None for environment, else `cluster_id`, else the item.
    purposes
        Ratings with another purpose are left out and counted.
    """

    cluster: str | None = None
    purposes: frozenset[Purpose] = frozenset({Purpose.MAIN})
    choice: LevelChoice = field(default_factory=LevelChoice)


@dataclass(frozen=True, slots=True)
class StudyContext:
    """What studies say about their ratings: questions and contrasts; empty for foreign tables."""

    rubric: Mapping[str, Dimension] = field(default_factory=dict[str, Dimension])
    contrasts: tuple[Contrast, ...] = ()


def build_table(raws: Sequence[RawTable], context: StudyContext, options: LoadOptions) -> RatingTable:
    """Make one table of all files.

    Raises
    ------
    TableError
        With every problem of every file: missing columns, cells without meaning, values off the rubric's
        scale, equal revisions of one rater and unit, units in two clusters, and tables without any rating.
    OptionError
        If a file has no column of the name that is asked for as cluster.
    """
    refuse([problem for raw in raws for problem in cell_problems(raw)])
    wanted_purpose = {*options.purposes, *([""] if Purpose.MAIN in options.purposes else [])}.__contains__
    revision = np.concatenate([raw.column("revision").numbers(count_of) for raw in raws]).astype(np.int64)
    wanted = np.concatenate([raw.column("purpose", Purpose.MAIN).where(wanted_purpose) for raw in raws])
    rated = Factor.concatenate([_status(raw) for raw in raws])
    stacked = _stack(raws, context, options)
    rows = np.flatnonzero(wanted)
    keys = _keys(stacked)
    rows = rows[np.lexsort((revision[rows], keys[rows]))]
    superseded = np.append(keys[rows][1:] == keys[rows][:-1], np.False_)[: len(rows)]
    problems = list(_equal_revisions(stacked, rows, superseded, revision))
    latest = np.sort(rows[~superseded])
    answered = rated.equals(RATED)[latest]
    kept = stacked.where(latest[answered])
    column = options.cluster or "cluster"
    refuse([*problems, *number_problems(kept), *scale_problems(kept), *cluster_problems(kept, column)])
    left_out = _left_out(stacked, wanted, int(superseded.sum()), rated.take(latest))
    if not len(kept):
        found = "; ".join(f"{reason}: {count}" for reason, count in left_out.items()) or "no rows"
        expected = f"at least one with purpose {' or '.join(sorted(options.purposes))} and status rated"
        raise TableError([Problem(raws[0].source, None, "", f"no rating ({found})", expected)])
    return replace(kept, left_out=left_out, unanswered=stacked.where(latest[~answered]))


def _status(raw: RawTable) -> Factor:
    status = raw.column("status").renamed(lambda cell: cell or RATED)
    if "status" in raw.columns:
        return status
    return raw.column("value").renamed(lambda cell: RATED if cell else "empty")


def _stack(raws: Sequence[RawTable], context: StudyContext, options: LoadOptions) -> RatingTable:
    def column(name: str, default: str = "") -> Factor:
        return Factor.concatenate([raw.column(name, default) for raw in raws])

    purpose = column("purpose").renamed(lambda cell: cell or Purpose.MAIN.value)
    return RatingTable(
        sources=tuple(raw.source for raw in raws),
        unit=Factor.concatenate([_units(raw) for raw in raws]),
        item=column("item_id"),
        rater=column("rater_id"),
        dimension=column("dimension", NO_DIMENSION).renamed(lambda cell: cell or NO_DIMENSION),
        value=column("value"),
        cluster=Factor.concatenate([_clusters(raw, options.cluster) for raw in raws]),
        purpose=purpose,
        reason=column("reason"),
        first_shown=column("presentation").renamed(lambda cell: cell.partition(" ")[0]),
        is_llm=column("rater_kind").equals(RaterKind.LLM.value),
        sample=column("sample").numbers(count_of).astype(np.int32),
        seconds=column("seconds").numbers(number_of),
        source=np.repeat(np.arange(len(raws), dtype=np.int32), [raw.n_rows for raw in raws]),
        line=np.concatenate([raw.line for raw in raws]),
        rubric=context.rubric,
        contrasts=context.contrasts,
        choice=options.choice,
        left_out={},
    )


def _units(raw: RawTable) -> Factor:
    """Name units: `unit_id`, else the item, with the target where that says which part of the item."""
    if "unit_id" in raw.columns:
        return raw.columns["unit_id"]
    item, target = raw.columns["item_id"], raw.column("target")
    parts = target.renamed(lambda cell: "" if cell in {"", *Target} else f"#{cell}")
    return _joined(item, parts)


def _joined(left: Factor, right: Factor) -> Factor:
    keys, codes = np.unique(left.codes.astype(np.int64) * len(right.names) + right.codes, return_inverse=True)
    names = (left.names[key // len(right.names)] + right.names[key % len(right.names)] for key in keys)
    return Factor(codes.astype(np.int32), tuple(names))


def _clusters(raw: RawTable, wanted: str | None) -> Factor:
    columns = {**raw.columns, "unit_id": _units(raw), **raw.extra}
    if wanted is not None:
        if wanted not in columns:
            raise OptionError(
                f"{raw.source} has no column '{wanted}' to cluster by; it has {', '.join(sorted(columns))}."
            )
        return columns[wanted]
    chosen = [columns[name] for name in _DEFAULT_CLUSTERS if name in columns]
    names = Factor.concatenate(chosen)
    codes = names.codes.reshape(len(chosen), raw.n_rows)
    known = names.where(bool).reshape(codes.shape)
    return Factor(codes[known.argmax(axis=0), np.arange(raw.n_rows)], names.names)


def _keys(table: RatingTable) -> NDArray[np.int64]:
    """Number every rater × unit × dimension × sample × purpose; shape `(n_rows,)`."""
    key = np.zeros(len(table), np.int64)
    for part in (table.unit, table.rater, table.dimension, table.purpose):
        key = key * max(len(part.names), 1) + part.codes
    return key * (int(table.sample.max(initial=0)) + 1) + table.sample


def _equal_revisions(
    table: RatingTable, rows: NDArray[np.int64], superseded: Flags, revision: NDArray[np.int64]
) -> Iterator[Problem]:
    for at in np.flatnonzero(superseded):
        row, following = int(rows[at]), int(rows[at + 1])
        if revision[row] == revision[following]:
            early, late = sorted((row, following))
            rater = table.rater.names[table.rater.codes[late]]
            unit = table.unit.names[table.unit.codes[late]]
            source, line = table.place(early)
            found = (
                f"revision {revision[row]} of rater {rater} and unit {unit}, as on line {line} of {source}"
            )
            yield Problem(*table.place(late), "revision", found, "different revisions")


def _left_out(table: RatingTable, wanted: Flags, superseded: int, latest: Factor) -> dict[str, int]:
    purpose = table.purpose.take(~wanted)
    counts = {f"purpose {name}": int(purpose.equals(name).sum()) for name in purpose.compact().names}
    counts["superseded by a revision"] = superseded
    status = {name: int(latest.equals(name).sum()) for name in latest.compact().names if name != RATED}
    return {reason: count for reason, count in {**counts, **status}.items() if count}
