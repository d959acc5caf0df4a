"""The registry of statistics of a judge against people."""

from collections.abc import Iterator
from functools import partial

from analysis.estimate import Estimate, Scope
from analysis.judge.alt_test import alt_test_omega, alt_test_rho
from analysis.judge.calibration import calibration, calibration_error, calibration_slope
from analysis.judge.ceiling import ceiling_accuracy, ceiling_pearson
from analysis.judge.comparison import Comparison
from analysis.judge.correction import corrected_rate, per_contrast
from analysis.judge.failure_rate import judge_failure_rate
from analysis.judge.leanings import length_bias, self_preference
from analysis.judge.pairwise import pairwise_accuracy
from analysis.judge.retest import judge_retest, position_bias
from analysis.judge.rows import Function, pooled
from analysis.judge.statistics_of_values import JACKKNIFE, ORDERED, VALUES
from analysis.registry import ALL_LEVELS, Registry, Settings, Statistic
from analysis.resampling import Transform
from sim.schema.base import Level

__all__ = ["BY_LABEL", "JUDGE"]

BY_LABEL = frozenset(
    {"pearson", "spearman", "kendall_tau_b", "bias", "loa_low", "loa_high", "weighted_kappa", "cohen_kappa"}
)
"""Statistics whose value for preferences depends on which of two episodes is called first."""


_CONTRASTS = (
    (
        "bias_difference",
        "Difference of the judge's bias between conditions",
        Transform.IDENTITY,
        (
            "bias in the first condition minus bias in the second; preferences: the judge's win rate minus"
            " people's."
        ),
        f"{JACKKNIFE}. This, not the correlation, is what misleads a comparison of conditions.",
        "Bland & Altman 1986, Lancet 327:307",
    ),
    (
        "corrected_difference",
        "Difference between conditions, with the judge's help",
        Transform.IDENTITY,
        (
            "mean(D - l F) over scenarios with people's ratings + l mean(F) over the others; D and F:"
            " differences between the conditions within a scenario by people and by the judge; l = sum a b /"
            " sum b^2."
        ),
        (
            "a, b: influences of clusters; l within 0 and 1, and 0 where people rated every scenario."
            f" Preferences: 1 for the first condition, -1 for the second. {JACKKNIFE}, l fixed."
        ),
        "Angelopoulos, Duchi & Zrnic 2023 (PPI++, arXiv 2311.01453)",
    ),
    (
        "labels_saved",
        "Human labels that the judge saves",
        Transform.FISHER,
        "n r^2 / (1 - r^2), n scenarios with people's ratings, r the correlation of a and b over clusters.",
        f"{JACKKNIFE} on artanh r.",
        "Angelopoulos, Duchi & Zrnic 2023 (PPI++, arXiv 2311.01453)",
    ),
)


