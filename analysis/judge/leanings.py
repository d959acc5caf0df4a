"""What the judge likes beside what people like: long dialogues, and its own family's."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.judge.comparison import Comparison, Numbers
from analysis.judge.episodes import family_of, unit_of
from analysis.judge.rows import Measured
from analysis.judge.sums import difference_of_means, slope
from analysis.resampling import ClusterSums, Recomputed, per_cluster
from analysis.tables.factor import Codes

__all__ = ["length_bias", "self_preference"]

_NO_DIALOGUES = "no_dialogues: neither RATINGS nor JUDGE has an episodes.jsonl with these units"
_NO_AUTHORS = "no_authors: which model wrote a dialogue is known only in an unblinded bundle"
_STEPS = 50
_LARGEST_COEFFICIENT = 15.0


def length_bias(comparison: Comparison) -> Measured:
    """Prepare the judge's preference for longer dialogues beyond people's, within conditions where known.

    Preferences: the coefficient of tanh(difference in words / its standard deviation) in a logit of the
    judge's choice (ties half) on it, people's mean preference and the conditions. Scores: the slope of
    judge - people on the words of the dialogue, per standard deviation, both centred within conditions.
    """
    words = _words(comparison)
    known = np.isfinite(words)
    if not known.any():
        return Measured(None, _NO_DIALOGUES)
    spread = float(np.std(words[known]))
    if spread <= 0:
        return Measured(None, "no_variation: all dialogues are equally long", known)
    people = comparison.people
    cluster, n_clusters = people.cluster[known], people.n_clusters
    if not comparison.context.preference:
        group = _condition_codes(comparison)[known]
        z = _centred(words[known] / spread, group)
        error = _centred((comparison.value - comparison.people_mean)[known], group)
        sums = per_cluster(cluster, n_clusters, np.ones_like(z), z, error, z * z, z * error)
        return Measured(ClusterSums(sums, slope), f"points per {spread:.0f} words", known)
    vote = np.where(np.abs(people.values) <= 1, people.values, 0.0)
    margin = np.bincount(people.unit, weights=vote, minlength=people.n_units) / people.per_unit
    sides = _condition_sides(comparison)[known]
    sides = sides[:, np.abs(sides).sum(axis=0) > 0]
    design = np.column_stack([-margin[known], sides, np.tanh(words[known] / spread)])
    chosen = (1 - np.clip(comparison.value[known], -1, 1)) / 2
    compute = partial(_logit_coefficient, design, chosen, cluster)
    return Measured(Recomputed(n_clusters, compute), f"log-odds; words differ by {spread:.0f}", known)


def _words(comparison: Comparison) -> Numbers:
    """Words of the unit's dialogue, or of its first minus its second; nan where unknown."""
    facts = comparison.context.facts
    words = np.full(comparison.n_units, np.nan)
    for at, name in enumerate(comparison.people.unit_names):
        unit = unit_of(name)
        found = [] if unit is None else [facts[key] for key in unit.episode_ids if key in facts]
        if unit is None or len(found) < len(unit.episode_ids):
            continue
        words[at] = found[0].words - (found[1].words if len(found) > 1 else 0)
    return words


def _condition_codes(comparison: Comparison) -> NDArray[np.int64]:
    names = comparison.condition or ("",) * comparison.n_units
    code = {name: at for at, name in enumerate(sorted(set(names)))}
    return np.array([code[name] for name in names], np.int64)


def _centred(values: Numbers, group: NDArray[np.int64]) -> Numbers:
    mean_of = np.bincount(group, weights=values) / np.maximum(np.bincount(group), 1)
    return values - mean_of[group]


