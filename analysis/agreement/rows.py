"""Make the row of a statistic of all raters: value, interval, sizes and notes, or why it is undefined."""

from collections.abc import Callable, Iterator
from math import isfinite

from analysis.agreement.alpha import pairable
from analysis.estimate import Estimate, Scope
from analysis.registry import IntervalMethod, Settings, interval_of
from analysis.resampling import Interval, Resampled, Transform
from analysis.tables import Ratings, symmetrised

__all__ = ["NO_PAIRABLE_UNITS", "NO_VARIATION", "SYMMETRISED", "join_notes", "overall"]

NO_PAIRABLE_UNITS = "no_pairable_units"
NO_VARIATION = "no_variation"
SYMMETRISED = "preference labels symmetrised over first and second"

Prepare = Callable[[Ratings], Resampled]
Analytic = Callable[[Ratings], Interval]
Function = Callable[[Ratings, Settings], Iterator[Estimate]]


def overall(
    name: str,
    prepare: Prepare,
    transform: Transform = Transform.LOG_COMPLEMENT,
    *,
    analytic: Analytic | None = None,
) -> Function:
    """Turn a resampled statistic of all raters into a function that makes its row.

    Preferences without a contrast are symmetrised first; the sizes are those of the ratings as they came.

    Parameters
    ----------
    transform
        Scale on which the jackknife interval is symmetric.
    analytic
        Published interval for independent units; not used for symmetrised preferences, whose units are not.
    """

    def rows(ratings: Ratings, settings: Settings) -> Iterator[Estimate]:
        counted = pairable(ratings)
        statistic = prepare(symmetrised(ratings))
        value = statistic.value()
        defined = isfinite(value)
        interval = Interval()
        if defined and analytic and ratings.swap is None and settings.interval is IntervalMethod.ANALYTIC:
            interval = analytic(ratings)
        elif defined:
            interval = interval_of(statistic, transform, settings)
        sizes = counted if counted.n_units else ratings
        yield Estimate(
            scope=Scope.OVERALL,
            dimension=ratings.dimension,
            level=ratings.level,
            statistic=name,
            value=value if defined else None,
            low=interval.low,
            high=interval.high,
            n_units=counted.n_units,
            n_raters=sizes.n_raters,
            n_ratings=sizes.n_ratings,
            n_clusters=sizes.n_clusters,
            note=join_notes(
                "" if defined else undefined_reason(counted),
                interval.note,
                "" if ratings.swap is None else SYMMETRISED,
            ),
        )

    return rows


def undefined_reason(counted: Ratings) -> str:
    """Say why a statistic of pairable units has no value."""
    return NO_VARIATION if counted.n_units else NO_PAIRABLE_UNITS


def join_notes(*notes: str) -> str:
    """Join what there is to say."""
    return "; ".join(note for note in notes if note)
