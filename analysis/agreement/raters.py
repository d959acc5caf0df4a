"""Raters one by one: do they agree with the others, how do they use the scale, and how long do they take."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.agreement.alpha import krippendorff_alpha
from analysis.agreement.dawid_skene import dawid_skene
from analysis.estimate import Estimate, Scope
from analysis.registry import ALL_LEVELS, NUMERIC, Registry, Settings, Statistic
from analysis.tables import Ratings, RatingTable, symmetrised
from sim.schema.base import Level
from sim.schema.scale import TIE

__all__ = ["PREFERENCES_ONLY", "RATERS", "RatedTable"]

Numbers = NDArray[np.float64]
PerRater = Callable[["RatedTable"], Numbers]

PREFERENCES_ONLY = frozenset({"tie_rate", "first_shown_rate"})
"""Statistics that say nothing about other dimensions."""

_MOST_LABELS = 50
_UNDEFINED = "nobody else rated the same units"


@dataclass(frozen=True, slots=True, eq=False)
class RatedTable:
    """One dimension's ratings with the table they came from."""

    ratings: Ratings
    table: RatingTable


@dataclass(frozen=True, slots=True)
class _Rows:
    """Makes one row a rater from a function to values of shape `(n_raters,)`, nan where undefined."""

    name: str
    values: PerRater
    undefined: str

    def __call__(self, rated: RatedTable, _: Settings) -> Iterator[Estimate]:
        ratings = rated.ratings
        counts = np.bincount(ratings.rater, minlength=ratings.n_raters)
        for rater, value in enumerate(self.values(rated)):
            defined = bool(np.isfinite(value))
            yield Estimate(
                scope=Scope.RATER,
                dimension=ratings.dimension,
                level=ratings.level,
                statistic=self.name,
                value=float(value) if defined else None,
                n_units=int(counts[rater]),
                n_ratings=int(counts[rater]),
                note="" if defined else self.undefined,
                rater=ratings.rater_names[rater],
            )


def _mean_by_rater(ratings: Ratings, rows: NDArray[np.bool_], values: Numbers) -> Numbers:
    """Average values over chosen ratings of each rater, nan where there is none."""
    rater = ratings.rater[rows]
    n = np.bincount(rater, minlength=ratings.n_raters)
    total = np.bincount(rater, weights=values[rows], minlength=ratings.n_raters)
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)


def _alpha_without(rated: RatedTable) -> Numbers:
    ratings = symmetrised(rated.ratings)
    rest = (ratings.where(ratings.rater != rater) for rater in range(ratings.n_raters))
    return np.array([krippendorff_alpha(part).value() if part.n_ratings else np.nan for part in rest])


def _agreement_with_others(rated: RatedTable) -> Numbers:
    """Share of the others' ratings of the same units that are equal."""
    ratings = rated.ratings
    key = ratings.unit * np.int64(ratings.n_levels) + ratings.code
    _, place, same = np.unique(key, return_inverse=True, return_counts=True)
    others = ratings.per_unit[ratings.unit] - 1
    share = (same[place] - 1) / np.maximum(others, 1)
    return _mean_by_rater(ratings, others > 0, share)


def _severity(rated: RatedTable) -> Numbers:
    """Mean distance from the mean of the others on the same unit; below 0 is severe where high is good."""
    ratings = rated.ratings
    values, others = ratings.values, ratings.per_unit[ratings.unit] - 1
    total = np.bincount(ratings.unit, weights=values)[ratings.unit]
    return _mean_by_rater(ratings, others > 0, values - (total - values) / np.maximum(others, 1))


def _range_used(rated: RatedTable) -> Numbers:
    """Share of the scale between a rater's lowest and highest value."""
    ratings = rated.ratings
    low = np.full(ratings.n_raters, np.inf)
    high = np.full(ratings.n_raters, -np.inf)
    np.minimum.at(low, ratings.rater, ratings.values)
    np.maximum.at(high, ratings.rater, ratings.values)
    width = ratings.scale[-1] - ratings.scale[0] if ratings.n_levels else 0.0
    return (high - low) / width if width > 0 else np.full(ratings.n_raters, np.nan)


def _commonest_share(rated: RatedTable) -> Numbers:
    """Share of the value that a rater gives most often; near 1 is straight-lining."""
    ratings = rated.ratings
    cell = ratings.rater * np.int64(ratings.n_levels) + ratings.code
    counts = np.bincount(cell, minlength=ratings.n_raters * ratings.n_levels).reshape(ratings.n_raters, -1)
    return counts.max(axis=1) / counts.sum(axis=1)


def _tie_rate(rated: RatedTable) -> Numbers:
    ratings = rated.ratings
    if ratings.swap is None or TIE not in ratings.labels:
        return np.full(ratings.n_raters, np.nan)
    ties = (ratings.code == ratings.labels.index(TIE)).astype(np.float64)
    return _mean_by_rater(ratings, np.ones(ratings.n_ratings, np.bool_), ties)


