"""The alternative annotator test: whether a judge is as close to the other people as one of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.special import stdtr
from scipy.stats import wilcoxon

from analysis.estimate import Estimate, Scope
from analysis.judge.comparison import Comparison, Numbers
from analysis.judge.options import AltTestMetric
from analysis.judge.rows import Measured, Sizes, join_notes, row_of
from analysis.judge.sums import mean
from analysis.registry import Settings, interval_of
from analysis.resampling import ClusterSums, Recomputed, Transform, per_cluster
from analysis.tables.factor import Codes, Flags
from sim.schema.base import Level

__all__ = ["Annotators", "alt_test_omega", "alt_test_rho", "annotators", "benjamini_yekutieli", "omega"]

_RATE = 0.05
_FEWEST_FOR_T = 30
_EPSILONS = np.arange(0, 101) / 100
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Annotators:
    """Every compared rating of the annotators that have enough items.

    Attributes
    ----------
    rater
        Annotator of every record, 0, 1, ...; shape `(n_records,)`.
    judge_wins, person_wins
        1 where the judge (the person) is at least as close to the other people; both where equal.
    cluster
        Cluster of every record, 0, 1, ....
    left_out
        Number of annotators with too few items.
    """

    names: tuple[str, ...]
    rater: Codes
    judge_wins: Numbers
    person_wins: Numbers
    cluster: Codes
    n_clusters: int
    left_out: int
    sizes: Sizes

    @property
    def difference(self) -> Numbers:
        """Person's wins minus judge's, shape `(n_records,)`."""
        return self.person_wins - self.judge_wins


def annotators(comparison: Comparison) -> Annotators:
    """Compare the judge with every annotator, on the units that another annotator rated too."""
    people, options = comparison.people, comparison.context.options
    metric = options.metric or (
        AltTestMetric.ACCURACY if comparison.level is Level.NOMINAL else AltTestMetric.RMSE
    )
    usable = (people.per_unit >= 2) & ((comparison.code >= 0) | (metric is AltTestMetric.RMSE))
    kept = comparison.where(usable)
    per_rater = np.bincount(kept.people.rater, minlength=kept.people.n_raters)
    enough = per_rater >= max(options.min_items, 2)
    rows = np.flatnonzero(enough[kept.people.rater]) if kept.n_units else np.zeros(0, np.int64)
    score = _agreement if metric is AltTestMetric.ACCURACY else _closeness
    judge, person = (side[rows] for side in score(kept))
    compared = kept.people.where(rows)
    return Annotators(
        compared.rater_names,
        compared.rater,
        (judge >= person - _ROUNDING).astype(np.float64),
        (person >= judge - _ROUNDING).astype(np.float64),
        compared.cluster[compared.unit],
        compared.n_clusters,
        people.n_raters - compared.n_raters,
        Sizes(compared.n_units, compared.n_raters, compared.n_ratings, compared.n_clusters),
    )


def _agreement(comparison: Comparison) -> tuple[Numbers, Numbers]:
    """Share of the others whose label is the judge's, and the person's; both `(n_ratings,)`."""
    people = comparison.people
    others = people.per_unit[people.unit] - 1.0
    same = people.code == comparison.code[people.unit]
    with_judge = np.bincount(people.unit, weights=same, minlength=people.n_units)[people.unit] - same
    keys = people.unit * np.int64(max(people.n_levels, 1)) + people.code
    _, cell, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return with_judge / others, (counts[cell] - 1.0) / others


def _closeness(comparison: Comparison) -> tuple[Numbers, Numbers]:
    """Minus the root mean squared distance to the others, of the judge and the person; `(n_ratings,)`."""
    people = comparison.people
    own, judge = people.values, comparison.value[people.unit]
    centre = float(own.mean()) if len(own) else 0.0
    own, judge = own - centre, judge - centre
    total = np.bincount(people.unit, weights=own, minlength=people.n_units)[people.unit]
    squares = np.bincount(people.unit, weights=own * own, minlength=people.n_units)[people.unit]
    size = people.per_unit[people.unit]

    def root(value: Numbers) -> Numbers:
        every = size * value * value - 2 * value * total + squares - (value - own) ** 2
        return -np.sqrt(np.maximum(every, 0.0) / (size - 1))

    return root(judge), root(own)


def omega(found: Annotators, epsilon: float, *, clustered: bool) -> float:
    """Share of the annotators for whom replacing them by the judge is justified; nan without annotators."""
    if not found.names:
        return float("nan")
    return float(np.mean(benjamini_yekutieli(_p_values(found, epsilon, clustered=clustered), _RATE)))


def benjamini_yekutieli(p_values: Numbers, rate: float) -> Flags:
    """Flag the rejected hypotheses at a false discovery rate, under any dependence.

    References
    ----------
    Benjamini & Yekutieli 2001, Ann Stat 29:1165, theorem 1.3.
    """
    m = len(p_values)
    order = np.argsort(p_values, kind="stable")
    bound = np.arange(1, m + 1) / m * rate / np.sum(1 / np.arange(1, m + 1))
    below = np.flatnonzero(p_values[order] <= bound)
    rejected = np.zeros(m, np.bool_)
    if below.size:
        rejected[order[: below[-1] + 1]] = True
    return rejected


def _p_values(found: Annotators, epsilon: float, *, clustered: bool) -> Numbers:
    """Test the mean of every annotator's difference against epsilon, one-sided."""
    n_raters = len(found.names)
    difference = found.difference
    n = np.bincount(found.rater, minlength=n_raters).astype(np.float64)
    mean = np.bincount(found.rater, weights=difference, minlength=n_raters) / n
    groups = found.cluster if clustered else np.arange(len(difference), dtype=np.int32)
    error, degrees = _mean_errors(found.rater, groups, difference - mean[found.rater], n)
    distance = mean - epsilon
    certain = error <= _ROUNDING
    t = distance / np.where(certain, 1.0, error)
    t[certain & (distance < -_ROUNDING)] = -np.inf
    t[certain & (distance >= -_ROUNDING)] = np.inf
    p = np.where(degrees >= 1, stdtr(np.maximum(degrees, 1), t), 1.0)
    if not clustered:
        for rater in np.flatnonzero(n < _FEWEST_FOR_T):
            p[rater] = _signed_ranks(difference[found.rater == rater] - epsilon)
    return p


