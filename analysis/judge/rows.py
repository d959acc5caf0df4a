"""Make the row of a statistic of a judge and people: value, interval, sizes, or why it is undefined."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite

from analysis.estimate import Estimate, Scope
from analysis.judge.comparison import Comparison
from analysis.registry import IntervalMethod, Settings, interval_of
from analysis.resampling import Interval, Resampled, Transform
from analysis.tables.factor import Flags
from sim.schema.study import Contrast

__all__ = [
    "NO_DIRECTION",
    "NO_UNITS",
    "NO_VARIATION",
    "SYMMETRISED",
    "Function",
    "Measured",
    "Sizes",
    "join_notes",
    "pooled",
    "row_of",
]

NO_DIRECTION = "no_direction: a preference without conditions has no first and second"
NO_UNITS = "no_units"
NO_VARIATION = "no_variation"
SYMMETRISED = "preference labels symmetrised over first and second"


@dataclass(frozen=True, slots=True)
class Sizes:
    """What entered an estimate."""

    n_units: int
    n_raters: int
    n_ratings: int
    n_clusters: int


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A statistic ready to be resampled.

    Attributes
    ----------
    statistic
        None where it is undefined; `note` then says why.
    units
        Flags of the units that entered, shape `(n_units,)`; None for all.
    analytic
        Published interval for independent units, where there is one.
    sizes
        Where they are not those of the units that both rated.
    mapped
        Rising map from the statistic's scale to that of the row; None where they are the same.
    """

    statistic: Resampled | None
    note: str = ""
    units: Flags | None = None
    analytic: Callable[[], Interval] | None = None
    sizes: Sizes | None = None
    mapped: Callable[[float], float] | None = None


Prepare = Callable[[Comparison], Measured]
Function = Callable[[Comparison, Settings], Iterator[Estimate]]


def pooled(
    name: str, prepare: Prepare, transform: Transform = Transform.IDENTITY, *, by_label: bool = False
) -> Function:
    """Turn a prepared statistic into a function that makes its one row, over all units given.

    Parameters
    ----------
    transform
        Scale on which the jackknife interval is symmetric.
    by_label
        The value depends on which of two episodes is called first, so that `prepare` symmetrises
        preferences; the row then says so.
    """

    def rows(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
        row = row_of(comparison, name, prepare(comparison), settings, transform)
        if by_label and row.value is not None and comparison.people.swap is not None:
            row = row.model_copy(update={"note": join_notes(row.note, SYMMETRISED)})
        yield row

    return rows


def row_of(
    comparison: Comparison,
    name: str,
    measured: Measured,
    settings: Settings,
    transform: Transform = Transform.IDENTITY,
    contrast: Contrast | None = None,
) -> Estimate:
    """Make one row: over all units given, or of the difference between two conditions."""
    value = float("nan") if measured.statistic is None else measured.statistic.value()
    interval = _interval(measured, transform, settings) if isfinite(value) else Interval()
    if measured.mapped is not None and isfinite(value):
        value, interval = measured.mapped(value), _mapped(interval, measured.mapped)
    defined = isfinite(value)
    sizes = measured.sizes or _sizes(comparison, measured)
    said = defined or (measured.statistic is None and measured.note)
    reason = "" if said else NO_VARIATION if sizes.n_units else NO_UNITS
    return Estimate(
        scope=Scope.OVERALL if contrast is None else Scope.CONDITION,
        dimension=comparison.dimension,
        level=comparison.level,
        statistic=name,
        value=value if defined else None,
        low=interval.low,
        high=interval.high,
        n_units=sizes.n_units,
        n_raters=sizes.n_raters,
        n_ratings=sizes.n_ratings,
        n_clusters=sizes.n_clusters,
        note=join_notes(reason, measured.note, interval.note),
        judge=comparison.judge,
        condition=None if contrast is None else contrast.first,
        reference=None if contrast is None else contrast.second,
    )


def _interval(measured: Measured, transform: Transform, settings: Settings) -> Interval:
    if measured.analytic is not None and settings.interval is IntervalMethod.ANALYTIC:
        return measured.analytic()
    return Interval() if measured.statistic is None else interval_of(measured.statistic, transform, settings)


def _mapped(interval: Interval, to_row: Callable[[float], float]) -> Interval:
    if interval.low is None or interval.high is None:
        return interval
    low, high = to_row(interval.low), to_row(interval.high)
    if not isfinite(low) or not isfinite(high):
        return Interval(note="no interval: without an upper bound")
    return Interval(low, high, note=interval.note)


def _sizes(comparison: Comparison, measured: Measured) -> Sizes:
    people = comparison.people
    if measured.units is not None and not bool(measured.units.all()):
        people = people.where(measured.units[people.unit])
    return Sizes(people.n_units, people.n_raters, people.n_ratings, people.n_clusters)


def join_notes(*notes: str) -> str:
    """Join what there is to say."""
    return "; ".join(note for note in notes if note)
