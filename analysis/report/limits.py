"""What a report leaves out of a very large table, so that it is done in a minute."""

from dataclasses import dataclass

import numpy as np

from analysis.tables import RatingTable

__all__ = ["Limits", "limits_of"]

_MOST_RATINGS = 300_000
_MOST_RATERS = 100


@dataclass(frozen=True, slots=True)
class Limits:
    """Statistics that are not computed, and sentences that say so."""

    without: frozenset[str] = frozenset()
    sentences: tuple[str, ...] = ()


def limits_of(people: RatingTable) -> Limits:
    """Decide by the number of ratings and raters; `analyze agreement` computes everything at any size."""
    without: set[str] = set()
    sentences: list[str] = []
    if len(people) > _MOST_RATINGS:
        without.add("alpha_without")
        sentences.append(
            f"With {len(people)} ratings, alpha was not recomputed without each rater (done up to "
            f"{_MOST_RATINGS} ratings)."
        )
    n_raters = len(np.unique(people.rater.codes))
    if n_raters > _MOST_RATERS:
        without.update(("cohen_kappa", "weighted_kappa"))
        sentences.append(
            f"With {n_raters} raters, every two raters were not compared one by one (done up to "
            f"{_MOST_RATERS} raters)."
        )
    if sentences:
        sentences.append("blindpair analyze agreement computes these at any size.")
    return Limits(frozenset(without), tuple(sentences))
