"""The registry of agreement statistics."""

from functools import partial
from math import inf

from analysis.agreement import coefficients
from analysis.agreement.alpha import krippendorff_alpha
from analysis.agreement.icc import icc, icc_interval, is_complete, lowest_icc, why_undefined
from analysis.agreement.kendall import kendall_w
from analysis.agreement.notes import NO_COMPLETE_UNITS
from analysis.agreement.pairs import kappa_of_pairs
from analysis.agreement.percent import percent_agreement
from analysis.agreement.rows import Overall
from analysis.estimate import Scope
from analysis.registry import ALL_LEVELS, NUMERIC, Registry, Statistic
from analysis.resampling import Transform
from analysis.tables import Ratings
from sim.schema.base import Level

__all__ = ["AGREEMENT"]

CATEGORICAL = frozenset({Level.NOMINAL, Level.ORDINAL})
ORDERED = frozenset({Level.ORDINAL, Level.INTERVAL, Level.RATIO})

_JACKKNIFE = "Interval: delete-one-cluster jackknife on -log(1 - x) with t(G - 1)"
_CUT = "An interval ends at the lowest possible value, -c / (1 - c), c = sum w_kl / q^2 (AC1: -1 / (q - 1))."
_GWET = "; analytic: Gwet's linearised error over independent units with t(n - 1)"
_SWAPPED = "Preferences: marginals symmetrised over the swap of first and second, tie fixed."
_CHANCE = "(p_a - p_e) / (1 - p_e), p_a the percent agreement, "

_ALPHA = Statistic(
    name="krippendorff_alpha",
    title="Krippendorff's alpha",
    scope=Scope.OVERALL,
    levels=ALL_LEVELS,
    function=Overall("krippendorff_alpha", krippendorff_alpha),
    formula="1 - (n - 1) sum o_kl d_kl / sum n_k n_l d_kl, coincidences "
    "o_kl = sum_u c_uk (c_ul - [k = l]) / (m_u - 1) over units with m_u >= 2; d: nominal 1, ordinal "
    "(s_k - s_l)^2 with s_k = sum_{g<k} n_g + n_k / 2, interval (k - l)^2, ratio ((k - l) / (k + l))^2.",
    convention=f"Units with one rating are left out. {_JACKKNIFE}. {_SWAPPED} No two values differ: "
    "no_variation; no unit with two ratings: no_pairable_units.",
    citation="Krippendorff 2011, Computing Krippendorff's alpha-reliability; 2019, Content Analysis, ch. 12",
)

_PERCENT = Statistic(
    name="percent_agreement",
    title="Percent agreement",
    scope=Scope.OVERALL,
    levels=ALL_LEVELS,
    function=Overall("percent_agreement", percent_agreement, Transform.LOGIT),
    formula="mean over units with m_u >= 2 of sum_k c_uk (c_uk - 1) / (m_u (m_u - 1)).",
    convention="Exactly equal values agree, whatever the level. Interval: delete-one-cluster jackknife on "
    "the logit with t(G - 1); none where every cluster agrees equally often.",
    citation="Fleiss 1971, Psychol Bull 76:378",
)

_PAIRS = [
    Statistic(
        name="cohen_kappa",
        title="Cohen's kappa",
        scope=Scope.RATER_PAIR,
        levels=CATEGORICAL,
        function=kappa_of_pairs("cohen_kappa", weighted=False),
        formula="1 - sum_{k != l} p_kl / sum_{k != l} p_k. p_.l over the units that both raters rated.",
        convention=f"One row for every two raters with shared units. {_JACKKNIFE}; analytic: Fleiss, Cohen & "
        f"Everitt 1969 with the normal quantile. {_SWAPPED} Both raters constant and equal: no_variation.",
        citation="Cohen 1960, Educ Psychol Meas 20:37",
    ),
    Statistic(
        name="weighted_kappa",
        title="Quadratically weighted kappa",
        scope=Scope.RATER_PAIR,
        levels=ORDERED,
        function=kappa_of_pairs("weighted_kappa", weighted=True),
        formula="1 - sum v_kl p_kl / sum v_kl p_k. p_.l with v_kl = (k - l)^2 / range^2.",
        convention="Weights come from the declared scale (positions at level ordinal, values above it), not "
        f"from the labels that happen to occur. Otherwise as cohen_kappa. {_JACKKNIFE}.",
        citation="Cohen 1968, Psychol Bull 70:213; Fleiss, Cohen & Everitt 1969, Psychol Bull 72:323",
    ),
]

