"""The registry of agreement statistics."""

from analysis.agreement.alpha import krippendorff_alpha
from analysis.agreement.percent import percent_agreement
from analysis.agreement.rows import overall
from analysis.estimate import Scope
from analysis.registry import ALL_LEVELS, Registry, Statistic
from analysis.resampling import Transform
from analysis.tables import Ratings

__all__ = ["AGREEMENT"]

AGREEMENT: Registry[Ratings] = Registry(
    "Agreement between raters",
    [
        Statistic(
            name="krippendorff_alpha",
            title="Krippendorff's alpha",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=overall("krippendorff_alpha", krippendorff_alpha),
            formula="1 - (n - 1) sum o_kl d_kl / sum n_k n_l d_kl, coincidences "
            "o_kl = sum_u c_uk (c_ul - [k = l]) / (m_u - 1) over units with m_u >= 2; d: nominal 1, ordinal "
            "(s_k - s_l)^2 with s_k = sum_{g<k} n_g + n_k / 2, interval (k - l)^2, "
            "ratio ((k - l) / (k + l))^2.",
            convention="Units with one rating are left out. Interval: delete-one-cluster jackknife on "
            "-log(1 - alpha) with t(G - 1). Preferences: marginals symmetrised over the swap of first and "
            "second, tie fixed. No two values differ: no_variation; no unit with two ratings: "
            "no_pairable_units.",
            citation="Krippendorff 2011, Computing Krippendorff's alpha-reliability; 2019, Content Analysis, "
            "chapter 12",
        ),
        Statistic(
            name="percent_agreement",
            title="Percent agreement",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=overall("percent_agreement", percent_agreement, Transform.LOGIT),
            formula="mean over units with m_u >= 2 of sum_k c_uk (c_uk - 1) / (m_u (m_u - 1)).",
            convention="Exactly equal values agree, whatever the level. Interval: delete-one-cluster "
            "jackknife on the logit with t(G - 1); none where every cluster agrees equally often.",
            citation="Fleiss 1971, Psychol Bull 76:378",
        ),
    ],
)
