"""How often the judge gave no value, and how far that may move its accuracy."""

from collections.abc import Iterator

import numpy as np

from analysis.estimate import Estimate
from analysis.judge.comparison import PANEL, Comparison
from analysis.judge.judged import majority
from analysis.judge.rows import Measured, Sizes, row_of
from analysis.judge.sums import mean
from analysis.registry import Settings
from analysis.resampling import ClusterSums, Transform, per_cluster

__all__ = ["judge_failure_rate"]


def judge_failure_rate(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make the row of the share of units that people rated and the judge failed on, with bounds of accuracy.

    Where it failed at all, a row of the accuracy if every failure were wrong; `accuracy` itself is that
    without failures.
    """
    failed, people = comparison.failed, comparison.people
    if failed is None or comparison.judge == PANEL or comparison.context.contrast is not None:
        return
    names = tuple(sorted({*people.cluster_names, *failed.cluster_names}))
    code = {name: at for at, name in enumerate(names)}
    cluster = np.array(
        [code[side.cluster_names[of]] for side in (people, failed) for of in side.cluster], np.int64
    )
    lost = np.repeat([0.0, 1.0], [people.n_units, failed.n_units])
    n_raters = len({*people.rater_names, *failed.rater_names})
    sizes = Sizes(len(lost), n_raters, people.n_ratings + failed.n_ratings, len(names))
    sums = per_cluster(cluster, len(names), np.ones_like(lost), lost)
    note = f"{failed.n_units} of {len(lost)} units without a value; never filled in"
    measured = Measured(ClusterSums(sums, mean), note, sizes=sizes)
    yield row_of(comparison, "judge_failure_rate", measured, settings, Transform.LOGIT)
    if failed.n_units:
        label = comparison.people_label
        hit = (comparison.code == label).astype(np.float64)
        decided = np.concatenate(
            [
                (label >= 0) & (comparison.code >= 0),
                majority(failed.unit, failed.code, failed.n_units, failed.n_levels) >= 0,
            ]
        )
        hits = np.concatenate([hit, np.zeros(failed.n_units)])
        sums = per_cluster(cluster[decided], len(names), np.ones(int(decided.sum())), hits[decided])
        said = "lower bound: every failure wrong; the upper one, failures dropped, is accuracy"
        bound = Measured(ClusterSums(sums, mean), said, sizes=sizes)
        yield row_of(comparison, "accuracy_failures_wrong", bound, settings, Transform.LOGIT)
