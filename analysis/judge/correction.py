"""Conditions compared with the judge's help: its bias, the corrected difference, the labels it saves."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate
from analysis.judge.comparison import Comparison, Numbers
from analysis.judge.rows import Function, Measured, Sizes, row_of
from analysis.judge.sums import difference_of_means, mean
from analysis.registry import Settings
from analysis.resampling import ClusterSums, Transform, per_cluster
from sim.schema.base import Level
from sim.schema.study import Contrast

__all__ = [
    "Scenarios",
    "bias_difference",
    "corrected_difference",
    "corrected_rate",
    "labels_saved",
    "per_contrast",
    "scenarios",
]

_NO_CONDITIONS = "no_conditions: known in an unblinded bundle only"
_NO_PAIRS = "no_pairs: no scenario has both conditions with people's and the judge's ratings"


@dataclass(frozen=True, slots=True, eq=False)
class Scenarios:
    """Differences between two conditions, one a scenario (and character), by people and by the judge.

    Attributes
    ----------
    people
        Shape `(n_scenarios,)`, nan where people did not rate both conditions.
    judge
        Shape `(n_scenarios,)`.
    cluster
        0, 1, ...; shape `(n_scenarios,)`.
    """

    people: Numbers
    judge: Numbers
    cluster: NDArray[np.int64]
    n_clusters: int

    @property
    def labelled(self) -> NDArray[np.bool_]:
        """Flags of the scenarios that people rated."""
        return np.isfinite(self.people)


def per_contrast(name: str, transform: Transform = Transform.IDENTITY) -> Function:
    """Make the rows of a statistic of two conditions, one a contrast, or one that says why there is none."""

    def rows(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
        context = comparison.context
        contrasts = (context.contrast,) if context.contrast is not None else context.contrasts
        if context.preference and context.contrast is None:
            if not contrasts:
                yield row_of(comparison, name, Measured(None, _NO_CONDITIONS), settings)
            return
        if not contrasts or comparison.judged is None:
            yield row_of(comparison, name, Measured(None, _NO_CONDITIONS), settings)
        for contrast in contrasts:
            measured = _PREPARE[name](comparison, contrast)
            yield row_of(comparison, name, measured, settings, transform, contrast)

    return rows


def bias_difference(comparison: Comparison, contrast: Contrast) -> Measured:
    """Prepare the judge's bias in the first condition minus that in the second.

    Preferences: the judge's win rate of the first condition, ties half, minus people's.
    """
    people = comparison.people
    error = _toward_first(comparison, comparison.value) - _toward_first(comparison, comparison.people_mean)
    if comparison.context.preference:
        sums = per_cluster(people.cluster, people.n_clusters, np.ones_like(error), error / 2)
        return Measured(ClusterSums(sums, mean), "win rate by the judge minus by people")
    inside = [_has(comparison, name) for name in (contrast.first, contrast.second)]
    columns = [flags * value for flags in inside for value in (np.ones_like(error), error)]
    sums = per_cluster(people.cluster, people.n_clusters, *columns)
    return Measured(ClusterSums(sums, difference_of_means), units=inside[0] | inside[1])


def _toward_first(comparison: Comparison, values: Numbers) -> Numbers:
    """Turn preferences so that 1 favours the first condition; both bad is a tie. Scores stay."""
    if not comparison.context.preference:
        return values
    return -np.clip(values, -1.0, 1.0)


def _has(comparison: Comparison, condition: str) -> NDArray[np.bool_]:
    return np.array([name == condition for name in comparison.condition or ()], np.bool_)


def scenarios(comparison: Comparison, contrast: Contrast) -> Scenarios:
    """Take differences of people's means and of the judge's values within scenarios, first minus second."""
    judged = comparison.judged
    if judged is None:
        raise ValueError("a comparison with everything the judge said")
    samples = judged.samples
    people = dict(
        zip(
            comparison.people.unit_names,
            _toward_first(comparison, comparison.people_mean).tolist(),
            strict=True,
        )
    )
    judge = _toward_first(comparison, judged.combined.value).tolist()
    clusters = [samples.cluster_names[of] for of in samples.cluster]
    if comparison.context.preference:
        rows = [
            (people.get(name, np.nan), value, cluster)
            for name, value, cluster in zip(samples.unit_names, judge, clusters, strict=True)
        ]
        return _scenarios(rows)
    sides: defaultdict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for at, (name, condition) in enumerate(zip(samples.unit_names, judged.condition or (), strict=True)):
        group = comparison.context.group(name)
        if group and condition in {contrast.first, contrast.second}:
            sides[group][condition].append(at)
    mean = [people.get(name, np.nan) for name in samples.unit_names]
    rows = [
        (
            _mean_at(mean, found[contrast.first]) - _mean_at(mean, found[contrast.second]),
            _mean_at(judge, found[contrast.first]) - _mean_at(judge, found[contrast.second]),
            clusters[found[contrast.first][0]],
        )
        for _, found in sorted(sides.items())
        if len(found) == 2
    ]
    return _scenarios(rows)


def _mean_at(values: list[float], places: list[int]) -> float:
    return sum(values[at] for at in places) / len(places)


def _scenarios(rows: list[tuple[float, float, str]]) -> Scenarios:
    names = sorted({cluster for _, _, cluster in rows})
    code = {name: at for at, name in enumerate(names)}
    return Scenarios(
        np.array([row[0] for row in rows], np.float64),
        np.array([row[1] for row in rows], np.float64),
        np.array([code[row[2]] for row in rows], np.int64),
        len(names),
    )


def corrected_difference(comparison: Comparison, contrast: Contrast) -> Measured:
    """Prepare mean(D - l F) over scenarios with people's ratings + l mean(F) over the others.

    D and F are the differences by people and by the judge; l = sum a_g b_g / sum b_g^2 over clusters, a and b
    the influence of cluster g on the mean of D and on the difference of the two means of F, within 0 and 1.
    """
    found = scenarios(comparison, contrast)
    if not found.labelled.any():
        return Measured(None, _NO_PAIRS)
    power = _power(found)
    labelled, rest = int(found.labelled.sum()), int((~found.labelled).sum())
    note = f"{labelled} scenarios with people's ratings, {rest} with the judge's only, lambda {power:.3f}"
    statistic = ClusterSums(_sums(found), partial(_corrected, power))
    return Measured(statistic, note, sizes=_sizes(comparison, found))


def _sizes(comparison: Comparison, found: Scenarios) -> Sizes:
    people = comparison.people
    return Sizes(len(found.judge), people.n_raters, people.n_ratings, found.n_clusters)


def _sums(found: Scenarios) -> Numbers:
    labelled = found.labelled
    by_people = np.where(labelled, found.people, 0.0)
    columns = (
        labelled.astype(np.float64),
        by_people,
        np.where(labelled, found.judge, 0.0),
        (~labelled).astype(np.float64),
        np.where(labelled, 0.0, found.judge),
    )
    return per_cluster(found.cluster, found.n_clusters, *columns)


def _corrected(power: float, sums: Numbers) -> Numbers:
    n, people, judge, n_rest, rest = sums.T
    value = np.where(n > 0, (people - power * judge) / np.maximum(n, 1), np.nan)
    if power == 0:
        return value
    return value + np.where(n_rest > 0, power * rest / np.maximum(n_rest, 1), np.nan)


def _influences(found: Scenarios) -> tuple[Numbers, Numbers]:
    """Say how much every cluster moves the mean of D, and the difference of the means of F."""
    labelled = found.labelled
    n, n_rest = int(labelled.sum()), int((~labelled).sum())
    people = np.where(labelled, found.people - found.people[labelled].mean(), 0.0) / n
    judge = np.where(labelled, found.judge - found.judge[labelled].mean(), 0.0) / n
    if n_rest:
        judge -= np.where(labelled, 0.0, found.judge - found.judge[~labelled].mean()) / n_rest
    sums = per_cluster(found.cluster, found.n_clusters, people, judge)
    return sums[:, 0], sums[:, 1]


def _power(found: Scenarios) -> float:
    if found.labelled.all():
        return 0.0
    people, judge = _influences(found)
    spread = float(judge @ judge)
    return float(np.clip(people @ judge / spread, 0.0, 1.0)) if spread > 0 else 0.0


def labels_saved(comparison: Comparison, contrast: Contrast) -> Measured:
    """Prepare the number of scenarios that people need not rate for the same precision, thanks to the judge.

    n r^2 / (1 - r^2), r the correlation over clusters of the influences that `corrected_difference` weighs,
    at least 0; the interval is that of r.
    """
    found = scenarios(comparison, contrast)
    labelled = found.labelled
    if not labelled.any():
        return Measured(None, _NO_PAIRS)
    people, judge = _influences(found)
    sums = np.column_stack([people * people, people * judge, judge * judge])
    note = f"beside the {int(labelled.sum())} scenarios that people rated"
    if labelled.all():
        note += "; every scenario has people's ratings: so many if the judge rated many more"
    saved = partial(_saved, int(labelled.sum()))
    return Measured(ClusterSums(sums, _correlation), note, sizes=_sizes(comparison, found), mapped=saved)


def _correlation(sums: Numbers) -> Numbers:
    people, both, judge = sums.T
    product = people * judge
    defined = product > 0
    return np.where(defined, both / np.sqrt(np.where(defined, product, 1.0)), np.nan)


def _saved(n_labelled: int, correlation: float) -> float:
    share = max(correlation, 0.0) ** 2
    return n_labelled * share / (1 - share) if share < 1 else float("inf")


_PREPARE = {
    "bias_difference": bias_difference,
    "corrected_difference": corrected_difference,
    "labels_saved": labels_saved,
}


def corrected_rate(comparison: Comparison, settings: Settings) -> Iterator[Estimate]:
    """Make the row of the rate of the second of two labels among all judged units, corrected by Rogan-Gladen.

    theta = (p + q0 - 1) / (q0 + q1 - 1): p the judge's rate, q0 and q1 how often it is right where people's
    majority is the first and the second label. All three are drawn anew with the clusters.
    """
    judged, people = comparison.judged, comparison.people
    if judged is None or comparison.context.preference or len(people.labels) != 2:
        return
    if comparison.level not in {Level.NOMINAL, Level.ORDINAL}:
        return
    samples = judged.samples
    place = {name: at for at, name in enumerate(samples.unit_names)}
    truth = np.full(samples.n_units, -1, np.int64)
    truth[[place[name] for name in people.unit_names]] = comparison.people_label
    code = judged.combined.code
    given = code >= 0
    columns = [
        given.astype(np.float64),
        (code == 1).astype(np.float64),
        *(
            (given & (truth == label)) * value
            for label in (0, 1)
            for value in (np.ones(len(code)), code == label)
        ),
    ]
    sums = per_cluster(samples.cluster, samples.n_clusters, *columns)
    sizes = Sizes(int(given.sum()), people.n_raters, people.n_ratings, samples.n_clusters)
    note = f"rate of '{people.labels[1]}'"
    measured = Measured(ClusterSums(sums, _rogan_gladen), note, sizes=sizes)
    yield row_of(comparison, "corrected_rate", measured, settings)


def _rogan_gladen(sums: Numbers) -> Numbers:
    n, positive, n_0, right_0, n_1, right_1 = sums.T
    rate = positive / np.maximum(n, 1)
    q_0, q_1 = right_0 / np.maximum(n_0, 1), right_1 / np.maximum(n_1, 1)
    gap = q_0 + q_1 - 1
    defined = (n > 0) & (n_0 > 0) & (n_1 > 0) & (gap > 0)
    return np.where(defined, np.clip((rate + q_0 - 1) / np.where(defined, gap, 1.0), 0, 1), np.nan)
