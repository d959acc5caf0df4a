"""Signs that a rater may not have looked closely: they flag, and never exclude."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, median
from typing import Literal

__all__ = ["QualityFigures", "QualityFlag", "QualityRules", "RatedItem", "RatedTwice", "quality_figures"]


class QualityFlag(StrEnum):
    """What was noticed."""

    STRAIGHT_LINING = "straight_lining"
    ONE_SIDE = "one_side"
    TOO_FAST = "too_fast"
    INCONSISTENT = "inconsistent"
    FAILED_ATTENTION = "failed_attention"


@dataclass(frozen=True, slots=True)
class QualityRules:
    """From where on something is flagged.

    Attributes
    ----------
    scales
        How many answered scales an item needs for equal answers to say anything.
    straight_items, straight_share
        Straight-lining: at least so many items, and at least this share of those with enough scales, have the
        same answer on every scale.
    side_p
        One side: the two-sided exact binomial test that dialogues A and B are preferred equally often gives
        less. Orders are balanced, so that taste alone gives about half of each; with 0.01, eight preferences
        for one side and none for the other are enough, seven are not.
    words_per_second, fast_items
        Too fast: at least so many items were answered in less time than their dialogues take to read once at
        this speed. People read 4 words a second silently (238 a minute; Brysbaert 2019, J. Mem. Lang. 109);
        12 is three times that. Words are what white space separates.
    twice, alike_share
        Inconsistent: at least so many preferences were asked twice, with sides exchanged, and less than this
        share of them were answered alike. Whoever tosses a coin answers half of them alike.
    failed_share
        Failed attention: at least one attention check was failed, and at least this share of those answered.
    """

    scales: int = 3
    straight_items: int = 3
    straight_share: float = 0.5
    side_p: float = 0.01
    words_per_second: float = 12.0
    fast_items: int = 2
    twice: int = 4
    alike_share: float = 0.5
    failed_share: float = 0.5


@dataclass(frozen=True, slots=True)
class RatedItem:
    """What a rater submitted for one item, as last revised.

    Attributes
    ----------
    scales
        The answers on scales.
    side
        Which dialogue the item's first preference question was answered with; None for a tie or no answer.
    seconds
        Time on the item; None where it was not measured.
    n_words
        Words of the dialogues that were shown.
    """

    scales: tuple[float, ...]
    side: Literal["a", "b"] | None
    seconds: float | None
    n_words: int


@dataclass(frozen=True, slots=True)
class RatedTwice:
    """An item that a rater submitted and was shown again, both as last revised.

    Attributes
    ----------
    preferences
        For each preference question answered both times, whether the same dialogue, or tie, was chosen.
    differences
        For each scale answered both times, how many points lie between the answers.
    """

    preferences: tuple[bool, ...]
    differences: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class QualityFigures:
    """The numbers behind a rater's flags.

    Attributes
    ----------
    n_straight
        Items with the same answer on every scale, of `n_scaled` with enough scales.
    n_first
        Preferences for dialogue A, of `n_decided` for either; `side_p` is the test's p value, 1 without any.
    n_fast
        Items answered faster than they can be read, of `n_timed` measured ones.
    words_per_second
        Median over the measured items; None without any.
    n_alike
        Preferences that were the same when the item was shown again, of `n_twice` answered both times.
    scale_difference
        Mean absolute difference in points over the `n_scales_twice` scales answered both times; None without
        any.
    n_passed
        Attention checks whose intact dialogue was preferred, of `n_checks` answered.
    """

    n_items: int
    n_straight: int
    n_scaled: int
    n_first: int
    n_decided: int
    side_p: float
    n_fast: int
    n_timed: int
    words_per_second: float | None
    flags: tuple[QualityFlag, ...]
    n_alike: int = 0
    n_twice: int = 0
    scale_difference: float | None = None
    n_scales_twice: int = 0
    n_passed: int = 0
    n_checks: int = 0


def quality_figures(
    items: Sequence[RatedItem],
    rules: QualityRules | None = None,
    *,
    twice: Sequence[RatedTwice] = (),
    checks: Sequence[bool] = (),
) -> QualityFigures:
    """Compute one rater's figures and what they flag; `checks` says which attention checks were passed."""
    rules = rules or QualityRules()
    scaled = [item.scales for item in items if len(item.scales) >= rules.scales]
    n_straight = sum(len(set(scales)) == 1 for scales in scaled)
    sides = Counter(item.side for item in items if item.side is not None)
    speeds = [_speed(item.n_words, item.seconds) for item in items if item.seconds is not None]
    n_fast = sum(speed > rules.words_per_second for speed in speeds)
    side_p = _balanced_p(sides["a"], sides.total())
    preferences = [alike for one in twice for alike in one.preferences]
    differences = [points for one in twice for points in one.differences]
    found = {
        QualityFlag.STRAIGHT_LINING: n_straight >= rules.straight_items
        and n_straight >= rules.straight_share * len(scaled),
        QualityFlag.ONE_SIDE: side_p < rules.side_p,
        QualityFlag.TOO_FAST: n_fast >= rules.fast_items,
        QualityFlag.INCONSISTENT: len(preferences) >= rules.twice
        and sum(preferences) < rules.alike_share * len(preferences),
        QualityFlag.FAILED_ATTENTION: not all(checks)
        and len(checks) - sum(checks) >= rules.failed_share * len(checks),
    }
    return QualityFigures(
        n_items=len(items),
        n_straight=n_straight,
        n_scaled=len(scaled),
        n_first=sides["a"],
        n_decided=sides.total(),
        side_p=side_p,
        n_fast=n_fast,
        n_timed=len(speeds),
        words_per_second=_finite(speeds),
        flags=tuple(flag for flag, holds in found.items() if holds),
        n_alike=sum(preferences),
        n_twice=len(preferences),
        scale_difference=fmean(differences) if differences else None,
        n_scales_twice=len(differences),
        n_passed=sum(checks),
        n_checks=len(checks),
    )


def _speed(n_words: int, seconds: float) -> float:
    if seconds > 0:
        return n_words / seconds
    return math.inf if n_words else 0.0


def _finite(speeds: Iterable[float]) -> float | None:
    known = [speed for speed in speeds if math.isfinite(speed)]
    return median(known) if known else None


def _balanced_p(n_first: int, n: int) -> float:
    """Compute the exact two-sided binomial p value of `n_first` among `n` for a probability of one half."""
    fewer = min(n_first, n - n_first)
    tail = sum(math.comb(n, k) for k in range(fewer + 1))
    return min(1.0, 2 * tail / 2**n)
