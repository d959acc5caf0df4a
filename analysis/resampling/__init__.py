"""Intervals and tests that respect clusters: jackknife, bootstrap, two-way variance, sign flips.

Most statistics are smooth functions of sums over clusters. Such a statistic is one `ClusterSums`: a matrix of
sums, one row a cluster, and a function that takes many rows of sums at once. Its value, all its leave-one-out
values and all its bootstrap replicates are then array expressions; no replicate ever touches the ratings.
Whatever is not a function of sums implements `Resampled` itself, or is wrapped in `Recomputed`.

    sums = per_cluster(cluster_of_row, n_clusters, x, x * x)              # (n_clusters, 2)
    statistic = ClusterSums(sums, lambda s: s[:, 0] / np.sqrt(s[:, 1]))   # rows of sums in, values out
    jackknife_interval(statistic, Transform.IDENTITY)
    bootstrap_interval(statistic, np.random.default_rng(seed), n_replicates=2000)
"""

from analysis.resampling.intervals import (
    Interval,
    Transform,
    bootstrap_interval,
    bootstrap_replicates,
    jackknife_interval,
    t_quantile,
)
from analysis.resampling.resampled import ClusterSums, Recomputed, Resampled, per_cluster
from analysis.resampling.sign_flip import monte_carlo_p_value, sign_flip_p_value
from analysis.resampling.variance import ClusteredVariance, clustered_variance
from analysis.resampling.weights import bootstrap_weights

__all__ = [
    "ClusterSums",
    "ClusteredVariance",
    "Interval",
    "Recomputed",
    "Resampled",
    "Transform",
    "bootstrap_interval",
    "bootstrap_replicates",
    "bootstrap_weights",
    "clustered_variance",
    "jackknife_interval",
    "monte_carlo_p_value",
    "per_cluster",
    "sign_flip_p_value",
    "t_quantile",
]
