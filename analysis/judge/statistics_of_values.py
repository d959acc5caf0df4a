"""Statistics of how closely a judge's values follow people's: association, error, labels."""

from functools import partial

from analysis.estimate import Scope
from analysis.judge.association import kendall_tau_b, pearson, spearman, weighted_kappa
from analysis.judge.comparison import Comparison
from analysis.judge.error import bias, limit_of_agreement, mae, rmse
from analysis.judge.labels import accuracy, cohen_kappa, soft_agreement
from analysis.judge.rows import pooled
from analysis.registry import ALL_LEVELS, Statistic
from analysis.resampling import Transform
from sim.schema.base import Level

__all__ = ["JACKKNIFE", "ORDERED", "VALUES"]

ORDERED = ALL_LEVELS - {Level.NOMINAL}
JACKKNIFE = "Interval: delete-one-cluster jackknife with t(G - 1)"
_REFERENCE = "The mean of the judge's samples against the mean of people's values on every unit."
_MAJORITY = (
    "The judge's most frequent label against the majority of people; units where two labels are equally"
    " frequent are left out and counted."
)

VALUES: tuple[Statistic[Comparison], ...] = (
    Statistic(
        name="pearson",
        title="Pearson correlation",
        scope=Scope.OVERALL,
        levels=ORDERED,
        function=pooled("pearson", pearson, Transform.FISHER, by_label=True),
        formula="cov(judge, people) / (sd(judge) sd(people)).",
        convention=(
            f"{_REFERENCE} {JACKKNIFE} on artanh r. Blind to bias and scale. One side does not "
            "vary: no_variation."
        ),
        citation="Pearson 1895",
    ),
    Statistic(
        name="spearman",
        title="Spearman rank correlation",
        scope=Scope.OVERALL,
        levels=ORDERED,
        function=pooled("spearman", spearman, Transform.FISHER, by_label=True),
        formula="Pearson correlation of the mid-ranks.",
        convention=f"{_REFERENCE} {JACKKNIFE} on artanh (above 200 clusters, 200 blocks of clusters).",
        citation="Spearman 1904, Am J Psychol 15:72",
    ),
    Statistic(
        name="kendall_tau_b",
        title="Kendall's tau-b",
        scope=Scope.OVERALL,
        levels=ORDERED,
        function=pooled("kendall_tau_b", kendall_tau_b, Transform.FISHER, by_label=True),
        formula="(C - D) / sqrt((C + D + T_judge) (C + D + T_people)) over all pairs of units.",
        convention=f"{_REFERENCE} {JACKKNIFE} on artanh (above 200 clusters, 200 blocks of clusters).",
        citation="Kendall 1945, Biometrika 33:239",
    ),
    Statistic(
        name="mae",
        title="Mean absolute error",
        scope=Scope.OVERALL,
        levels=ORDERED,
        function=pooled("mae", mae),
        formula="mean |judge - people|.",
        convention=f"{_REFERENCE} {JACKKNIFE}.",
        citation="Willmott & Matsuura 2005, Clim Res 30:79",
    ),
    Statistic(
        name="rmse",
        title="Root mean squared error",
        scope=Scope.OVERALL,
        levels=ORDERED,
        function=pooled("rmse", rmse),
        formula="sqrt(mean (judge - people)^2).",
        convention=f"{_REFERENCE} {JACKKNIFE}.",
        citation="Willmott & Matsuura 2005, Clim Res 30:79",
    ),
    Statistic(
        name="bias",
        title="Bias",
        scope=Scope.OVERALL,
        levels=ORDERED,
        function=bias,
        formula="mean (judge - people); positive where the judge is more generous.",
        convention=(
            f"{_REFERENCE} Interval: with several people two-way over clusters and people, with t(min G - 1);"
            " the note has the cluster jackknife for these people alone, which is the interval with one."
            " Undefined for preferences without conditions."
        ),
        citation=(
            "Bland & Altman 1986, Lancet 327:307; Cameron, Gelbach & Miller 2011, J Bus Econ Stat 29:238"
        ),
    ),
    *(
        Statistic(
            name=name,
            title=f"{title} limit of agreement",
            scope=Scope.OVERALL,
            levels=ORDERED,
            function=pooled(name, partial(limit_of_agreement, sign)),
            formula=(
                f"bias {'+' if sign > 0 else '-'} 1.96 s, s the standard deviation of judge - people "
                "with n - 1."
            ),
            convention=(
                f"{_REFERENCE} s is that of single units, between and within clusters together. "
                f"{JACKKNIFE}. Fewer than 2 units: undefined."
            ),
            citation="Bland & Altman 1986, Lancet 327:307; 2007, J Biopharm Stat 17:571",
        )
        for name, title, sign in (("loa_low", "Lower", -1), ("loa_high", "Upper", 1))
    ),
    Statistic(
        name="weighted_kappa",
        title="Weighted kappa (quadratic)",
        scope=Scope.OVERALL,
        levels=ORDERED,
        function=pooled("weighted_kappa", weighted_kappa, Transform.LOG_COMPLEMENT, by_label=True),
        formula="1 - E(judge - people)^2 / (var judge + var people + (mean judge - mean people)^2).",
        convention=(
            f"{_REFERENCE} With one person, Cohen's kappa with weights (i - j)^2 of the scale's "
            f"values; else Lin's concordance. {JACKKNIFE} on -log(1 - kappa)."
        ),
        citation="Cohen 1968, Psychol Bull 70:213; Lin 1989, Biometrics 45:255",
    ),
    Statistic(
        name="accuracy",
        title="Accuracy against the majority",
        scope=Scope.OVERALL,
        levels=ALL_LEVELS,
        function=pooled("accuracy", accuracy, Transform.LOGIT),
        formula="share of units where the judge's label is that of most people.",
        convention=f"{_MAJORITY} {JACKKNIFE} on the logit.",
        citation="Snow et al. 2008, EMNLP, 254",
    ),
    Statistic(
        name="cohen_kappa",
        title="Cohen's kappa against the majority",
        scope=Scope.OVERALL,
        levels=ALL_LEVELS,
        function=pooled("cohen_kappa", cohen_kappa, Transform.LOG_COMPLEMENT, by_label=True),
        formula="(p_o - p_e) / (1 - p_e), p_e from both margins.",
        convention=(
            f"{_MAJORITY} {JACKKNIFE} on -log(1 - kappa); analytic: Fleiss, Cohen & Everitt. "
            "Preferences: symmetrised over the swap of first and second."
        ),
        citation="Cohen 1960, Educ Psychol Meas 20:37; Fleiss, Cohen & Everitt 1969, Psychol Bull 72:323",
    ),
    Statistic(
        name="soft_agreement",
        title="Soft agreement",
        scope=Scope.OVERALL,
        levels=ALL_LEVELS,
        function=pooled("soft_agreement", soft_agreement, Transform.LOGIT),
        formula="mean over units of the share of people who gave the judge's label.",
        convention=(
            f"The judge's most frequent label; units without a majority count too. {JACKKNIFE} on the logit."
        ),
        citation="Uma et al. 2021, J Artif Intell Res 72:1385",
    ),
)
