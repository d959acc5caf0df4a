"""How often a judge's label is people's: accuracy, Cohen's kappa, soft agreement."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.judge.comparison import Comparison, Numbers, symmetric
from analysis.judge.rows import Measured
from analysis.judge.sums import mean
from analysis.resampling import ClusterSums, Interval, Recomputed, Resampled, per_cluster, t_quantile
from analysis.tables.factor import Codes, Flags

__all__ = ["accuracy", "cohen_kappa", "kappa_of_table", "kappa_standard_error", "soft_agreement"]

Positions = NDArray[np.int64]

_MOST_SUMS = 20_000_000


def accuracy(comparison: Comparison) -> Measured:
    """Prepare the share of units whose label is the majority of people's.

    Units where two labels of people are equally frequent are left out and counted in the note.
    """
    label, kept = comparison.people_label, _labelled(comparison)
    hit = (comparison.code == label).astype(np.float64)
    sums = per_cluster(
        comparison.people.cluster[kept], comparison.people.n_clusters, np.ones(int(kept.sum())), hit[kept]
    )
    return Measured(ClusterSums(sums, mean), _without_majority(comparison), kept)


def soft_agreement(comparison: Comparison) -> Measured:
    """Prepare the mean over units of the share of people who gave the judge's label."""
    people = comparison.people
    same = (people.code == comparison.code[people.unit]).astype(np.float64)
    share = np.bincount(people.unit, weights=same, minlength=people.n_units) / people.per_unit
    kept = comparison.code >= 0
    sums = per_cluster(people.cluster[kept], people.n_clusters, np.ones(int(kept.sum())), share[kept])
    return Measured(ClusterSums(sums, mean), units=kept)


def _labelled(comparison: Comparison) -> Flags:
    return (comparison.people_label >= 0) & (comparison.code >= 0)


def _without_majority(comparison: Comparison) -> str:
    people = int((comparison.people_label < 0).sum())
    panel = int(((comparison.code < 0) & (comparison.people_label >= 0)).sum())
    said = [f"{people} of {comparison.n_units} units without a majority left out"] if people else []
    said += [f"{panel} units where the judge has no one label left out"] if panel else []
    return "; ".join(said)


def cohen_kappa(comparison: Comparison) -> Measured:
    """Prepare Cohen's kappa between the judge's label and the majority of people's."""
    doubled = symmetric(comparison)
    kept = _labelled(doubled)
    judge, people = doubled.code[kept], doubled.people_label[kept]
    present, codes = np.unique(np.concatenate([judge, people]), return_inverse=True)
    judge, people = codes[: len(judge)], codes[len(judge) :]
    cluster, n_levels = doubled.people.cluster[kept], len(present)
    statistic = _kappa_statistic(judge, people, cluster, doubled.people.n_clusters, n_levels)
    table = np.zeros((n_levels, n_levels))
    np.add.at(table, (judge, people), 1.0)
    analytic = partial(_kappa_interval, table) if comparison.people.swap is None else None
    return Measured(statistic, _without_majority(comparison), _labelled(comparison), analytic)


def _kappa_statistic(
    judge: Positions, people: Positions, cluster: Codes, n_clusters: int, n_levels: int
) -> Resampled:
    agree = (judge == people).astype(np.float64)

    def recompute(weights: Numbers) -> float:
        weight = weights[cluster]
        margins = [np.bincount(side, weights=weight, minlength=n_levels) for side in (judge, people)]
        return float(_kappa(n_levels, np.concatenate([[weight @ agree], *margins])[np.newaxis])[0])

    if n_clusters * (1 + 2 * n_levels) > _MOST_SUMS:
        return Recomputed(n_clusters, recompute)
    sums = np.zeros((n_clusters, 1 + 2 * n_levels))
    sums[:, 0] = np.bincount(cluster, weights=agree, minlength=n_clusters)
    np.add.at(sums, (cluster, 1 + judge), 1.0)
    np.add.at(sums, (cluster, 1 + n_levels + people), 1.0)
    return ClusterSums(sums, partial(_kappa, n_levels))


def _kappa(n_levels: int, sums: Numbers) -> Numbers:
    """Take agreements and both margins to (p_o - p_e) / (1 - p_e)."""
    judge, people = sums[:, 1 : 1 + n_levels], sums[:, 1 + n_levels :]
    n = judge.sum(axis=1)
    expected = np.einsum("ij,ij->i", judge, people)
    room = n * n - expected
    defined = room > 0
    return np.where(defined, (n * sums[:, 0] - expected) / np.where(defined, room, 1.0), np.nan)


def kappa_of_table(table: Numbers, weights: Numbers | None = None) -> float:
    """Compute (weighted) kappa from a cross table; weights are agreements, 1 on the diagonal.

    References
    ----------
    Cohen 1960, Educ Psychol Meas 20:37; 1968, Psychol Bull 70:213.
    """
    share = table / table.sum()
    weight = np.eye(len(table)) if weights is None else weights
    observed = float(np.sum(weight * share))
    expected = float(np.sum(weight * np.outer(share.sum(axis=1), share.sum(axis=0))))
    return (observed - expected) / (1 - expected) if expected < 1 else float("nan")


def kappa_standard_error(table: Numbers, weights: Numbers | None = None) -> float:
    """Compute the large-sample standard error of (weighted) kappa for independent units.

    References
    ----------
    Fleiss, Cohen & Everitt 1969, Psychol Bull 72:323, equation 8.
    """
    n, share = float(table.sum()), table / table.sum()
    weight = np.eye(len(table)) if weights is None else weights
    rows, columns = share.sum(axis=1), share.sum(axis=0)
    observed, expected = float(np.sum(weight * share)), float(np.sum(weight * np.outer(rows, columns)))
    mean_weight = (weight @ columns)[:, np.newaxis] + rows @ weight
    spread = np.sum(share * (weight * (1 - expected) - mean_weight * (1 - observed)) ** 2)
    variance = spread - (observed * expected - 2 * expected + observed) ** 2
    return float(np.sqrt(max(variance, 0.0) / n) / (1 - expected) ** 2)


def _kappa_interval(table: Numbers) -> Interval:
    if table.sum() < 2:
        return Interval(note="no interval: fewer than 2 units")
    value, error = kappa_of_table(table), kappa_standard_error(table)
    if not np.isfinite(value) or error <= 0:
        return Interval(note="no interval: no variation between units")
    margin = t_quantile(0.975, np.inf) * error
    return Interval(value - margin, min(value + margin, 1.0), error, "analytic: units taken as independent")
