"""The difference of two conditions in a mixed model of single scores."""

from collections.abc import Iterator, Mapping
from math import isfinite

import numpy as np

from analysis.conditions.data import Scores, SingleScores
from analysis.conditions.differences import within
from analysis.conditions.mixed import Effect, fit_mixed
from analysis.conditions.rows import contrast_row
from analysis.estimate import Estimate
from analysis.registry import Settings
from analysis.resampling import Interval, t_quantile

__all__ = ["mixed_difference_rows", "random_effects"]

_MOST_GROUPS = 20_000
_VARIANCE = "no interval: a REML estimate that can lie on its bound 0"


def mixed_difference_rows(data: Scores, settings: Settings) -> Iterator[Estimate]:
    """Make the row of the difference, and of every variance of the model."""
    if not data.n_rows:
        yield contrast_row(data, "mixed_difference", np.nan)
        return
    single = data.single
    effects = random_effects(single)
    n_groups = sum(effect.n_groups for effect in effects.values())
    if n_groups > _MOST_GROUPS and not settings.optional:
        note = f"not fitted by default above {_MOST_GROUPS} groups; --all fits it"
        yield contrast_row(data, "mixed_difference", np.nan, note=note)
        return
    fixed = np.column_stack([np.ones_like(single.side), single.side])
    if len(single.value) <= 2 or np.ptp(single.value) == 0:
        yield contrast_row(data, "mixed_difference", np.nan, note="no_variation")
        return
    fit = fit_mixed(single.value - single.value.mean(), fixed, effects)
    freedom = min(data.clusters.n_environments, data.clusters.n_raters or np.inf) - 1
    if data.clusters.n_raters == 1:
        freedom = data.clusters.n_environments - 1
    interval = Interval(note="no interval: fewer than 2 clusters")
    if freedom >= 1 and isfinite(error := fit.standard_errors[1]):
        margin = t_quantile(0.975, freedom) * error
        bounds = within(data.ends, fit.coefficients[1] + np.array([-margin, margin]))
        interval = Interval(float(bounds[0]), float(bounds[1]), error)
    note = f"random effects: {', '.join(effects)}" if effects else "no random effects"
    yield contrast_row(data, "mixed_difference", fit.coefficients[1], interval, note=note)
    for name, variance in {**fit.variances, "residual": fit.residual}.items():
        yield contrast_row(data, f"variance_{name}", variance, note=_VARIANCE)


def random_effects(single: SingleScores) -> Mapping[str, Effect]:
    """Choose the effects that the design can tell apart.

    An effect goes where it groups ratings as one before it does, or where every rating is a group of its own;
    the difference by environment goes where environments have one scenario, since episodes then say the same.
    """
    ones = np.ones_like(single.value)
    several = single.scenario.max() > single.environment.max()
    candidates = {
        "environment": Effect(single.environment, ones),
        **({"environment_difference": Effect(single.environment, single.side)} if several else {}),
        "scenario": Effect(single.scenario, ones),
        "episode": Effect(single.episode, ones),
        "character": Effect(single.unit, ones),
        "rater": Effect(single.rater, ones),
        "rater_difference": Effect(single.rater, single.side),
    }
    kept: dict[str, Effect] = {}
    for name, effect in candidates.items():
        informative = 2 <= effect.n_groups < len(single.value)
        if informative and not any(_same(effect, other) for other in kept.values()):
            kept[name] = effect
    return kept


def _same(one: Effect, other: Effect) -> bool:
    if one.n_groups != other.n_groups or not np.array_equal(one.weight, other.weight):
        return False
    return len(np.unique(np.column_stack([one.group, other.group]), axis=0)) == one.n_groups
