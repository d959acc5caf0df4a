"""What every number means, in words for somebody who does not know its name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from analysis.estimate import Estimate
from analysis.methods import REGISTRIES

__all__ = ["MEANINGS", "Term", "note_in_words", "terms_of", "title_of"]

MEANINGS: Mapping[str, str] = {
    # agreement
    "krippendorff_alpha": "How far raters agree beyond chance: 1 is full agreement, 0 is what chance gives, "
    "below 0 is worse than chance.",
    "percent_agreement": "How often two raters of one unit gave exactly the same answer, chance included.",
    "fleiss_kappa": "Agreement beyond chance, with labels taken as unordered.",
    "gwet_ac1": "Agreement beyond a milder idea of chance; steadier where one label is very common.",
    "gwet_ac2": "As AC1, where a near miss counts as nearly agreeing.",
    "scott_pi": "Agreement of two raters beyond chance.",
    "conger_kappa": "Agreement beyond chance, where every rater has habits of their own.",
    "brennan_prediger": "Agreement beyond chance, where chance picks every label equally often.",
    "icc_1_1": "How far one rating can be trusted, if every unit had other raters.",
    "icc_a_1": "How far one rating can be trusted, a rater's severity counted as error.",
    "icc_c_1": "How far one rating can be trusted to rank units, severity not counted.",
    "icc_1_k": "How far the mean of the raters can be trusted, if every unit had other raters.",
    "icc_a_k": "How far the mean of the raters can be trusted, severity counted as error.",
    "icc_c_k": "How far the mean of the raters can be trusted to rank units.",
    "kendall_w": "How far raters put units in the same order: 0 not at all, 1 fully.",
    "cohen_kappa": "Agreement of two beyond chance, any difference counted alike.",
    "weighted_kappa": "Agreement of two beyond chance, large differences counted more.",
    # raters
    "alpha_without": "Agreement of the others when this rater is left out; well above that of all: the "
    "rater differs from the rest.",
    "alpha_change": "How much agreement rises (+) or falls (−) without this rater; above 0 the rater differs "
    "from the rest.",
    "agreement_with_others": "How often the others gave the same answer to the same unit.",
    "severity": "Points by which the rater lies above (+) or below (−) the others on the same units.",
    "range_used": "Share of the scale between the rater's lowest and highest answer.",
    "commonest_share": "Share of the rater's commonest answer; near 1 is the same answer all the time.",
    "tie_rate": "Share of ties.",
    "first_shown_rate": "Share of preferences for the dialogue shown first; one half is no habit.",
    "seconds_median": "Seconds that half of the rater's answers took at most.",
    "dawid_skene_accuracy": "Estimated chance that the rater's label is the true one.",
    # judges
    "pearson": "How closely the judge's numbers follow the mean of people's: 1 fully, 0 not at all. Blind to "
    "a judge that is always too generous.",
    "spearman": "As Pearson, for ranks.",
    "kendall_tau_b": "How much more often the judge orders two units as people do than the other way round.",
    "mae": "Points by which the judge is off on average.",
    "rmse": "Points by which the judge is off, large errors counted more.",
    "bias": "Points by which the judge is more generous (+) or stricter (−) than people.",
    "loa_low": "The judge's distance from people is above this for about 97.5 % of units.",
    "loa_high": "The judge's distance from people is below this for about 97.5 % of units.",
    "accuracy": "How often the judge gives the label that most people gave.",
    "soft_agreement": "How often the judge's label is that of a person drawn at random.",
    "ceiling_pearson": "How closely one person follows the mean of the others: what a judge can reach.",
    "pearson_leave_one_out": "The judge against the same means as the ceiling: to be compared with it.",
    "ceiling_accuracy": "How often one person gives the others' majority label: what a judge can reach.",
    "accuracy_leave_one_out": "The judge against the same majorities as the ceiling: to be compared with it.",
    "alt_test_omega": "Share of people whom the judge replaces at a tolerable loss; 0.5 or more passes.",
    "alt_test_epsilon": "Smallest loss that would have to be tolerated for the judge to pass.",
    "alt_test_rho": "How often the judge is at least as close to the others as a person is.",
    "calibration_slope": "Points by which people rise where the judge rises by one; 1 is ideal.",
    "calibration_error": "Mean distance between the judge's value and what people say there.",
    "calibration": "What people say where the judge gives a certain value.",
    "pairwise_accuracy": "How often the judge orders two units as people do, ties included.",
    "pairwise_accuracy_calibrated": "The same, with the judge's near misses taken as ties.",
    "position_bias": "How much the judge favours what it is shown first, whatever it is; 0 is none.",
    "swap_consistency": "How often the judge says the same when the order is turned.",
    "length_bias": "How much the judge favours longer dialogues more than people do; 0 is none.",
    "self_preference": "How much the judge favours dialogues by models of its own family; 0 is none.",
    "judge_retest": "How far the judge agrees with itself when asked again (Krippendorff's alpha).",
    "judge_failure_rate": "Share of judgements that were asked for and not made.",
    "accuracy_failures_wrong": "Accuracy if every failed judgement counts as wrong.",
    "bias_difference": "How much more the judge favours the first condition than people do; anything but 0 "
    "misleads a comparison.",
    "corrected_difference": "Difference between the conditions by people, sharpened with the judge.",
    "labels_saved": "Human ratings that the judge is worth beside those there are.",
    "corrected_rate": "The judge's rate, corrected for its errors.",
    # conditions
    "win_rate": "Share of preferences for the first condition, a tie counted half; one half is no "
    "difference.",
    "win_odds": "Wins for every loss, ties split; 1 is no difference.",
    "davidson_log_odds": "Log-odds of a win, with ties modelled apart; 0 is no difference.",
    "davidson_tie": "How readily raters choose a tie.",
    "side_effect": "How much being shown first helps; 0 is not at all.",
    "davidson_log_odds_side_adjusted": "Log-odds of a win without the help of being shown first.",
    "win_rate_length_adjusted": "Win rate if both dialogues were equally long. Length may be part of the "
    "effect, so this is not the effect itself.",
    "length_effect": "How much length goes with being preferred or scored higher; 0 is not at all.",
    "cohen_h": "Size of the difference of shares; 0.2 is small, 0.5 medium, 0.8 large.",
    "environment_share": "Share of the variation that ratings of one environment have in common.",
    "rater_share": "Share of the variation that ratings by one rater have in common.",
    "p_value": "Chance of a difference at least this large if there were none.",
    "sign_flip_p_value": "The same without assumptions, environments as the cases.",
    "sign_test_p_value": "The same, counting only which condition each environment favours.",
    "wilcoxon_p_value": "The same, from the ranks of the differences.",
    "p_value_holm": "p-value made stricter because several tests are made.",
    "p_value_bh": "p-value adjusted so that few of the reported differences are false.",
    "mean_score": "Mean of all scores.",
    "mean_difference": "Points by which the first condition scores higher, the same rater and character "
    "compared; 0 is no difference.",
    "mixed_difference": "The same from a model of environments, scenarios, episodes and raters.",
    "mean_difference_length_adjusted": "The same if both dialogues were equally long. Length may be part of "
    "the effect, so this is not the effect itself.",
    "cohen_d_z": "Difference in standard deviations of the differences.",
    "cohen_d_av": "Difference in standard deviations of the scores.",
    "hedges_g": "As d, corrected for small samples.",
    "cliffs_delta": "How much more often a score of the first condition is higher than lower.",
    "probability_of_superiority": "Chance that a score of the first condition is the higher one.",
    "odds_ratio": "Odds of yes in the first condition for each in the second; 1 is no difference.",
    # blinding
    "guess_accuracy": "Share of guesses of the condition that are right, 'do not know' left out.",
    "do_not_know_rate": "Share of raters' answers that dare no guess.",
    "blinding_index": "0 where raters are blind, 1 where every guess is right.",
    "leak_auroc": "How well length and style alone tell the conditions apart in environments not seen "
    "before: 0.5 not at all, 1 always.",
    "leak_pair_accuracy": "Share of pairs in which length and style alone tell which dialogue is which.",
    "leak_feature_auroc": "How well one feature tells the conditions apart: 0.5 not at all; above, the "
    "first condition has more of it; below, less.",
}

_NOTES: Mapping[str, str] = {
    "no_pairable_units": "no unit was rated by two raters",
    "no_variation": "all answers are alike, so that there is nothing to compare",
    "no_complete_units": "no two units were rated by every rater",
    "too_few_ratings": "too few ratings for this",
    "no_units": "nothing was rated by both",
    "no_ratings": "there are no ratings",
}


@dataclass(frozen=True, slots=True)
class Term:
    """A statistic for readers."""

    name: str
    title: str
    meaning: str
    citation: str


_STATISTICS = {each.name: each for registry in REGISTRIES for each in registry}
_TITLES = {
    "alpha_change": "Change of alpha without the rater",
    "alt_test_epsilon": "Alternative annotator test: smallest epsilon",
    "pairwise_accuracy_calibrated": "Pairwise accuracy, ties calibrated",
    "swap_consistency": "Consistency when the order is turned",
    "accuracy_failures_wrong": "Accuracy, failures counted as wrong",
    "leak_pair_accuracy": "Pairs told apart by surface features",
    "cohen_kappa": "Cohen's kappa",
    "weighted_kappa": "Weighted kappa (quadratic)",
    "length_effect": "Effect of length",
    "rater_share": "Variance that ratings of one rater share",
    "environment_share": "Variance that ratings of one environment share",
    "accuracy_leave_one_out": "Judge's accuracy, to set beside the ceiling",
    "pearson_leave_one_out": "Judge's Pearson, to set beside the ceiling",
}
_COMPONENT = "variance_"
_CODE = re.compile(r"^no_[a-z_]+: ")


def title_of(statistic: str) -> str:
    """Name a statistic in words."""
    if statistic in _TITLES:
        return _TITLES[statistic]
    if statistic.startswith(_COMPONENT):
        return f"Variance of: {statistic.removeprefix(_COMPONENT).replace('_', ' ')}"
    known = _STATISTICS.get(statistic)
    return statistic.replace("_", " ") if known is None else known.title


def term_of(statistic: str) -> Term:
    """Explain a statistic; properties of text are explained by their formula."""
    known = _STATISTICS.get(statistic)
    meaning = MEANINGS.get(statistic, "")
    if statistic.startswith(_COMPONENT):
        meaning = "Part of the variation of scores that comes from this, in squared points."
    elif not meaning and known is not None:
        meaning = known.formula[:1].upper() + known.formula[1:]
    return Term(statistic, title_of(statistic), meaning, known.citation if known else "")


def terms_of(rows: tuple[Estimate, ...]) -> tuple[Term, ...]:
    """Explain every statistic that occurs, in order of appearance."""
    return tuple(term_of(name) for name in dict.fromkeys(row.statistic for row in rows))


def note_in_words(note: str) -> str:
    """Spell the codes of a note out."""
    return "; ".join(_NOTES.get(part, _CODE.sub("", part)) for part in note.split("; "))