def _condition_sides(comparison: Comparison) -> Numbers:
    """1 where the first dialogue has a condition, -1 where the second has it; one column for all but one."""
    facts = comparison.context.facts
    pairs = [
        tuple(facts[key].condition if key in facts else "" for key in name.split("+"))
        for name in comparison.people.unit_names
    ]
    names = sorted({name for pair in pairs for name in pair if name})[1:]
    sides = np.zeros((len(pairs), len(names)))
    for at, pair in enumerate(pairs):
        for column, name in enumerate(names):
            sides[at, column] = float(pair[0] == name) - float(pair[-1] == name)
    return sides


def _logit_coefficient(design: Numbers, chosen: Numbers, cluster: Codes, weights: Numbers) -> float:
    """Fit a logit without intercept by Newton's method; nan where it has no finite solution."""
    weight = weights[cluster]
    beta = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-np.clip(design @ beta, -500, 500)))
        gradient = design.T @ (weight * (chosen - expected))
        curvature = (design * (weight * expected * (1 - expected))[:, np.newaxis]).T @ design
        if np.linalg.cond(curvature) > 1e12:
            return float("nan")
        step = np.linalg.solve(curvature, gradient)
        beta = beta + step
        if np.abs(beta).max() > _LARGEST_COEFFICIENT:
            return float("nan")
        if np.abs(step).max() < 1e-10:
            return float(beta[-1])
    return float("nan")


def self_preference(comparison: Comparison) -> Measured:
    """Prepare how much more often the judge is right about its own family's wins than about others'.

    Preferences, of one own and one other dialogue: P(judge own | people own) - P(judge other | people other).
    Scores: mean of judge - people on own dialogues minus on others.
    """
    families = comparison.context.options.families
    family = family_of(comparison.judge, families)
    own = _own(comparison, family)
    if not any(fact.models for fact in comparison.context.facts.values()):
        return Measured(None, _NO_AUTHORS)
    note = f"own: written by a model of the family '{family}'"
    people = comparison.people
    if comparison.context.preference:
        return _equal_opportunity(comparison, own, note)
    if not (own == 1).any() or not (own == 0).any():
        return Measured(None, f"no_own_dialogues: own and others are both needed; {note}", own >= 0)
    error = comparison.value - comparison.people_mean
    columns = [(own == side) * value for side in (1, 0) for value in (np.ones_like(error), error)]
    sums = per_cluster(people.cluster, people.n_clusters, *columns)
    return Measured(ClusterSums(sums, difference_of_means), note, own >= 0)


def _own(comparison: Comparison, family: str) -> NDArray[np.int64]:
    """1 where the judge's family wrote the (first) dialogue, 0 where not, -1 where that cannot be told."""
    facts, families = comparison.context.facts, comparison.context.options.families
    own = np.full(comparison.n_units, -1, np.int64)
    for at, name in enumerate(comparison.people.unit_names):
        unit = unit_of(name)
        found = [] if unit is None else [facts[key] for key in unit.episode_ids if key in facts]
        if unit is None or len(found) < len(unit.episode_ids) or not all(fact.models for fact in found):
            continue
        by = [family in {family_of(model, families) for model in fact.models} for fact in found]
        if len(by) == 1 or by[0] != by[1]:
            own[at] = int(by[0])
    return own


def _equal_opportunity(comparison: Comparison, own: NDArray[np.int64], note: str) -> Measured:
    label = comparison.people_label
    scale = comparison.people.scale
    side = np.where(label >= 0, scale[label], 0.0)
    turned = np.where(own == 1, -1.0, 1.0)
    people_own, judge_own = side * turned, comparison.value * turned
    decided = (own >= 0) & (np.abs(people_own) == 1)
    if not (decided & (people_own > 0)).any() or not (decided & (people_own < 0)).any():
        return Measured(None, f"no_own_dialogues: people must prefer own and others; {note}", decided)
    columns = [
        (decided & (people_own == sign)) * value
        for sign in (1, -1)
        for value in (np.ones_like(judge_own), (judge_own == sign).astype(np.float64))
    ]
    people = comparison.people
    sums = per_cluster(people.cluster, people.n_clusters, *columns)
    return Measured(ClusterSums(sums, difference_of_means), note, decided)
