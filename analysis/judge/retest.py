"""Whether the judge says the same when asked again, and when the order is turned."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from analysis.agreement import krippendorff_alpha
from analysis.agreement.alpha import pairable
from analysis.estimate import Estimate
from analysis.judge.comparison import PANEL, Comparison, Numbers
from analysis.judge.judged import Judged
from analysis.judge.rows import Measured, Sizes, row_of
from analysis.judge.sums import mean
from analysis.registry import Settings
from analysis.resampling import ClusterSums, Transform, per_cluster
from analysis.tables import Factor, Ratings, symmetrised
from analysis.tables.factor import Flags

__all__ = ["judge_retest", "position_bias", "same_order"]

_NO_REPEATS = "no_repeats: no unit was judged twice in the same order"
_NO_ORDER = "no_order: nothing says which dialogue the judge was shown first"


def same_order(judged: Judged) -> Ratings:
    """Take every unit in every order as a unit of its own, so that only true repetitions are compared."""
    samples = judged.samples
    keys, codes = np.unique(samples.unit.astype(np.int64) * 3 + judged.order + 1, return_inverse=True)
    names = tuple(f"{samples.unit_names[key // 3]} order {key % 3}" for key in keys.tolist())
    unit = Factor(codes.astype(np.int32), names)
    return replace(
        samples, unit=unit.codes, unit_names=unit.names, cluster=samples.cluster[(keys // 3).astype(np.int64)]
    )


def judge_retest(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make the row of Krippendorff's alpha between a judge's repeated samples."""
    if comparison.judged is None or comparison.judge == PANEL or comparison.context.contrast is not None:
        return
    repeated = pairable(same_order(comparison.judged))
    sizes = Sizes(repeated.n_units, 1, repeated.n_ratings, repeated.n_clusters)
    if not repeated.n_units:
        yield row_of(comparison, "judge_retest", Measured(None, _NO_REPEATS, sizes=sizes), settings)
        return
    note = f"{int(repeated.per_unit.max())} samples in the same order; all units that were judged"
    measured = Measured(krippendorff_alpha(symmetrised(repeated)), note, sizes=sizes)
    yield row_of(comparison, "judge_retest", measured, settings, Transform.LOG_COMPLEMENT)


def position_bias(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make the rows of the judge's preference for what it is shown first, and of its consistency under swap.

    For preferences, P(first) - 1/2 with ties half; for scores, the mean score of a unit whose dialogue was
    shown first minus that of the same unit shown second. Units judged in both orders only, where there are
    any: what is better then cancels.
    """
    judged = comparison.judged
    preference = comparison.context.preference
    if judged is None or comparison.judge == PANEL or comparison.context.contrast is not None:
        return
    if not (judged.order >= 0).any():
        yield row_of(
            comparison, "position_bias", Measured(None, _NO_ORDER, sizes=_sizes(judged, None)), settings
        )
        return
    by_order = [_per_unit(judged, order, preference=preference) for order in (0, 1)]
    both = np.isfinite(by_order[0]) & np.isfinite(by_order[1])
    cluster, n_clusters = judged.samples.cluster, judged.samples.n_clusters
    if not both.any():
        if preference:
            yield _unpaired(comparison, judged, settings)
            return
        said = "no_swaps: no unit was judged in both orders"
        yield row_of(comparison, "position_bias", Measured(None, said, sizes=_sizes(judged, None)), settings)
        return
    # a preference for the unit's first episode, and for its second where that was shown first
    lean = (by_order[0] - by_order[1])[both] * (0.25 if preference else 1.0)
    lean = -lean if preference else lean
    sums = per_cluster(cluster[both], n_clusters, np.ones_like(lean), lean)
    note = "P(first) - 1/2, ties half" if preference else "points, shown first minus shown second"
    measured = Measured(ClusterSums(sums, mean), note, sizes=_sizes(judged, both))
    yield row_of(comparison, "position_bias", measured, settings)
    yield row_of(comparison, "swap_consistency", _consistency(judged, both), settings, Transform.LOGIT)


def _sizes(judged: Judged, units: Flags | None) -> Sizes:
    samples = judged.samples
    if units is not None:
        samples = samples.where(units[samples.unit])
    return Sizes(samples.n_units, 1, samples.n_ratings, samples.n_clusters)


def _per_unit(judged: Judged, order: int, *, preference: bool) -> Numbers:
    """Mean of a unit's values in one order, nan where there is none; preferences within -1 and 1."""
    samples = judged.samples
    values = _votes(samples.values) if preference else samples.values
    rows = judged.order == order
    n = np.bincount(samples.unit[rows], minlength=samples.n_units)
    total = np.bincount(samples.unit[rows], weights=values[rows], minlength=samples.n_units)
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)


def _votes(values: Numbers) -> Numbers:
    return np.where(np.abs(values) <= 1, values, 0.0)


def _unpaired(comparison: Comparison, judged: Judged, settings: Settings) -> Estimate:
    samples = judged.samples
    rows = judged.order >= 0
    first = -_votes(samples.values[rows]) * np.where(judged.order[rows] == 0, 1.0, -1.0) / 2
    cluster = samples.cluster[samples.unit[rows]]
    sums = per_cluster(cluster, samples.n_clusters, np.ones_like(first), first)
    note = "P(first) - 1/2, ties half; no unit was judged in both orders, so the order must be random"
    measured = Measured(ClusterSums(sums, mean), note, sizes=_sizes(judged, None))
    return row_of(comparison, "position_bias", measured, settings)


def _consistency(judged: Judged, both: Flags) -> Measured:
    """Share of pairs of judgements in either order that agree, and beside it of pairs in the same order."""
    samples = judged.samples
    n_levels = samples.n_levels
    counts = [
        np.bincount(
            samples.unit[judged.order == order] * np.int64(n_levels) + samples.code[judged.order == order],
            minlength=samples.n_units * n_levels,
        ).reshape(samples.n_units, n_levels)
        for order in (0, 1)
    ]
    sizes = [table.sum(axis=1) for table in counts]
    across = np.einsum("ij,ij->i", counts[0], counts[1])[both] / (sizes[0] * sizes[1])[both]
    repeated = [np.einsum("ij,ij->i", table, table - 1)[both].sum() for table in counts]
    pairs = [(size * (size - 1))[both].sum() for size in sizes]
    same = sum(repeated) / sum(pairs) if sum(pairs) else None
    sums = per_cluster(samples.cluster[both], samples.n_clusters, np.ones_like(across), across)
    note = "" if same is None else f"in the same order {same:.3f}"
    return Measured(ClusterSums(sums, mean), note, sizes=_sizes(judged, both))
