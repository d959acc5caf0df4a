"""Make the row of a statistic of all raters: value, interval, sizes and notes, or why it is undefined."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf, isfinite

from analysis.agreement.alpha import pairable
from analysis.agreement.notes import NO_PAIRABLE_UNITS, NO_VARIATION, SYMMETRISED, join_notes
from analysis.estimate import Estimate, Scope
from analysis.registry import IntervalMethod, Settings, interval_of
from analysis.resampling import Interval, Recomputed, Resampled, Transform
from analysis.tables import Ratings, symmetrised

__all__ = ["Overall"]

_NOTHING = Recomputed(0, lambda _: float("nan"))


def _no_variation(_: Ratings) -> str:
    return NO_VARIATION


@dataclass(frozen=True, slots=True)
class Overall:
    """A resampled statistic of all raters as a function that makes its row.

    Preferences without a contrast are symmetrised first; the sizes are those of the ratings as they came.

    Attributes
    ----------
    prepare
        Takes ratings to the statistic.
    transform
        Scale on which the jackknife interval is symmetric.
    analytic
        Published interval for independent units; not used for symmetrised preferences, whose units are not.
    lowest
        Says below what value the statistic cannot be, whatever the ratings; intervals end there.
    otherwise
        Says why the value is undefined where there are units with two ratings.
    """

    name: str
    prepare: Callable[[Ratings], Resampled]
    transform: Transform = Transform.LOG_COMPLEMENT
    analytic: Callable[[Ratings], Interval] | None = None
    otherwise: Callable[[Ratings], str] = _no_variation
    lowest: Callable[[Ratings], float] | None = None

    def __call__(self, ratings: Ratings, settings: Settings) -> Iterator[Estimate]:
        """Make the one row."""
        counted = pairable(ratings)
        statistic = self.prepare(symmetrised(ratings)) if ratings.n_ratings else _NOTHING
        value = statistic.value()
        defined = isfinite(value)
        interval = self._interval(ratings, statistic, settings) if defined else Interval()
        reason = self.otherwise(ratings) if counted.n_units else NO_PAIRABLE_UNITS
        sizes = counted if counted.n_units else ratings
        symmetric = "" if ratings.swap is None else SYMMETRISED
        yield Estimate(
            scope=Scope.OVERALL,
            dimension=ratings.dimension,
            level=ratings.level,
            statistic=self.name,
            value=value if defined else None,
            low=interval.low,
            high=interval.high,
            n_units=counted.n_units,
            n_raters=sizes.n_raters,
            n_ratings=sizes.n_ratings,
            n_clusters=sizes.n_clusters,
            note=join_notes("" if defined else reason, interval.note, symmetric),
        )

    def _interval(self, ratings: Ratings, statistic: Resampled, settings: Settings) -> Interval:
        if self.analytic and ratings.swap is None and settings.interval is IntervalMethod.ANALYTIC:
            return self._cut(self.analytic(ratings), ratings)
        return self._cut(interval_of(statistic, self.transform, settings), ratings)

    def _cut(self, interval: Interval, ratings: Ratings) -> Interval:
        """Let an interval end at the lowest possible value, and say so."""
        lowest = -inf if self.lowest is None else self.lowest(ratings)
        if interval.low is None or interval.low >= lowest:
            return interval
        note = join_notes(interval.note, f"interval cut at {lowest:.3f}, below which no value is possible")
        return replace(interval, low=lowest, note=note)
