"""Raters one by one: do they agree with the others, how do they use the scale, and how long do they take."""

import numpy as np
from numpy.typing import NDArray

from analysis.agreement.dawid_skene import dawid_skene
from analysis.agreement.rater_alpha import alpha_without_rows
from analysis.agreement.rater_rows import Marks, MeanRows, MedianRows, PlainRows, RatedTable
from analysis.estimate import Scope
from analysis.registry import ALL_LEVELS, NUMERIC, Registry, Statistic
from analysis.resampling import Transform
from analysis.tables import symmetrised
from sim.schema.base import Level
from sim.schema.scale import TIE

__all__ = ["PREFERENCES_ONLY", "RATERS", "RatedTable"]

Numbers = NDArray[np.float64]

PREFERENCES_ONLY = frozenset({"tie_rate", "first_shown_rate"})
"""Statistics that say nothing about other dimensions."""

_MOST_LABELS = 50
_UNDEFINED = "nobody else rated the same units"


def _agreement_with_others(rated: RatedTable) -> Marks:
    """Share of the others' ratings of the same unit that are equal."""
    ratings = rated.ratings
    key = ratings.unit * np.int64(ratings.n_levels) + ratings.code
    same = np.bincount(key)[key] if ratings.n_levels <= _MOST_LABELS else _occurrences(key)
    others = ratings.per_unit[ratings.unit] - 1
    return Marks(others > 0, (same - 1) / np.maximum(others, 1))


def _occurrences(key: NDArray[np.int64]) -> NDArray[np.int64]:
    _, place, counts = np.unique(key, return_inverse=True, return_counts=True)
    return counts[place]


def _severity(rated: RatedTable) -> Marks:
    """Distance from the mean of the others on the same unit; below 0 is severe where high is good."""
    ratings = rated.ratings
    values, others = ratings.values, ratings.per_unit[ratings.unit] - 1
    total = np.bincount(ratings.unit, weights=values)[ratings.unit]
    return Marks(others > 0, values - (total - values) / np.maximum(others, 1))


def _range_used(rated: RatedTable) -> Numbers:
    """Share of the scale between a rater's lowest and highest value."""
    ratings = rated.ratings
    low = np.full(ratings.n_raters, np.inf)
    high = np.full(ratings.n_raters, -np.inf)
    np.minimum.at(low, ratings.rater, ratings.values)
    np.maximum.at(high, ratings.rater, ratings.values)
    width = ratings.scale[-1] - ratings.scale[0] if ratings.n_levels else 0.0
    return (high - low) / width if width > 0 else np.full(ratings.n_raters, np.nan)


def _commonest_share(rated: RatedTable) -> Marks:
    """Flag the value that a rater gives most often, the lowest of equals; near 1 is straight-lining."""
    ratings = rated.ratings
    cell = ratings.rater * np.int64(ratings.n_levels) + ratings.code
    counts = np.bincount(cell, minlength=ratings.n_raters * ratings.n_levels).reshape(ratings.n_raters, -1)
    commonest = counts.argmax(axis=1)[ratings.rater]
    return Marks(np.ones(ratings.n_ratings, np.bool_), (ratings.code == commonest).astype(np.float64))


def _tie_rate(rated: RatedTable) -> Marks | None:
    ratings = rated.ratings
    if ratings.swap is None or TIE not in ratings.labels:
        return None
    ties = ratings.code == ratings.labels.index(TIE)
    return Marks(np.ones(ratings.n_ratings, np.bool_), ties.astype(np.float64))


def _first_shown_rate(rated: RatedTable) -> Marks | None:
    """Flag preferences for the episode that was shown first, ties left out."""
    ratings, table = rated.ratings, rated.table
    if ratings.swap is None:
        return None
    code = {name: code for code, name in enumerate(table.value.names)}
    shown = np.array([code.get(name, -1) for name in table.first_shown.names])
    chosen = table.value.codes[ratings.row]
    decided = ratings.swap[ratings.code] != ratings.code
    first = shown[table.first_shown.codes[ratings.row]]
    known = np.array([bool(name) for name in table.first_shown.names])[table.first_shown.codes[ratings.row]]
    return Marks(decided & known, (chosen == first).astype(np.float64))


def _seconds(rated: RatedTable) -> Numbers:
    return rated.table.seconds[rated.ratings.row]


def _dawid_skene_accuracy(rated: RatedTable) -> Numbers:
    ratings = symmetrised(rated.ratings)
    if ratings.n_levels > _MOST_LABELS or ratings.n_raters < 2:
        return np.full(ratings.n_raters, np.nan)
    return dawid_skene(ratings).accuracy


