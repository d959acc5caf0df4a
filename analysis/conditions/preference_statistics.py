"""The registry of statistics of preferences between two conditions."""

from analysis.conditions import adjusted, davidson, effect_sizes, significance
from analysis.conditions.data import Preferences
from analysis.conditions.rows import linearised_rows
from analysis.conditions.sharing import sharing_rows
from analysis.conditions.win import win_odds_rows, win_rate_rows
from analysis.conditions.wording import CGM, INTERVAL, MEDIATOR, NO_LENGTHS, NO_SIDES, TWO_WAY
from analysis.estimate import Scope
from analysis.registry import ALL_LEVELS, Registry, Statistic

__all__ = ["PREFERENCES"]

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
            convention=f"`both_bad` counts as a tie. Default interval: {TWO_WAY}; where V is not positive "
            "the larger one-way variance. Beside it: clustered by environment alone, by rater alone (t with "
            "G - 1), and Wilson's for independent ratings. The row's note names the method, and warns below "
            "ten environments or raters. No interval without variation or with fewer than two clusters.",
            citation=f"{CGM}; Wilson 1927, J Am Stat Assoc 22:209",
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
        Statistic(
            name="davidson_log_odds",
            title="Davidson's log-odds",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows(
                "davidson_log_odds", davidson.davidson_log_odds, undefined="no wins or no losses"
            ),
            formula="log(W / L): P(first) : P(tie) : P(second) = exp(d / 2) : nu : exp(-d / 2) is saturated.",
            convention=f"{INTERVAL}. Undefined without wins or without losses; no pseudo-counts.",
            citation="Davidson 1970, J Am Stat Assoc 65:317",
        ),
        Statistic(
            name="davidson_tie",
            title="Davidson's tie parameter",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows(
                "davidson_tie", davidson.davidson_tie, undefined="no wins, no losses or no ties"
            ),
            formula="nu = T / sqrt(W L).",
            convention=f"{INTERVAL}, symmetric on the logarithm.",
            citation="Davidson 1970, J Am Stat Assoc 65:317",
        ),
        Statistic(
            name="tie_rate",
            title="Tie rate",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows("tie_rate", davidson.tie_rate),
            formula="T / n.",
            convention=f"{INTERVAL}, within 0 and 1.",
            citation=CGM,
        ),
        Statistic(
            name="first_shown_rate",
            title="Preferred the dialogue shown first",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows("first_shown_rate", davidson.first_shown_rate, undefined=NO_SIDES),
            formula="share of preferences for the dialogue shown first, ties half.",
            convention=f"One half without an effect of order. Ratings whose order is not known are left out. "
            f"{INTERVAL}, within 0 and 1.",
            citation=CGM,
        ),
        Statistic(
            name="side_effect",
            title="Effect of being shown first",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows("side_effect", davidson.side_effect, undefined=NO_SIDES),
            formula="g in P(first) : P(tie) : P(second) = exp((d + g x) / 2) : nu : exp(-(d + g x) / 2), x = "
            "1 where the first condition's dialogue is shown first, -1 where the second's.",
            convention=f"Maximum likelihood with the clustered sandwich. {INTERVAL}.",
            citation="Davidson & Beaver 1977, Biometrics 33:693",
        ),
        Statistic(
            name="davidson_log_odds_side_adjusted",
            title="Davidson's log-odds without the advantage of a side",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows(
                "davidson_log_odds_side_adjusted", davidson.side_adjusted, undefined=NO_SIDES
            ),
            formula="d of the same model.",
            convention=f"{INTERVAL}.",
            citation="Davidson & Beaver 1977, Biometrics 33:693",
        ),
        Statistic(
            name="win_rate_length_adjusted",
            title="Win rate at equal length",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows(
                "win_rate_length_adjusted",
                adjusted.win_rate_at_equal_length,
                undefined=NO_LENGTHS,
                note=MEDIATOR,
            ),
            formula="1 / (1 + exp(-a)), logit P(win) = a + b log(words / words) + g x, ties half a win.",
            convention=f"Length is a mediator. {INTERVAL}, symmetric on the logit.",
            citation="Papke & Wooldridge 1996, J Appl Econom 11:619; Dubois et al. 2024 (arXiv 2404.04475)",
        ),
        Statistic(
            name="length_effect",
            title="Effect of length on preferences",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows(
                "length_effect",
                adjusted.length_effect_on_preferences,
                undefined=NO_LENGTHS,
                note="log-odds per doubling of the ratio of lengths",
            ),
            formula="b log(2) of the same model.",
            convention=f"{INTERVAL}.",
            citation="Dubois et al. 2024 (arXiv 2404.04475)",
        ),
        Statistic(
            name="cohen_h",
            title="Cohen's h",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows("cohen_h", effect_sizes.cohen_h_of_preferences),
            formula="2 arcsin(sqrt(win rate)) - 2 arcsin(sqrt(1 / 2)).",
            convention=f"{INTERVAL}.",
            citation="Cohen 1988, Statistical Power Analysis, chapter 6",
        ),
        Statistic(
            name="environment_share",
            title="Variance that environments and raters share",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=sharing_rows(significance.preference_advantage),
            formula="variance of an effect / sum of the variances of environment, rater and residual, in a "
            "mixed model of the preferences.",
            convention="Rows `environment_share` and `rater_share`: the intraclass correlations that "
            "`analyze power` asks for. Restricted likelihood.",
            citation="Patterson & Thompson 1971, Biometrika 58:545",
        ),
        *significance.tests(significance.preference_advantage),
    ],
)