_COEFFICIENTS = [
    Statistic(
        name="fleiss_kappa",
        title="Fleiss' kappa",
        scope=Scope.OVERALL,
        levels=CATEGORICAL,
        function=Overall(
            "fleiss_kappa",
            coefficients.fleiss_kappa,
            Transform.UNBOUNDED_LOG_COMPLEMENT,
            analytic=partial(coefficients.analytic_interval, quadratic=False, chance="fleiss"),
            lowest=lambda ratings: -1.0 if ratings.per_unit.min() >= 2 else -inf,
        ),
        formula=f"{_CHANCE}p_e = sum_k pi_k^2 with pi_k the mean of c_uk / m_u.",
        convention="Raters may differ from unit to unit; pi counts all units, also those with one rating. "
        f"{_JACKKNIFE}{_GWET}; ends at -1 where every unit has two ratings. {_SWAPPED}",
        citation="Fleiss 1971, Psychol Bull 76:378; Gwet 2014, Handbook of Inter-Rater Reliability",
    ),
    Statistic(
        name="gwet_ac1",
        title="Gwet's AC1",
        scope=Scope.OVERALL,
        levels=CATEGORICAL,
        function=Overall(
            "gwet_ac1",
            coefficients.gwet_ac1,
            Transform.UNBOUNDED_LOG_COMPLEMENT,
            analytic=partial(coefficients.analytic_interval, quadratic=False, chance="gwet"),
            lowest=partial(coefficients.lowest_value, quadratic=False),
        ),
        formula=f"{_CHANCE}p_e = sum_k pi_k (1 - pi_k) / (q - 1).",
        convention=f"q counts the declared categories. {_JACKKNIFE}{_GWET}. {_CUT} {_SWAPPED}",
        citation="Gwet 2008, Br J Math Stat Psychol 61:29",
    ),
    Statistic(
        name="gwet_ac2",
        title="Gwet's AC2, quadratic weights",
        scope=Scope.OVERALL,
        levels=ORDERED,
        function=Overall(
            "gwet_ac2",
            coefficients.gwet_ac2,
            Transform.UNBOUNDED_LOG_COMPLEMENT,
            analytic=partial(coefficients.analytic_interval, quadratic=True, chance="gwet"),
            lowest=partial(coefficients.lowest_value, quadratic=True),
        ),
        formula="(p_a - p_e) / (1 - p_e), p_a with c*_uk = sum_l w_kl c_ul in place of c_uk - 1, "
        "p_e = T_w / (q (q - 1)) sum_k pi_k (1 - pi_k), w_kl = 1 - (k - l)^2 / range^2, T_w = sum w_kl.",
        convention="Weights from the declared scale; undefined for more than 400 categories. "
        f"{_JACKKNIFE}{_GWET}. {_CUT} {_SWAPPED}",
        citation="Gwet 2014, Handbook of Inter-Rater Reliability, chapter 4",
    ),
    Statistic(
        name="scott_pi",
        title="Scott's pi",
        scope=Scope.OVERALL,
        levels=CATEGORICAL,
        function=Overall(
            "scott_pi", coefficients.scott_pi, otherwise=lambda _: "defined for two raters only"
        ),
        formula="Fleiss' kappa of two raters over the units both rated.",
        convention=f"For more than two raters its generalisation is fleiss_kappa. {_JACKKNIFE}. {_SWAPPED}",
        citation="Scott 1955, Public Opin Q 19:321",
        optional=True,
    ),
    Statistic(
        name="conger_kappa",
        title="Conger's kappa",
        scope=Scope.OVERALL,
        levels=CATEGORICAL,
        function=Overall(
            "conger_kappa",
            coefficients.conger_kappa,
            Transform.UNBOUNDED_LOG_COMPLEMENT,
            lowest=lambda ratings: -1.0 if is_complete(ratings) else -inf,
        ),
        formula=f"{_CHANCE}p_e = mean over pairs of raters of sum_k p_gk p_hk.",
        convention="Each rater's marginals come from all units that the rater rated. "
        f"{_JACKKNIFE}. {_SWAPPED}",
        citation="Conger 1980, Psychol Bull 88:322",
        optional=True,
    ),
    Statistic(
        name="brennan_prediger",
        title="Brennan-Prediger coefficient",
        scope=Scope.OVERALL,
        levels=CATEGORICAL,
        function=Overall(
            "brennan_prediger",
            coefficients.brennan_prediger,
            Transform.UNBOUNDED_LOG_COMPLEMENT,
            analytic=partial(coefficients.analytic_interval, quadratic=False, chance="uniform"),
            lowest=partial(coefficients.lowest_value, quadratic=False),
        ),
        formula=f"{_CHANCE}p_e = 1 / q.",
        convention=f"q counts the declared categories; also known as Randolph's free-marginal kappa. "
        f"{_JACKKNIFE}{_GWET}. {_CUT} {_SWAPPED}",
        citation="Brennan & Prediger 1981, Educ Psychol Meas 41:687",
        optional=True,
    ),
]

