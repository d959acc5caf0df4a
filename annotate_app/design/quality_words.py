"""Say exactly when each quality flag is raised."""

from collections.abc import Mapping

from annotate_app.design.quality import QualityFlag, QualityRules

__all__ = ["quality_rules_in_words"]


def quality_rules_in_words(rules: QualityRules | None = None) -> Mapping[QualityFlag, str]:
    """Put every flag's rule into words, with its numbers."""
    rules = rules or QualityRules()
    return {
        QualityFlag.STRAIGHT_LINING: (
            f"the same answer on all of at least {rules.scales} scales of an item, in at least "
            f"{rules.straight_items} items and in at least {100 * rules.straight_share:g} % of the items "
            "with so many scales"
        ),
        QualityFlag.ONE_SIDE: (
            "the two-sided exact binomial test that the rater prefers dialogues A and B equally often gives "
            f"p < {rules.side_p:g}"
        ),
        QualityFlag.TOO_FAST: (
            f"at least {rules.fast_items} items answered at more than {rules.words_per_second:g} words of "
            "their dialogues a second, hidden tabs left out"
        ),
        QualityFlag.INCONSISTENT: (
            f"at least {rules.twice} preferences asked a second time with the sides exchanged, and fewer "
            f"than {100 * rules.alike_share:g} % of them answered alike"
        ),
        QualityFlag.FAILED_ATTENTION: (
            "at least one attention check in which the intact dialogue was not preferred, and at least "
            f"{100 * rules.failed_share:g} % of those answered"
        ),
    }
