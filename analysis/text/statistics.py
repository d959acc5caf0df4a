"""Rows of text properties: per condition, and the differences between conditions."""

from collections.abc import Callable, Iterator
from math import isfinite

import numpy as np

from analysis.estimate import Estimate, Scope
from analysis.registry import ALL_LEVELS, Registry, Settings, Statistic, interval_of
from analysis.resampling import ClusterSums, Interval, Transform, per_cluster
from analysis.resampling.resampled import Numbers
from analysis.text.corpus import Corpus
from analysis.text.properties import PROPERTIES, TextProperty
from sim.schema.base import Level

__all__ = ["TEXT", "TEXT_DIMENSION", "text_rows"]

TEXT_DIMENSION = "text"

_CONVENTION = (
    "A sum over dialogues divided by a sum over dialogues; turns shared by a whole pair are left out. Rows "
    "of all dialogues, of each condition, and of the difference of every two, in the study's order. "
    "Interval: delete-one-environment jackknife with t(G - 1), for shares on the logit, for differences of "
    "shares on artanh, so that none lies beyond -1 or 1."
)


def text_rows(corpus: Corpus, settings: Settings) -> tuple[Estimate, ...]:
    """Measure every property that applies to some dialogue."""
    return tuple(
        row
        for statistic in TEXT.chosen(Level.RATIO, optional=settings.optional)
        for row in statistic.function(corpus, settings)
    )


def _rows(measured: TextProperty) -> Callable[[Corpus, Settings], Iterator[Estimate]]:
    def rows(corpus: Corpus, settings: Settings) -> Iterator[Estimate]:
        sums = corpus.of(measured)
        if not sums[:, 1].any():
            return
        everything = np.ones(len(sums), np.bool_)
        yield _row(measured, corpus, settings, everything, everything & False, None)
        of_condition = [corpus.condition == at for at in range(len(corpus.conditions))]
        none = everything & False
        for name, chosen in zip(corpus.conditions, of_condition, strict=True):
            yield _row(measured, corpus, settings, chosen, none, (name, None))
        side = dict(zip(corpus.conditions, of_condition, strict=True))
        for each in corpus.contrasts:
            about = (each.first, each.second)
            yield _row(measured, corpus, settings, side[each.first], side[each.second], about)

    return rows


def _row(
    measured: TextProperty,
    corpus: Corpus,
    settings: Settings,
    chosen: np.ndarray,
    against: np.ndarray,
    about: tuple[str, str | None] | None,
) -> Estimate:
    """Make the row of the chosen dialogues, or of their difference to those they are set against."""
    sums = corpus.of(measured)
    columns = np.column_stack([sums * chosen[:, None], sums * against[:, None]])
    used = (chosen & (columns[:, 1] > 0)) | (against & (columns[:, 3] > 0))
    environment = np.unique(corpus.environment[used], return_inverse=True)[1]
    n_clusters = int(environment.max(initial=-1)) + 1
    statistic = ClusterSums(
        per_cluster(environment, n_clusters, *columns[used].T), _difference if against.any() else _ratio
    )
    of_shares = Transform.FISHER if against.any() else Transform.LOGIT
    scale = of_shares if measured.share else Transform.IDENTITY
    value = statistic.value() if used.any() else np.nan
    interval = interval_of(statistic, scale, settings) if isfinite(value) else Interval()
    return Estimate(
        scope=Scope.OVERALL if about is None else Scope.CONDITION,
        dimension=TEXT_DIMENSION,
        level=Level.RATIO,
        statistic=measured.name,
        value=value if isfinite(value) else None,
        low=interval.low,
        high=interval.high,
        n_units=int(used.sum()),
        n_clusters=n_clusters,
        note=interval.note if isfinite(value) else "applies to no dialogue",
        condition=None if about is None else about[0],
        reference=None if about is None else about[1],
    )


def _ratio(sums: Numbers) -> Numbers:
    return np.where(sums[:, 1] > 0, sums[:, 0] / np.maximum(sums[:, 1], 1e-300), np.nan)


def _difference(sums: Numbers) -> Numbers:
    return _ratio(sums[:, :2]) - _ratio(sums[:, 2:])


def _statistic(measured: TextProperty) -> Statistic[Corpus]:
    return Statistic(
        name=measured.name,
        title=measured.title,
        scope=Scope.CONDITION,
        levels=ALL_LEVELS,
        function=_rows(measured),
        formula=f"{measured.formula}.",
        convention=_CONVENTION,
        citation=measured.source or "defined here",
    )


TEXT: Registry[Corpus] = Registry("Text of dialogues", map(_statistic, PROPERTIES))