_KENDALL = Statistic(
    name="kendall_w",
    title="Kendall's W",
    scope=Scope.OVERALL,
    levels=ORDERED,
    function=Overall("kendall_w", kendall_w, Transform.LOGIT, otherwise=lambda _: NO_COMPLETE_UNITS),
    formula="12 S / (k^2 (n^3 - n) - k sum_j T_j), S the sum of squares of rank sums around their mean, "
    "T_j = sum (t^3 - t) over the ties of rater j.",
    convention="Over the units that every rater rated; none or one: no_complete_units. Interval: "
    "delete-one-cluster jackknife (above 200 clusters, 200 blocks of them) on the logit.",
    citation="Kendall & Babington Smith 1939, Ann Math Stat 10:275",
)

_ICC_FORMS = [
    ("icc_1_1", "ICC(1,1), one rater, one-way", "(MS_R - MS_W) / (MS_R + (k - 1) MS_W)"),
    (
        "icc_a_1",
        "ICC(A,1), one rater, absolute agreement",
        "(MS_R - MS_E) / (MS_R + (k - 1) MS_E + k (MS_C - MS_E) / n)",
    ),
    ("icc_c_1", "ICC(C,1), one rater, consistency", "(MS_R - MS_E) / (MS_R + (k - 1) MS_E)"),
    ("icc_1_k", "ICC(1,k), mean of raters, one-way", "(MS_R - MS_W) / MS_R"),
    (
        "icc_a_k",
        "ICC(A,k), mean of raters, absolute agreement",
        "(MS_R - MS_E) / (MS_R + (MS_C - MS_E) / n)",
    ),
    ("icc_c_k", "ICC(C,k), mean of raters, consistency", "(MS_R - MS_E) / MS_R"),
]

_ICCS = [
    Statistic(
        name=name,
        title=title,
        scope=Scope.OVERALL,
        levels=NUMERIC,
        function=Overall(
            name,
            partial(icc, name),
            Transform.UNBOUNDED_LOG_COMPLEMENT,
            analytic=partial(icc_interval, name),
            otherwise=partial(why_undefined, name),
            lowest=partial(lowest_icc, name),
        ),
        formula=f"{formula}.",
        convention="Mean squares where every rater rated every unit; elsewhere variance components of units, "
        "raters and residual by REML (a negative component is 0), k the harmonic mean of ratings per unit. "
        f"{_JACKKNIFE}, of blocks of clusters in large incomplete tables; analytic: F intervals. It ends at "
        "0 for variance components, and for ICC(1,1) and ICC(C,1) from mean squares at -1 / (k - 1).",
        citation="Shrout & Fleiss 1979, Psychol Bull 86:420; McGraw & Wong 1996, Psychol Methods 1:30",
    )
    for name, title, formula in _ICC_FORMS
]

AGREEMENT: Registry[Ratings] = Registry(
    "Agreement between raters", [_ALPHA, _PERCENT, *_COEFFICIENTS, *_ICCS, _KENDALL, *_PAIRS]
)