def _first_shown_rate(rated: RatedTable) -> Numbers:
    """Share of preferences for the episode that was shown first, ties left out."""
    ratings, table = rated.ratings, rated.table
    if ratings.swap is None:
        return np.full(ratings.n_raters, np.nan)
    code = {name: code for code, name in enumerate(table.value.names)}
    shown = np.array([code.get(name, -1) for name in table.first_shown.names])
    chosen = table.value.codes[ratings.row]
    decided = ratings.swap[ratings.code] != ratings.code
    first = shown[table.first_shown.codes[ratings.row]]
    known = np.array([bool(name) for name in table.first_shown.names])[table.first_shown.codes[ratings.row]]
    return _mean_by_rater(ratings, decided & known, (chosen == first).astype(np.float64))


def _seconds(rated: RatedTable) -> Numbers:
    """Median time of an answer."""
    ratings = rated.ratings
    seconds = rated.table.seconds[ratings.row]
    measured = np.isfinite(seconds)
    values = [seconds[measured & (ratings.rater == rater)] for rater in range(ratings.n_raters)]
    return np.array([np.median(own) if len(own) else np.nan for own in values])


def _dawid_skene_accuracy(rated: RatedTable) -> Numbers:
    ratings = symmetrised(rated.ratings)
    if ratings.n_levels > _MOST_LABELS or ratings.n_raters < 2:
        return np.full(ratings.n_raters, np.nan)
    return dawid_skene(ratings).accuracy


def _statistic(
    name: str,
    title: str,
    values: PerRater,
    levels: frozenset[Level],
    text: tuple[str, str, str],
    undefined: str = _UNDEFINED,
) -> Statistic[RatedTable]:
    rows = _Rows(name, values, undefined)
    formula, convention, citation = text
    return Statistic(name, title, Scope.RATER, levels, rows, formula, convention, citation)


_OWN = "descriptive"
_CATEGORICAL = frozenset({Level.NOMINAL, Level.ORDINAL})
_DISAGREES = "Far above the alpha of all: the rater disagrees with the rest. Preferences are symmetrised."
_MODEL = (
    "Expectation maximisation from majority shares, pseudo-count .01; undefined above 50 labels. "
    "Preferences are symmetrised."
)

RATERS: Registry[RatedTable] = Registry(
    "Raters one by one",
    [
        _statistic(
            "alpha_without",
            "Alpha without the rater",
            _alpha_without,
            ALL_LEVELS,
            (
                "krippendorff_alpha of the other raters.",
                _DISAGREES,
                "Krippendorff 2019, Content Analysis, ch. 12",
            ),
            "the other raters' answers have no alpha",
        ),
        _statistic(
            "agreement_with_others",
            "Agreement with the others",
            _agreement_with_others,
            ALL_LEVELS,
            (
                "mean over the rater's units of the share of the others' ratings that are equal.",
                "Units that nobody else rated are left out; the rater is never compared with itself.",
                _OWN,
            ),
        ),
        _statistic(
            "severity",
            "Severity",
            _severity,
            NUMERIC,
            (
                "mean over the rater's units of the value minus the mean of the others' values.",
                "Units that nobody else rated are left out; negative is severe where high is good.",
                _OWN,
            ),
        ),
        _statistic(
            "range_used",
            "Range used",
            _range_used,
            NUMERIC,
            (
                "(highest - lowest value of the rater) / (width of the scale).",
                "The declared scale, else the values that occur.",
                _OWN,
            ),
            "all answers are alike",
        ),
        _statistic(
            "commonest_share",
            "Share of the commonest value",
            _commonest_share,
            ALL_LEVELS,
            ("share of the value that the rater gives most often.", "Near 1: straight-lining.", _OWN),
        ),
        _statistic(
            "tie_rate",
            "Tie rate",
            _tie_rate,
            ALL_LEVELS,
            ("share of ties among the rater's preferences.", "Preferences only.", _OWN),
            "ties could not be chosen",
        ),
        _statistic(
            "first_shown_rate",
            "Preference for the first shown",
            _first_shown_rate,
            ALL_LEVELS,
            (
                "share of preferences for the dialogue shown first, ties left out.",
                "Preferences only; one half is no side preference.",
                _OWN,
            ),
            "which dialogue was shown first is not known, or only ties were chosen",
        ),
        _statistic(
            "seconds_median",
            "Median time",
            _seconds,
            ALL_LEVELS,
            ("median seconds of an answer.", "Answers without a measured time are left out.", _OWN),
            "no time was measured",
        ),
        _statistic(
            "dawid_skene_accuracy",
            "Accuracy by Dawid and Skene",
            _dawid_skene_accuracy,
            _CATEGORICAL,
            ("sum_k p_k pi^r_kk of the fitted model.", _MODEL, "Dawid & Skene 1979, Appl Stat 28:20"),
            f"above {_MOST_LABELS} labels, or only one rater",
        ),
    ],
)