def _statistic(
    title: str,
    rows: MeanRows | MedianRows | PlainRows,
    levels: frozenset[Level],
    formula: str,
    convention: str,
    citation: str = "descriptive",
) -> Statistic[RatedTable]:
    return Statistic(rows.name, title, Scope.RATER, levels, rows, formula, convention, citation)


_CATEGORICAL = frozenset({Level.NOMINAL, Level.ORDINAL})
_JACKKNIFE = "delete-one-cluster jackknife over the rater's clusters with t(G - 1)"
_OF_SHARES = f"Interval: {_JACKKNIFE} on the logit."

RATERS: Registry[RatedTable] = Registry(
    "Raters one by one",
    [
        Statistic(
            name="alpha_without",
            title="Alpha without the rater",
            scope=Scope.RATER,
            levels=ALL_LEVELS,
            function=alpha_without_rows,
            formula="krippendorff_alpha of the other raters; beside it alpha_change, the same minus the "
            "alpha of all.",
            convention="A change above 0: the others agree better without the rater. Preferences are "
            "symmetrised. Intervals: delete-one-cluster jackknife with t(G - 1), of alpha_without on "
            "-log(1 - x), of alpha_change with each cluster left out of both alphas at once: the two share "
            "most of their ratings, so that only the interval of the change tells whether they differ. None "
            "for ordinal and ratio alpha of more than 100 values.",
            citation="Krippendorff 2019, Content Analysis, ch. 12",
        ),
        _statistic(
            "Agreement with the others",
            MeanRows("agreement_with_others", _agreement_with_others, _UNDEFINED, Transform.LOGIT),
            ALL_LEVELS,
            "mean over the rater's units of the share of the others' ratings that are equal.",
            "Units that nobody else rated are left out; the rater is never compared with itself. "
            f"{_OF_SHARES}",
        ),
        _statistic(
            "Severity",
            MeanRows("severity", _severity, _UNDEFINED),
            NUMERIC,
            "mean over the rater's units of the value minus the mean of the others' values.",
            "Units that nobody else rated are left out; negative is severe where high is good. Interval: "
            f"{_JACKKNIFE}; the others are taken as they are.",
        ),
        _statistic(
            "Range used",
            PlainRows("range_used", _range_used, "all answers are alike", "it rests on two extreme answers"),
            NUMERIC,
            "(highest - lowest value of the rater) / (width of the scale).",
            "The declared scale, else the values that occur. No interval: it rests on two extreme answers, "
            "and rises with their number.",
        ),
        _statistic(
            "Share of the commonest value",
            MeanRows("commonest_share", _commonest_share, "there are no answers", Transform.LOGIT),
            ALL_LEVELS,
            "share of the value that the rater gives most often.",
            f"Near 1: straight-lining. {_OF_SHARES} It is of the share of the value found to be commonest.",
        ),
        _statistic(
            "Tie rate",
            MeanRows("tie_rate", _tie_rate, "ties could not be chosen", Transform.LOGIT),
            ALL_LEVELS,
            "share of ties among the rater's preferences.",
            f"Preferences only. {_OF_SHARES}",
        ),
        _statistic(
            "Preference for the first shown",
            MeanRows(
                "first_shown_rate",
                _first_shown_rate,
                "which dialogue was shown first is not known, or only ties were chosen",
                Transform.LOGIT,
            ),
            ALL_LEVELS,
            "share of preferences for the dialogue shown first, ties left out.",
            f"Preferences only; one half is no side preference. {_OF_SHARES}",
        ),
        _statistic(
            "Median time",
            MedianRows("seconds_median", _seconds, "no time was measured"),
            ALL_LEVELS,
            "median seconds of an answer.",
            "Answers without a measured time are left out. Interval: quantiles at 1/2 ± t(G - 1) se, with se "
            "the cluster-jackknife error of the share of answers below the median.",
            "Woodruff 1952, J Am Stat Assoc 47:635",
        ),
        _statistic(
            "Accuracy by Dawid and Skene",
            PlainRows(
                "dawid_skene_accuracy",
                _dawid_skene_accuracy,
                f"above {_MOST_LABELS} labels, or only one rater",
                "what is true is itself estimated from these answers",
            ),
            _CATEGORICAL,
            "sum_k p_k pi^r_kk of the fitted model.",
            "Expectation maximisation from majority shares, pseudo-count .01; undefined above 50 labels. "
            "Preferences are symmetrised. No interval: what is true is itself estimated from these answers, "
            "by a model in which units are independent.",
            "Dawid & Skene 1979, Appl Stat 28:20",
        ),
    ],
)
