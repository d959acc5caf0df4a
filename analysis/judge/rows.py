"""Make the row of a statistic of a judge and people: value, interval, sizes, or why it is undefined."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite

from analysis.estimate import Estimate, Scope
from analysis.judge.comparison import Comparison
from analysis.registry import IntervalMethod, Settings, interval_of
from analysis.resampling import Interval, Resampled, Transform
from analysis.tables.factor import Flags

__all__ = [
    "NO_DIRECTION",
    "NO_UNITS",
    "NO_VARIATION",
    "SYMMETRISED",
    "Function",
    "Measured",
    "join_notes",
    "pooled",
]

NO_DIRECTION = "no_direction: a preference without conditions has no first and second"
NO_UNITS = "no_units"
NO_VARIATION = "no_variation"
SYMMETRISED = "preference labels symmetrised over first and second"


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
    """

    statistic: Resampled | None
    note: str = ""
    units: Flags | None = None
    analytic: Callable[[], Interval] | None = None


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
        measured = prepare(comparison)
        value = float("nan") if measured.statistic is None else measured.statistic.value()
        defined = isfinite(value)
        interval = _interval(measured, transform, settings) if defined else Interval()
        entered = _entered(comparison, measured)
        reason = "" if defined or (measured.statistic is None and measured.note) else _reason(entered)
        yield Estimate(
            scope=Scope.OVERALL,
            dimension=comparison.dimension,
            level=comparison.level,
            statistic=name,
            value=value if defined else None,
            low=interval.low,
            high=interval.high,
            n_units=entered.n_units,
            n_raters=entered.people.n_raters,
            n_ratings=entered.people.n_ratings,
            n_clusters=entered.people.n_clusters,
            note=join_notes(
                reason,
                measured.note,
                interval.note,
                SYMMETRISED if defined and by_label and comparison.people.swap is not None else "",
            ),
            judge=comparison.judge,
        )

    return rows


def _interval(measured: Measured, transform: Transform, settings: Settings) -> Interval:
    if measured.analytic is not None and settings.interval is IntervalMethod.ANALYTIC:
        return measured.analytic()
    return Interval() if measured.statistic is None else interval_of(measured.statistic, transform, settings)


def _entered(comparison: Comparison, measured: Measured) -> Comparison:
    if measured.units is None:
        return comparison
    return comparison if bool(measured.units.all()) else comparison.where(measured.units)


def _reason(entered: Comparison) -> str:
    return NO_VARIATION if entered.n_units else NO_UNITS


def join_notes(*notes: str) -> str:
    """Join what there is to say."""
    return "; ".join(note for note in notes if note)
