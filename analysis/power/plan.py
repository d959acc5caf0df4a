"""Power of a plan, the plan that a power needs, and the smallest effect that a plan can find."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, sqrt

from scipy.special import nctdtr, ndtr, ndtri, stdtrit

from analysis.power.question import Effect, ErrorRates, Sharing

__all__ = ["Plan", "detectable_size", "plan_of", "power_of", "required_plan"]

_MOST_ITEMS = 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """A study of some size.

    Attributes
    ----------
    n_raters
        Enough for the batch size, and never fewer than the raters per item.
    """

    sharing: Sharing
    n_items: int
    n_raters: int

    @property
    def n_ratings(self) -> int:
        """Ratings of all items."""
        return self.n_items * self.sharing.raters_per_item

    @property
    def n_environments(self) -> int:
        """Environments of all items."""
        return ceil(self.n_items / self.sharing.items_per_environment)

    @property
    def design_effect(self) -> float:
        """1 + (ratings per environment - 1) ICC + (ratings per rater - 1) ICC.

        References
        ----------
        Kish 1965, Survey Sampling, section 5.4, for two crossed kinds of clusters.
        """
        per_environment = self.n_ratings / self.n_environments
        per_rater = self.n_ratings / self.n_raters
        return 1 + (per_environment - 1) * self.sharing.environment + (per_rater - 1) * self.sharing.rater

    @property
    def degrees_of_freedom(self) -> int:
        """min(environments, raters) - 1."""
        return min(self.n_environments, self.n_raters) - 1


def plan_of(sharing: Sharing, n_items: int, *, n_raters: int | None = None) -> Plan:
    """Make a plan of a number of items; raters as given, else as many as the batch size needs."""
    enough = max(ceil(n_items * sharing.raters_per_item / sharing.batch), sharing.raters_per_item)
    return Plan(sharing, n_items, enough if n_raters is None else n_raters)


def power_of(effect: Effect, plan: Plan, rates: ErrorRates) -> float:
    """Compute the chance that the two-sided test finds an effect.

    With clustering by the two-way t of the analysis (noncentral t), else by the normal distribution with the
    variances under the null and under the effect.
    """
    scale = sqrt(plan.design_effect / plan.n_ratings)
    null, error = sqrt(effect.null_variance) * scale, sqrt(max(effect.variance, 1e-12)) * scale
    if not plan.sharing.clustered:
        z = float(ndtri(1 - rates.alpha / 2))
        return float(ndtr((effect.size - z * null) / error))
    freedom = plan.degrees_of_freedom
    if freedom < 1:
        return 0.0
    critical = float(stdtrit(freedom, 1 - rates.alpha / 2)) * null / error
    return 1 - float(nctdtr(freedom, effect.size / error, critical))


def required_plan(
    effect: Effect, sharing: Sharing, rates: ErrorRates, *, n_raters: int | None = None
) -> Plan | None:
    """Find the smallest number of items with the wanted power; None where no number reaches it.

    With a fixed number of raters more items mean more ratings by each, and what raters share does not average
    out.
    """

    def enough(n_items: int) -> bool:
        return power_of(effect, plan_of(sharing, n_items, n_raters=n_raters), rates) >= rates.power

    n_items = _smallest(enough, 1, _MOST_ITEMS)
    return None if n_items is None else plan_of(sharing, n_items, n_raters=n_raters)


def detectable_size(effect: Effect, plan: Plan, rates: ErrorRates) -> float | None:
    """Find the smallest size of an effect of this kind that a plan finds with the wanted power, or None."""
    low, high = 0.0, min(effect.largest, 1e3 * sqrt(effect.null_variance))
    if power_of(effect.resized(high * (1 - 1e-9)), plan, rates) < rates.power:
        return None
    for _ in range(100):
        middle = (low + high) / 2
        if power_of(effect.resized(middle), plan, rates) < rates.power:
            low = middle
        else:
            high = middle
    return high


def _smallest(holds: Callable[[int], bool], low: int, most: int) -> int | None:
    """Find the smallest number from which on a condition holds, by doubling and halving."""
    high = low
    while not holds(high):
        low, high = high + 1, 2 * high
        if low > most:
            return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low
