"""The registry of statistics of scores under two conditions."""

from analysis.conditions import adjusted, effect_sizes, significance
from analysis.conditions.data import Scores
from analysis.conditions.differences import mean_difference
from analysis.conditions.means import mean_score_rows
from analysis.conditions.mixed_difference import mixed_difference_rows
from analysis.conditions.rows import linearised_rows
from analysis.conditions.sharing import sharing_rows
from analysis.conditions.wording import CGM, INTERVAL, MEDIATOR, NO_LENGTHS, NO_SIDES
from analysis.estimate import Scope
from analysis.registry import ALL_LEVELS, Registry, Statistic
from sim.schema.base import Level

__all__ = ["SCORES"]

_NUMBERS = ALL_LEVELS - {Level.NOMINAL}
_SHARES = frozenset({Level.NOMINAL})

SCORES: Registry[Scores] = Registry(
    "Scores under two conditions",
    [
        Statistic(
            name="mean_score",
            title="Mean score",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=mean_score_rows,
            formula="mean of all scores under a condition, paired or not.",
            convention=f"`yes` counts 1 and `no` 0. {INTERVAL}; on the logit between the ends of the scale "
            "where it is declared.",
            citation=CGM,
        ),
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
            f"and `no` 0. {INTERVAL}; it ends at the largest difference that a declared scale allows.",
            citation=CGM,
        ),
        Statistic(
            name="mixed_difference",
            title="Difference in a mixed model",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=mixed_difference_rows,
            formula="b in score = a + b c + environment + environment c + scenario + episode + character + "
            "rater + rater c + residual, c = 1/2 under the first condition and -1/2 under the second, all "
            "effects normal and independent.",
            convention="Restricted likelihood, sparse. Effects that the design cannot tell apart are left "
            "out; the note lists those that stay. Interval: t(min(G_environment, G_rater) - 1), ended at the "
            "largest difference that a declared scale allows. Its "
            "variances are the rows `variance_...` (of differences: of b between environments or raters).",
            citation="Patterson & Thompson 1971, Biometrika 58:545; Bates et al. 2015, J Stat Softw 67(1)",
        ),
        Statistic(
            name="mean_difference_length_adjusted",
            title="Mean difference at equal length",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows(
                "mean_difference_length_adjusted",
                adjusted.difference_at_equal_length,
                undefined=NO_LENGTHS,
                note=MEDIATOR,
            ),
            formula="a in difference = a + b log(words / words) + g x.",
            convention=f"Length is a mediator. Least squares with the clustered sandwich. {INTERVAL}.",
            citation=CGM,
        ),
        Statistic(
            name="length_effect",
            title="Effect of length on scores",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows(
                "length_effect",
                adjusted.length_effect_on_scores,
                undefined=NO_LENGTHS,
                note="points per doubling of the ratio of lengths",
            ),
            formula="b log(2) of the same model.",
            convention=f"{INTERVAL}.",
            citation=CGM,
        ),
        Statistic(
            name="side_effect",
            title="Effect of being shown first",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=linearised_rows("side_effect", adjusted.first_shown_difference, undefined=NO_SIDES),
            formula="g in difference = a + g x, x = 1 where the first condition's dialogue is shown first, "
            "-1 where the second's: points by which being shown first raises a score.",
            convention=f"{INTERVAL}.",
            citation=CGM,
        ),
        Statistic(
            name="cohen_d_z",
            title="Cohen's d of differences",
            scope=Scope.CONDITION,
            levels=_NUMBERS,
            function=linearised_rows("cohen_d_z", effect_sizes.cohen_d_z, undefined="no_variation"),
            formula="mean difference / standard deviation of the differences (n - 1).",
            convention=f"{INTERVAL}.",
            citation="Cohen 1988, Statistical Power Analysis, section 2.3.5",
        ),
        Statistic(
            name="cohen_d_av",
            title="Cohen's d, average deviation",
            scope=Scope.CONDITION,
            levels=_NUMBERS,
            function=linearised_rows("cohen_d_av", effect_sizes.cohen_d_av, undefined="no_variation"),
            formula="mean difference / ((s_first + s_second) / 2).",
            convention=f"{INTERVAL}.",
            citation="Cumming 2012, Understanding the New Statistics, chapter 11",
        ),
        Statistic(
            name="hedges_g",
            title="Hedges' g",
            scope=Scope.CONDITION,
            levels=_NUMBERS,
            function=linearised_rows("hedges_g", effect_sizes.hedges_g, undefined="no_variation"),
            formula="d_av gamma(v / 2) / (sqrt(v / 2) gamma((v - 1) / 2)), v = n - 1.",
            convention=f"n counts pairs of scores. {INTERVAL}.",
            citation="Hedges 1981, J Educ Stat 6:107",
        ),
        Statistic(
            name="cliffs_delta",
            title="Cliff's delta",
            scope=Scope.CONDITION,
            levels=_NUMBERS,
            function=linearised_rows("cliffs_delta", effect_sizes.cliffs_delta),
            formula="P(first > second) - P(first < second) over all pairs of one score of each condition.",
            convention="Ties count for neither. No interval where all scores of one condition are "
            f"higher. {INTERVAL}, symmetric on artanh.",
            citation="Cliff 1993, Psychol Bull 114:494",
        ),
        Statistic(
            name="probability_of_superiority",
            title="Probability of superiority",
            scope=Scope.CONDITION,
            levels=_NUMBERS,
            function=linearised_rows("probability_of_superiority", effect_sizes.probability_of_superiority),
            formula="P(first > second) + P(first = second) / 2, the same pairs: (1 + Cliff's delta) / 2.",
            convention=f"{INTERVAL}, from that of Cliff's delta.",
            citation="Vargha & Delaney 2000, J Educ Behav Stat 25:101",
        ),
        Statistic(
            name="odds_ratio",
            title="Odds ratio",
            scope=Scope.CONDITION,
            levels=_SHARES,
            function=linearised_rows("odds_ratio", effect_sizes.odds_ratio, undefined="a share is 0 or 1"),
            formula="p (1 - q) / (q (1 - p)), p and q the shares of `yes` under the first and second "
            "condition.",
            convention=f"Questions with yes and no. {INTERVAL}, symmetric on the logarithm.",
            citation="Agresti 2013, Categorical Data Analysis, section 2.2.3",
        ),
        Statistic(
            name="cohen_h",
            title="Cohen's h",
            scope=Scope.CONDITION,
            levels=_SHARES,
            function=linearised_rows("cohen_h", effect_sizes.cohen_h_of_shares),
            formula="2 arcsin(sqrt(p)) - 2 arcsin(sqrt(q)).",
            convention=f"Questions with yes and no. {INTERVAL}.",
            citation="Cohen 1988, Statistical Power Analysis, chapter 6",
        ),
        Statistic(
            name="environment_share",
            title="Variance that environments and raters share",
            scope=Scope.CONDITION,
            levels=ALL_LEVELS,
            function=sharing_rows(significance.score_advantage),
            formula="variance of an effect / sum of the variances of environment, rater and residual, in a "
            "mixed model of the differences.",
            convention="Rows `environment_share` and `rater_share`: the intraclass correlations that "
            "`analyze power` asks for. Restricted likelihood.",
            citation="Patterson & Thompson 1971, Biometrika 58:545",
        ),
        *significance.tests(significance.score_advantage),
    ],
)
