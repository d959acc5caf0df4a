"""Every statistic once: its name, levels, function, what it is about, and where it comes from.

A family of statistics (agreement, judge, conditions, text) is one `Registry` over one kind of data. Rows, the
report, METHODS.md and the invariance tests are made from it; nothing else lists statistics.

To add a statistic:

1. write a function `(data, settings) -> Iterable[Estimate]`. For a statistic of cluster sums, write one
   from the data to a `resampling.Resampled` and let the family's wrapper make the row (for agreement:
   `agreement.rows.Overall`), so that undefined values, sizes, intervals and notes are made in one place;
2. add one `Statistic(...)` to the family's registry;
3. add its known value as a test. The documentation and the invariance tests follow from the registry.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

import numpy as np

from analysis.estimate import Estimate, Scope
from analysis.resampling import Interval, Resampled, Transform, bootstrap_interval, jackknife_interval
from sim.schema.base import Level

__all__ = ["ALL_LEVELS", "NUMERIC", "IntervalMethod", "Registry", "Settings", "Statistic", "interval_of"]

Data = TypeVar("Data")

ALL_LEVELS = frozenset(Level)
NUMERIC = frozenset({Level.INTERVAL, Level.RATIO})


class IntervalMethod(StrEnum):
    """How intervals are made."""

    JACKKNIFE = "jackknife"
    BOOTSTRAP = "bootstrap"
    ANALYTIC = "analytic"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a family of statistics is computed.

    Attributes
    ----------
    interval
        `analytic` means the published formula where a statistic has one, and the jackknife elsewhere.
    n_replicates
        Of the bootstrap, and of simulated intervals.
    seed
        Decides everything random; the same seed gives the same rows.
    optional
        Also compute the statistics that are kept for comparison with other work.
    """

    interval: IntervalMethod = IntervalMethod.JACKKNIFE
    n_replicates: int = 2000
    seed: int = 0
    optional: bool = False

    def generator(self) -> np.random.Generator:
        """Start the random numbers of one statistic."""
        return np.random.default_rng(self.seed)


@dataclass(frozen=True, slots=True)
class Statistic(Generic[Data]):
    """One statistic.

    Attributes
    ----------
    name
        As in the rows.
    title
        In words, for headings.
    scope
        What its rows are about.
    levels
        Levels of measurement that it is defined for.
    function
        Takes the data to its rows.
    formula, convention, citation
        For METHODS.md: the definition; choices, intervals and edge cases; author, year and place.
    optional
        Computed only when asked for (`--all`).
    """

    name: str
    title: str
    scope: Scope
    levels: frozenset[Level]
    function: Callable[[Data, Settings], Iterable[Estimate]]
    formula: str
    convention: str
    citation: str
    optional: bool = False


class Registry(Generic[Data]):
    """The statistics of one family, in the order in which they are reported.

    Raises
    ------
    ValueError
        If a name occurs twice at one scope.
    """

    def __init__(self, title: str, statistics: Iterable[Statistic[Data]]) -> None:
        self.title = title
        self._statistics = tuple(statistics)
        keys = [(statistic.scope, statistic.name) for statistic in self._statistics]
        if len(set(keys)) < len(keys):
            raise ValueError(f"every statistic once, not {keys}")

    def __iter__(self) -> Iterator[Statistic[Data]]:
        return iter(self._statistics)

    def chosen(self, level: Level, *, optional: bool) -> Iterator[Statistic[Data]]:
        """Choose the statistics for a level of measurement."""
        for statistic in self._statistics:
            if level in statistic.levels and (optional or not statistic.optional):
                yield statistic


def interval_of(statistic: Resampled, transform: Transform, settings: Settings) -> Interval:
    """Make the interval that the settings ask for."""
    if settings.interval is IntervalMethod.BOOTSTRAP:
        return bootstrap_interval(statistic, settings.generator(), n_replicates=settings.n_replicates)
    return jackknife_interval(statistic, transform)
