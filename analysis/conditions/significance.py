"""Tests of no difference between two conditions, and corrections for several of them."""

from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, ndtr

from analysis.conditions.data import Compared, Preferences, Scores
from analysis.conditions.rows import contrast_row
from analysis.conditions.wording import CGM
from analysis.estimate import Estimate, Scope
from analysis.registry import ALL_LEVELS, Settings, Statistic
from analysis.resampling import sign_flip_p_value
from analysis.resampling.linearised import Linearised, clustered_p_value
from analysis.resampling.resampled import Numbers

__all__ = [
    "benjamini_hochberg",
    "holm",
    "preference_advantage",
    "score_advantage",
    "sign_flip",
    "sign_test",
    "signed_ranks",
    "tests",
]

Data = TypeVar("Data", bound=Compared)
Rows = Callable[[Data, Settings], Iterator[Estimate]]

_MOST_EXACT_RANKS = 50
_NO_TEST = "no test: too few clusters or no variation"
_ENVIRONMENTS = "one value an environment; raters not taken as a sample"
_MEANS = "Of the mean advantage of every environment, so that ratings within one need not be independent."


def preference_advantage(data: Preferences) -> Numbers:
    """How much each row favours the first condition: win 1/2, loss -1/2, tie 0."""
    return data.outcome - 0.5


def score_advantage(data: Scores) -> Numbers:
    """How much each row favours the first condition: the difference of its scores."""
    return data.difference


def tests(advantage: Callable[[Data], Numbers]) -> tuple[Statistic[Data], ...]:
    """Make the tests that rows favour neither condition."""
    return (
        Statistic(
            name="p_value",
            title="p-value",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=_clustered(advantage),
            formula="2 P(t < -|mean advantage| / sqrt(V)).",
            convention="Advantage: score difference, or 1/2 for a win and -1/2 for a loss. V is two-way "
            "clustered, t has min(G_environment, G_rater) - 1 degrees of freedom. The test that is corrected "
            "for multiplicity.",
            citation=CGM,
        ),
        Statistic(
            name="sign_flip_p_value",
            title="Sign-flip test",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=_by_environment("sign_flip_p_value", advantage, sign_flip),
            formula="share of all sign vectors with a sum at least as far from 0 as the observed one.",
            convention=f"{_MEANS} Exact up to 20 environments, else 100,000 draws with the observed one "
            "counted.",
            citation="Fisher 1935, The Design of Experiments, section 21; Phipson & Smyth 2010, Stat Appl "
            "Genet Mol Biol 9:39",
        ),
        Statistic(
            name="sign_test_p_value",
            title="Sign test",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=_by_environment("sign_test_p_value", advantage, sign_test),
            formula="binomial test of the environments that favour the first condition, two-sided.",
            convention=f"{_MEANS} Environments that favour neither are left out.",
            citation="Dixon & Mood 1946, J Am Stat Assoc 41:557",
            optional=True,
        ),
        Statistic(
            name="wilcoxon_p_value",
            title="Signed-rank test",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=_by_environment("wilcoxon_p_value", advantage, signed_ranks),
            formula="Wilcoxon's signed-rank test, two-sided.",
            convention=f"{_MEANS} Zeros keep their ranks (Pratt). Exact up to 50 environments, ties or not.",
            citation="Wilcoxon 1945, Biometrics 1:80; Pratt 1959, J Am Stat Assoc 54:655",
            optional=True,
        ),
    )


def _clustered(advantage: Callable[[Data], Numbers]) -> Rows[Data]:
    def rows(data: Data, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
        p_value = np.nan
        if data.n_rows:
            values = advantage(data)
            mean = float(values.mean())
            p_value = clustered_p_value(Linearised(mean, (values - mean) / len(values)), data.clusters)
        note = "two-way clustered t test" if isfinite(p_value) else _NO_TEST if data.n_rows else ""
        yield contrast_row(data, "p_value", p_value, note=note)

    return rows


def _by_environment(
    name: str, advantage: Callable[[Data], Numbers], test: Callable[[Numbers, Settings], float]
) -> Rows[Data]:
    def rows(data: Data, settings: Settings) -> Iterator[Estimate]:
        p_value, note = np.nan, ""
        if data.n_rows:
            environment = np.unique(data.clusters.environment, return_inverse=True)[1]
            means = np.bincount(environment, weights=advantage(data)) / np.bincount(environment)
            # sums of decimals that are equal on paper
            p_value, note = test(np.round(means, 12), settings), _ENVIRONMENTS
        yield contrast_row(data, name, p_value, note=note)

    return rows


def sign_flip(values: Numbers, settings: Settings) -> float:
    """Flip signs, exactly up to 20 values."""
    return sign_flip_p_value(values, settings.generator())


def sign_test(values: Numbers, settings: Settings) -> float:  # noqa: ARG001
    """Count the values of either sign; zeros are left out."""
    signs = np.sign(values[values != 0])
    rarer = min(int(np.sum(signs > 0)), int(np.sum(signs < 0)))
    return min(1.0, 2 * float(bdtr(rarer, len(signs), 0.5))) if len(signs) else 1.0


def signed_ranks(values: Numbers, settings: Settings) -> float:  # noqa: ARG001
    """Rank the values; zeros keep their ranks. Exact up to 50 values, with ties too, else normal."""
    doubled = _doubled_ranks(np.abs(values))[values != 0]
    distance = abs(int(doubled @ np.sign(values[values != 0]).astype(np.int64)))
    if len(values) > _MOST_EXACT_RANKS:
        return min(1.0, 2 * float(ndtr(-distance / np.sqrt(np.sum(doubled.astype(np.float64) ** 2)))))
    ways = np.ones(1)  # of every sum of the ranks with positive signs
    for rank in doubled.tolist():
        ways = (np.pad(ways, (0, rank)) + np.pad(ways, (rank, 0))) / 2
    balance = 2 * np.arange(len(ways)) - int(doubled.sum())
    return float(ways[np.abs(balance) >= distance].sum())


def _doubled_ranks(sizes: Numbers) -> NDArray[np.int64]:
    """Rank from 1, ties at their middle, times two to stay whole."""
    ranked = np.sort(sizes)
    return np.searchsorted(ranked, sizes, "left") + np.searchsorted(ranked, sizes, "right") + 1


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust p-values so that the chance of any false rejection is controlled (Holm 1979)."""
    p, order = np.asarray(p_values, np.float64), np.argsort(p_values, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return tuple(adjusted.tolist())


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust p-values so that the share of false rejections is controlled (Benjamini & Hochberg 1995)."""
    p, order = np.asarray(p_values, np.float64), np.argsort(p_values, kind="stable")[::-1]
    adjusted = np.empty_like(p)
    factors = len(p) / np.arange(len(p), 0, -1)
    adjusted[order] = np.minimum(1, np.minimum.accumulate(p[order] * factors))
    return tuple(adjusted.tolist())