def _numbers_or_preferences(function: Function) -> Function:
    """Leave out labels without an order that are no preferences either."""

    def rows(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
        if comparison.level is not Level.NOMINAL or comparison.context.preference:
            yield from function(comparison, settings)

    return rows


def _numbers_only(function: Function) -> Function:
    """Leave out preferences."""

    def rows(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
        if not comparison.context.preference:
            yield from function(comparison, settings)

    return rows


JUDGE: Registry[Comparison] = Registry(
    "Judges against people",
    [
        *VALUES,
        *(
            Statistic(
                name=name,
                title=title,
                scope=Scope.OVERALL,
                levels=ORDERED,
                function=pooled(name, partial(ceiling_pearson, of_judge=of_judge), Transform.FISHER),
                formula=f"mean over people j of r({who}, mean of the people but j), weighted by j's units.",
                convention=(
                    "On the units that the judge and at least two people rated; nobody is part of their "
                    f"own reference. People with fewer than 3 units do not count. {JACKKNIFE} on artanh."
                ),
                citation="Lau, Clark & Lappin 2017, Cogn Sci 41:1202 (one against the rest)",
            )
            for name, title, who, of_judge in (
                ("ceiling_pearson", "Human ceiling of Pearson's r", "j", False),
                ("pearson_leave_one_out", "Judge under the ceiling's conditions", "judge", True),
            )
        ),
        *(
            Statistic(
                name=name,
                title=title,
                scope=Scope.OVERALL,
                levels=ALL_LEVELS,
                function=pooled(name, partial(ceiling_accuracy, of_judge=of_judge), Transform.LOGIT),
                formula=f"share of ratings j where {who} the majority of the people but j.",
                convention=(
                    "On the units that the judge and at least two people rated; ratings without a "
                    f"majority of the others are left out and counted. {JACKKNIFE} on the logit."
                ),
                citation="Snow et al. 2008, EMNLP, 254",
            )
            for name, title, who, of_judge in (
                ("ceiling_accuracy", "Human ceiling of accuracy", "j's label is", False),
                (
                    "accuracy_leave_one_out",
                    "Judge under the ceiling's conditions",
                    "the judge's label is",
                    True,
                ),
            )
        ),
        Statistic(
            name="alt_test_omega",
            title="Alternative annotator test: winning rate",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=alt_test_omega,
            formula=(
                "share of annotators j for whom mean(W_j - W_judge) < epsilon is accepted, W = 1 where that "
                "side is at least as close to the people but j."
            ),
            convention=(
                "One-sided t tests (Wilcoxon under 30 items), Benjamini-Yekutieli at .05; passes at .5."
                " Closeness: accuracy at level nominal, else minus the root mean squared error. The published"
                " form takes items as independent; the clustered form has CR1 errors with t(G - 1) (scope"
                " judge). `alt_test_epsilon`: the smallest epsilon, in steps of .01, at which the published"
                " form passes."
            ),
            citation="Calderon, Reichart & Dror 2025, ACL (arXiv 2501.10970)",
        ),
        Statistic(
            name="alt_test_rho",
            title="Alternative annotator test: average advantage probability",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=alt_test_rho,
            formula=(
                "mean over annotators of the share of items where the judge is at least as close to the "
                "others."
            ),
            convention=f"{JACKKNIFE}; also one row an annotator.",
            citation="Calderon, Reichart & Dror 2025, ACL (arXiv 2501.10970)",
        ),
        Statistic(
            name="calibration_slope",
            title="Calibration slope",
            scope=Scope.OVERALL,
            levels=ORDERED,
            function=_numbers_only(pooled("calibration_slope", calibration_slope)),
            formula=(
                "slope of people's mean on the judge's value; 1 where a point more by the judge is one by "
                "people."
            ),
            convention=f"{JACKKNIFE}.",
            citation="Cox 1958, Biometrika 45:562",
        ),
        Statistic(
            name="calibration_error",
            title="Expected calibration error",
            scope=Scope.OVERALL,
            levels=ORDERED,
            function=_numbers_only(pooled("calibration_error", calibration_error)),
            formula="sum over bins of n_b / n |mean judge - mean people|.",
            convention=(
                "A bin for every value of the judge, at most 10 of equal mass. Chance alone makes it "
                f"positive. {JACKKNIFE}."
            ),
            citation="Naeini, Cooper & Hauskrecht 2015, AAAI, 2901",
        ),
        Statistic(
            name="calibration",
            title="Calibration",
            scope=Scope.JUDGE,
            levels=ALL_LEVELS,
            function=_numbers_only(calibration),
            formula=(
                "people's mean (labels: share of people with the same label) where the judge gives a value."
            ),
            convention=f"One row a value of the judge, none above 21 values. {JACKKNIFE}.",
            citation="Cox 1958, Biometrika 45:562",
        ),
        Statistic(
            name="pairwise_accuracy",
            title="Pairwise accuracy with ties",
            scope=Scope.OVERALL,
            levels=ORDERED,
            function=_numbers_only(pairwise_accuracy),
            formula="(C + T_both) / (C + D + T_people + T_judge + T_both).",
            convention=(
                "Over the pairs of units of an item (the same character in both dialogues), else of a"
                " cluster, else over all pairs; more than 2,000,000: undefined."
                " `pairwise_accuracy_calibrated`: the judge ties within a width chosen on 4 of 5 folds of"
                f" clusters and used on the fifth. {JACKKNIFE} on the logit."
            ),
            citation="Deutsch, Foster & Freitag 2023, EMNLP, 12914",
        ),
        Statistic(
            name="position_bias",
            title="Position bias",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_numbers_or_preferences(position_bias),
            formula=(
                "P(judge prefers what it is shown first) - 1/2, ties half; scores: mean of shown first minus "
                "shown second."
            ),
            convention=(
                "Over units judged in both orders, each order alike, where there are any."
                " `swap_consistency`: share of pairs of judgements in either order that agree; the note has"
                f" that of the same order. {JACKKNIFE}."
            ),
            citation="Zheng et al. 2023, NeurIPS; Shi et al. 2024 (arXiv 2406.07791)",
        ),
        Statistic(
            name="length_bias",
            title="Length bias",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_numbers_or_preferences(pooled("length_bias", length_bias)),
            formula=(
                "preferences: coefficient of tanh(words apart / sd) in logit P(judge prefers first) on it and"
                " people's mean preference; scores: slope of judge - people on words / sd."
            ),
            convention="No intercept, since first and second are names only; within conditions if known. "
            f"{JACKKNIFE}.",
            citation="Dubois et al. 2024, COLM (arXiv 2404.04475)",
        ),
        Statistic(
            name="self_preference",
            title="Self-preference",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_numbers_or_preferences(pooled("self_preference", self_preference)),
            formula=(
                "P(judge own | people own) - P(judge other | people other); scores: mean judge - people on "
                "own dialogues minus on others."
            ),
            convention=(
                "Own: written by a model of the judge's family, the letters its name begins with unless "
                f"told otherwise. {JACKKNIFE}."
            ),
            citation="Wataoka, Takahashi & Ri 2024 (arXiv 2410.21819)",
        ),
        Statistic(
            name="judge_retest",
            title="The judge's own reliability",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=judge_retest,
            formula="Krippendorff's alpha with the judge's repeated samples as raters.",
            convention=(
                "Samples in the same order only, of all units that were judged. Interval: "
                "delete-one-cluster jackknife on -log(1 - alpha)."
            ),
            citation="Krippendorff 2019, Content Analysis, chapter 12",
        ),
        Statistic(
            name="judge_failure_rate",
            title="Failure rate",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=judge_failure_rate,
            formula=(
                "units that people rated and the judge was asked about and gave no value / all it was asked."
            ),
            convention=(
                "From rows without a value and a run's failures.jsonl; never filled in. "
                "`accuracy_failures_wrong` takes every failure as wrong, `accuracy` drops them. "
                f"{JACKKNIFE} on the logit."
            ),
            citation="Little & Rubin 2019, chapter 1; bounds as in Manski 1990, Am Econ Rev 80:319",
        ),
        *(
            Statistic(
                name=name,
                title=title,
                scope=Scope.CONDITION,
                levels=ALL_LEVELS,
                function=_numbers_or_preferences(per_contrast(name, transform)),
                formula=formula,
                convention=convention,
                citation=citation,
            )
            for name, title, transform, formula, convention, citation in _CONTRASTS
        ),
        Statistic(
            name="corrected_rate",
            title="Corrected rate",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=corrected_rate,
            formula=(
                "(p + q0 - 1) / (q0 + q1 - 1), p the judge's rate, q0 and q1 its specificity and sensitivity."
            ),
            convention=(
                f"Two labels only; the rate of the second. Counts the errors of p, q0 and q1. {JACKKNIFE}."
            ),
            citation="Rogan & Gladen 1978, Am J Epidemiol 107:71; Lee et al. 2025 (arXiv 2511.21140)",
        ),
    ],
)