def _mean_errors(rater: Codes, groups: Codes, residual: Numbers, n: Numbers) -> tuple[Numbers, Numbers]:
    """Standard error of every annotator's mean with G / (G - 1) over its groups, and G - 1."""
    keys, cell = np.unique(rater * np.int64(int(groups.max(initial=0)) + 1) + groups, return_inverse=True)
    owner = keys // (int(groups.max(initial=0)) + 1)
    sums = np.bincount(cell, weights=residual)
    squares = np.bincount(owner, weights=sums * sums, minlength=len(n))
    n_groups = np.bincount(owner, minlength=len(n)).astype(np.float64)
    return np.sqrt(squares * n_groups / np.maximum(n_groups - 1, 1)) / n, n_groups - 1


def _signed_ranks(shifted: Numbers) -> float:
    if not np.any(np.abs(shifted) > _ROUNDING):
        return 1.0
    return float(wilcoxon(shifted, alternative="less", method="approx")[1])


def alt_test_omega(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make the rows of the published and of the clustered form, and of the smallest epsilon that passes."""
    del settings
    found = annotators(comparison)
    epsilon = comparison.context.options.epsilon
    for clustered in (False, True):
        value = omega(found, epsilon, clustered=clustered)
        form = "clustered form (CR1, t(G - 1))" if clustered else "published form: items taken as independent"
        note = join_notes(f"epsilon {epsilon:g}", form, "no interval: a share of rejected tests")
        scope = Scope.JUDGE if clustered else Scope.OVERALL
        yield _row(comparison, found, "alt_test_omega", value, note, scope)
    passing = [value for value in _EPSILONS.tolist() if omega(found, value, clustered=False) >= 0.5]
    note = join_notes(
        "no epsilon up to 1 passes" if found.names and not passing else "smallest epsilon with omega >= .5",
        "no interval: a threshold of tests" if passing else "",
    )
    value = passing[0] if passing else float("nan")
    yield _row(comparison, found, "alt_test_epsilon", value, note, Scope.OVERALL)


def alt_test_rho(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make the row of the mean over annotators of the judge's share of wins, and one row an annotator."""
    found = annotators(comparison)
    if not found.names:
        yield _row(comparison, found, "alt_test_rho", float("nan"), "", Scope.OVERALL)
        return
    compute = partial(_mean_share, found)
    note = _left_out(comparison, found)
    measured = Measured(Recomputed(found.n_clusters, compute), note, sizes=found.sizes)
    yield row_of(comparison, "alt_test_rho", measured, settings)
    epsilon = comparison.context.options.epsilon
    p_values = _p_values(found, epsilon, clustered=True)
    for rater, name in enumerate(found.names):
        own = found.rater == rater
        row = _row(comparison, found, "alt_test_rho", float(found.judge_wins[own].mean()), "", Scope.RATER)
        statistic = _share_of_wins(found.judge_wins[own], found.cluster[own])
        interval = interval_of(statistic, Transform.LOGIT, settings)
        sizes = {
            "n_units": int(own.sum()),
            "n_ratings": int(own.sum()),
            "n_raters": 1,
            "n_clusters": statistic.n_clusters,
        }
        said = join_notes(f"epsilon {epsilon:g}: clustered p {p_values[rater]:.4f}", interval.note)
        about = {"rater": name, "note": said, "low": interval.low, "high": interval.high}
        yield row.model_copy(update={**sizes, **about})


def _share_of_wins(wins: Numbers, cluster: Codes) -> ClusterSums:
    of_row = np.unique(cluster, return_inverse=True)[1]
    return ClusterSums(per_cluster(of_row, int(of_row.max()) + 1, np.ones_like(wins), wins), mean)


def _mean_share(found: Annotators, weights: Numbers) -> float:
    weight = weights[found.cluster]
    n = np.bincount(found.rater, weights=weight)
    wins = np.bincount(found.rater, weights=weight * found.judge_wins)
    seen = n > 0
    return float(np.mean(wins[seen] / n[seen])) if seen.any() else float("nan")


def _left_out(comparison: Comparison, found: Annotators) -> str:
    fewest = comparison.context.options.min_items
    return f"{found.left_out} annotators with fewer than {fewest} items left out" if found.left_out else ""


def _row(
    comparison: Comparison, found: Annotators, name: str, value: float, note: str, scope: Scope
) -> Estimate:
    defined = bool(np.isfinite(value))
    fewest = comparison.context.options.min_items
    reason = f"no_annotators: nobody has {fewest} items that another person rated too (--min-items)"
    said = note if found.names else reason
    return Estimate(
        scope=scope,
        dimension=comparison.dimension,
        level=comparison.level,
        statistic=name,
        value=value if defined else None,
        n_units=found.sizes.n_units,
        n_raters=found.sizes.n_raters,
        n_ratings=found.sizes.n_ratings,
        n_clusters=found.sizes.n_clusters,
        note=join_notes(said, _left_out(comparison, found) if found.names else ""),
        judge=comparison.judge,
    )
