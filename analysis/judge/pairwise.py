"""Does the judge order two dialogues as people do? Pairwise accuracy with ties, and tie calibration."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate
from analysis.judge.comparison import Comparison, Numbers
from analysis.judge.rows import Measured, row_of
from analysis.judge.sums import mean
from analysis.registry import Settings
from analysis.resampling import ClusterSums, Recomputed, Resampled, Transform, per_cluster
from analysis.tables.factor import Flags

__all__ = ["Pairs", "best_tie", "pairs_of", "pairwise_accuracy"]

Positions = NDArray[np.int64]

_MOST_PAIRS = 2_000_000
_FOLDS = 5
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of units that are ordered.

    Attributes
    ----------
    one, two
        Units of every pair, shape `(n_pairs,)`.
    people, judge
        Difference of people's means and of the judge's values.
    within
        What the two units of a pair share: "item", "cluster" or "nothing".
    """

    one: Positions
    two: Positions
    people: Numbers
    judge: Numbers
    within: str

    def hits(self, tie: float) -> Numbers:
        """1 where judge and people agree on the order or on a tie; the judge ties within `tie`."""
        people = np.where(np.abs(self.people) <= _ROUNDING, 0.0, np.sign(self.people))
        judge = np.where(np.abs(self.judge) <= tie + _ROUNDING, 0.0, np.sign(self.judge))
        return (people == judge).astype(np.float64)


def pairs_of(comparison: Comparison) -> Pairs | None:
    """Pair the units of an item (the same character in both dialogues), else of a cluster, else all units.

    None where that would be more than two million pairs.
    """
    groups = [comparison.context.group(name) for name in comparison.people.unit_names]
    number = {name: at for at, name in enumerate(sorted(set(groups)))}
    single = np.arange(len(groups)) + len(number)
    item = np.array([number[name] if name else single[at] for at, name in enumerate(groups)], np.int64)
    cluster = comparison.people.cluster.astype(np.int64)
    for within, group in (("item", item), ("cluster", cluster), ("nothing", np.zeros_like(item))):
        size = np.bincount(group)
        n_pairs = int(np.sum(size * (size - 1)) // 2)
        if n_pairs > _MOST_PAIRS:
            return None
        if n_pairs:
            one, two = _within(group)
            mean = comparison.people_mean
            return Pairs(
                one, two, mean[one] - mean[two], comparison.value[one] - comparison.value[two], within
            )
    empty = np.zeros(0, np.int64)
    return Pairs(empty, empty, np.zeros(0), np.zeros(0), "nothing")


def _within(group: Positions) -> tuple[Positions, Positions]:
    order = np.argsort(group, kind="stable")
    sorted_group = group[order]
    ones: list[Positions] = []
    twos: list[Positions] = []
    for step in range(1, int(np.bincount(group).max())):
        same = np.flatnonzero(sorted_group[step:] == sorted_group[:-step])
        ones.append(order[same])
        twos.append(order[same + step])
    return np.concatenate(ones), np.concatenate(twos)


def best_tie(pairs: Pairs, chosen: Flags) -> float:
    """Find the smallest width of the judge's ties that agrees best with people on the chosen pairs.

    References
    ----------
    Deutsch, Foster & Freitag 2023, EMNLP, section 5.
    """
    apart = np.abs(pairs.judge[chosen])
    people = np.where(np.abs(pairs.people[chosen]) <= _ROUNDING, 0.0, np.sign(pairs.people[chosen]))
    order = np.argsort(apart, kind="stable")
    apart, people, judge = apart[order], people[order], np.sign(pairs.judge[chosen])[order]
    # making pairs 0..i ties gains where people tie there and loses where the order was right
    gain = np.cumsum((people == 0).astype(np.float64) - ((judge == people) & (apart > _ROUNDING)))
    last = np.append(np.diff(apart) > _ROUNDING, np.True_)
    widths, gains = np.append(0.0, apart[last]), np.append(_ties_gain(apart, people), gain[last])
    return float(widths[int(np.argmax(gains))])


def _ties_gain(apart: Numbers, people: Numbers) -> float:
    return float(np.sum((apart <= _ROUNDING) & (people == 0)))


def pairwise_accuracy(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make the rows of (C + T_both) / all pairs, as they are and with ties calibrated on other clusters."""
    pairs = pairs_of(comparison)
    if pairs is None or not len(pairs.one):
        reason = "too_many_pairs: more than 2,000,000 without items" if pairs is None else "no_pairs"
        yield row_of(comparison, "pairwise_accuracy", Measured(None, reason), settings)
        return
    where = {"item": "pairs of one item", "cluster": "pairs of one cluster", "nothing": "all pairs of units"}
    units = np.zeros(comparison.n_units, np.bool_)
    units[pairs.one] = units[pairs.two] = True
    note = f"{len(pairs.one)} {where[pairs.within]}"
    measured = Measured(_share(comparison, pairs, pairs.hits(0.0)), note, units)
    yield row_of(comparison, "pairwise_accuracy", measured, settings, Transform.LOGIT)
    fold = comparison.people.cluster % _FOLDS
    crossing = fold[pairs.one] != fold[pairs.two]
    hits, widths = np.zeros(len(pairs.one)), []
    for held_out in np.unique(fold[pairs.one]).tolist():
        test = (fold[pairs.one] == held_out) & ~crossing
        training = (fold[pairs.one] != held_out) & (fold[pairs.two] != held_out)
        if training.any():
            widths.append(best_tie(pairs, training))
            hits[test] = pairs.hits(widths[-1])[test]
    if len(widths) < 2:
        reason = "too_few_clusters: tie calibration needs clusters to hold out"
        yield row_of(comparison, "pairwise_accuracy_calibrated", Measured(None, reason), settings)
        return
    kept = ~crossing
    said = f"judge ties within {min(widths):g} to {max(widths):g}, chosen on the other folds of {_FOLDS}"
    calibrated = Pairs(pairs.one[kept], pairs.two[kept], pairs.people[kept], pairs.judge[kept], pairs.within)
    measured = Measured(_share(comparison, calibrated, hits[kept]), said, units)
    yield row_of(comparison, "pairwise_accuracy_calibrated", measured, settings, Transform.LOGIT)


def _share(comparison: Comparison, pairs: Pairs, hits: Numbers) -> Resampled:
    """Take the mean over pairs; a pair counts as often as both its clusters do."""
    cluster, n_clusters = comparison.people.cluster, comparison.people.n_clusters
    if pairs.within != "nothing":
        of_pair = cluster[pairs.one]
        return ClusterSums(per_cluster(of_pair, n_clusters, np.ones_like(hits), hits), mean)
    one, two = cluster[pairs.one], cluster[pairs.two]

    def compute(weights: Numbers) -> float:
        weight = weights[one] * weights[two]
        total = float(weight.sum())
        return float(weight @ hits) / total if total > 0 else float("nan")

    return Recomputed(n_clusters, compute)
