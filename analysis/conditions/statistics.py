"""The registries of statistics of two conditions."""

from analysis.conditions.data import Preferences, Scores
from analysis.conditions.differences import mean_difference
from analysis.conditions.rows import linearised_rows
from analysis.conditions.win import win_odds_rows, win_rate_rows
from analysis.estimate import Scope
from analysis.registry import ALL_LEVELS, Registry, Statistic

__all__ = ["PREFERENCES", "SCORES"]

_TWO_WAY = (
    "V = V_environment + V_rater - V_both, each with factor G / (G - 1), and "
    "t(min(G_environment, G_rater) - 1)"
)

PREFERENCES: Registry[Preferences] = Registry(
    "Preferences between two conditions",
    [
        Statistic(
            name="win_rate",
            title="Win rate",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=win_rate_rows,
            formula="(W + T / 2) / n over ratings.",
            convention=f"`both_bad` counts as a tie. Default interval: two-way, {_TWO_WAY}; where V is not "
            "positive the larger one-way variance. Beside it: clustered by environment alone, by rater alone "
            "(t with G - 1), and Wilson's for independent ratings. The row's note names the method. No "
            "interval without variation or with fewer than two clusters.",
            citation="Cameron, Gelbach & Miller 2011, J Bus Econ Stat 29:238; Wilson 1927, J Am Stat Assoc "
            "22:209",
        ),
        Statistic(
            name="win_odds",
            title="Win odds",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=win_odds_rows,
            formula="(W + T / 2) / (L + T / 2).",
            convention="Intervals as for the win rate, symmetric on the logarithm. Undefined where every "
            "preference is for one side.",
            citation="Brunner, Vandemeulebroecke & Mütze 2021, Stat Med 40:3367",
        ),
    ],
)

SCORES: Registry[Scores] = Registry(
    "Scores under two conditions",
    [
        Statistic(
            name="mean_difference",
            title="Mean difference",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows("mean_difference", mean_difference),
            formula="mean of first - second over pairs of scores that one rater gave the same character (or "
            "episode) of one pair.",
            convention="A rater's leniency cancels. Where no rater scored both dialogues of any pair, "
            "differences of raters' means, clustered by environment, and the note says so. `yes` counts 1 "
            f"and `no` 0. Interval: two-way, {_TWO_WAY}.",
            citation="Cameron, Gelbach & Miller 2011, J Bus Econ Stat 29:238",
        ),
    ],
)
