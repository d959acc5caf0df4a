"""Check a plan by simulation: draw studies of its size and analyse each as `analyze conditions` would."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from analysis.power.plan import Plan
from analysis.power.question import Effect, ErrorRates, WinRate
from analysis.resampling.linearised import Clusters, Linearised, clustered_p_value
from analysis.resampling.resampled import Numbers

__all__ = ["Simulated", "simulate_power"]


@dataclass(frozen=True, slots=True)
class Simulated:
    """Share of simulated studies that found the effect.

    Attributes
    ----------
    n_undefined
        Studies without any variation, which find nothing.
    clipped
        Whether shared effects were cut off, since win rates of some rater and environment left 0 to 1.
    """

    n_found: int
    n_studies: int
    n_undefined: int
    clipped: bool


def simulate_power(
    effect: Effect, plan: Plan, rates: ErrorRates, rng: np.random.Generator, *, n_studies: int
) -> Simulated:
    """Draw studies and test each by the two-way clustered t test."""
    clusters = _clusters(plan, rng)
    null = 0.5 if isinstance(effect, WinRate) else 0.0
    found = undefined = 0
    clipped = False
    for _ in range(n_studies):
        shared = _shared(effect, plan, clusters, rng)
        if isinstance(effect, WinRate):
            bounds = (effect.ties / 2, 1 - effect.ties / 2)
            means = np.clip(effect.rate + shared, *bounds)
            clipped = clipped or bool(np.any(means != effect.rate + shared))
            values = _preferences(means, effect.ties, rng)
        else:
            own = effect.variance * (1 - plan.sharing.environment - plan.sharing.rater)
            values = effect.size + shared + rng.normal(0, sqrt(max(own, 0.0)), plan.n_ratings)
        mean = float(values.mean())
        p_value = clustered_p_value(Linearised(mean, (values - mean) / len(values)), clusters, null)
        undefined += not np.isfinite(p_value)
        found += bool(p_value < rates.alpha and mean > null)
    return Simulated(found, n_studies, undefined, clipped)


def _clusters(plan: Plan, rng: np.random.Generator) -> Clusters:
    """Deal items to raters in turn, so that everybody rates equally many and no item twice."""
    k = plan.sharing.raters_per_item
    item = np.repeat(np.arange(plan.n_items), k)
    order = rng.permutation(plan.n_raters)
    rater = order[np.arange(plan.n_ratings) % plan.n_raters]
    return Clusters(item // plan.sharing.items_per_environment, rater)


def _shared(effect: Effect, plan: Plan, clusters: Clusters, rng: np.random.Generator) -> Numbers:
    """Draw what environments and raters share, of two values each: bounded, with the wanted variance."""
    deviation = sqrt(effect.variance)

    def drawn(share: float, groups: NDArray[np.integer] | None, n_groups: int) -> Numbers:
        if groups is None or share <= 0:
            return np.zeros(plan.n_ratings)
        return sqrt(share) * deviation * rng.choice([-1.0, 1.0], n_groups)[groups]

    return drawn(plan.sharing.environment, clusters.environment, plan.n_environments) + drawn(
        plan.sharing.rater, clusters.rater, plan.n_raters
    )


def _preferences(win_rate: Numbers, ties: float, rng: np.random.Generator) -> Numbers:
    draw = rng.random(len(win_rate))
    win = win_rate - ties / 2
    return np.where(draw < win, 1.0, np.where(draw < win + ties, 0.5, 0.0))
