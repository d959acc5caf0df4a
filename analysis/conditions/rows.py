"""Make rows of statistics of two conditions: value, interval, sizes, and why one is undefined."""

from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from typing import TypeVar

import numpy as np

from analysis.conditions.data import Compared
from analysis.estimate import Estimate, Scope
from analysis.registry import Settings
from analysis.resampling import Interval
from analysis.resampling.linearised import Clustering, Linearised, clustered_interval

__all__ = ["NO_RATINGS", "contrast_row", "join_notes", "linearised_rows"]

NO_RATINGS = "no_ratings"

Data = TypeVar("Data", bound=Compared)


def join_notes(*notes: str) -> str:
    """Join what there is to say."""
    return "; ".join(note for note in notes if note)


def contrast_row(
    data: Compared, name: str, value: float, interval: Interval | None = None, *, note: str = ""
) -> Estimate:
    """Make a row; a value that is not finite is undefined, and `note` must say why."""
    defined = isfinite(value)
    interval = interval if interval is not None and defined else Interval()
    reason = "" if defined or note else "undefined"
    return Estimate(
        scope=Scope.CONDITION,
        dimension=data.dimension,
        level=data.level,
        statistic=name,
        value=value if defined else None,
        low=interval.low,
        high=interval.high,
        n_units=len(np.unique(data.unit)),
        n_raters=data.clusters.n_raters or None,
        n_ratings=data.n_ratings,
        n_clusters=data.clusters.n_environments,
        note=join_notes(NO_RATINGS if not data.n_rows else reason, note, interval.note, data.note),
        condition=data.contrast.first,
        reference=data.contrast.second,
    )


def linearised_rows(
    name: str,
    prepare: Callable[[Data], Linearised],
    *,
    methods: Iterable[Clustering] = (Clustering.TWO_WAY,),
    undefined: str = "undefined",
    note: str = "",
) -> Callable[[Data, Settings], Iterator[Estimate]]:
    """Turn a linearised statistic into a function that makes a row for every method of its interval.

    Parameters
    ----------
    undefined
        Why the value can be undefined although there are ratings.
    note
        What every reader of the number must know.
    """
    kept = tuple(methods)

    def rows(data: Data, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
        if not data.n_rows:
            yield contrast_row(data, name, np.nan)
            return
        statistic = prepare(data)
        if not isfinite(statistic.scaled):
            yield contrast_row(data, name, np.nan, note=undefined)
            return
        for method in kept:
            interval = clustered_interval(statistic, data.clusters, method)
            yield contrast_row(data, name, statistic.value, interval, note=note)

    return rows
