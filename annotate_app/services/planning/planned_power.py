"""What a study of some size can find, and what it takes to find what is wanted, by `analyze power`."""

from dataclasses import dataclass, field
from math import ceil

from analysis.errors import AnalysisError
from analysis.power import (
    Effect,
    ErrorRates,
    Plan,
    PowerQuestion,
    ScoreDifference,
    Sharing,
    WinRate,
    checked,
    detectable_size,
    plan_of,
    power_of,
    required_plan,
)
from annotate_app.errors import StudyError

__all__ = ["Assumptions", "Needed", "PlannedPower", "PlannedSize", "Wanted", "planned_power"]


@dataclass(frozen=True, slots=True)
class PlannedSize:
    """How large a study is to be.

    Attributes
    ----------
    n_raters
        None for as many as the batch size needs.
    items_per_rater
        How many items a rater rates at most; None for all.
    """

    n_items: int
    n_environments: int
    raters_per_item: int
    n_raters: int | None
    items_per_rater: int | None = None

    @property
    def batch(self) -> int:
        """Items that a rater rates at most."""
        return self.n_items if self.items_per_rater is None else min(self.items_per_rater, self.n_items)


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What has to be assumed; the same defaults as `analyze power`.

    Attributes
    ----------
    ties
        Share of ties among preferences.
    deviation
        Standard deviation of one rater's difference of scores for one pair.
    environment, rater
        Shares of a rating's variance that environments and raters have in common.
    alpha, power
        Chance of a false alarm, two-sided, and of finding the effect.
    """

    ties: float = 0.0
    deviation: float = 2.0
    environment: float = 0.1
    rater: float = 0.05
    alpha: float = 0.05
    power: float = 0.8


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be found; None where nothing is wanted of this kind."""

    win_rate: float | None = None
    difference: float | None = None


@dataclass(frozen=True, slots=True)
class Needed:
    """What it takes to find one effect.

    Attributes
    ----------
    n_raters
        Fewest raters who find it with these items and ratings per item; None where no number does.
    n_items, n_raters_then
        The smallest study with as many items per rater that finds it; None where none does.
    """

    effect: str
    size: float
    power: float
    n_raters: int | None
    n_items: int | None
    n_raters_then: int | None


@dataclass(frozen=True, slots=True)
class PlannedPower:
    """What a study finds.

    Attributes
    ----------
    win_rate, difference
        The smallest found with the assumed power; None where even the largest is found too rarely.
    n_possible
        How many ratings of items its raters can give at most, of `n_ratings` wanted.
    """

    size: PlannedSize
    assumptions: Assumptions
    n_raters: int
    n_ratings: int
    n_possible: int
    design_effect: float
    win_rate: float | None
    difference: float | None
    needed: tuple[Needed, ...] = field(default=())


def planned_power(size: PlannedSize, assumptions: Assumptions, wanted: Wanted | None = None) -> PlannedPower:
    """Compute what a study finds and what is needed for what is wanted.

    Environments count as equally large: their items are the mean number, rounded up.

    Raises
    ------
    StudyError
        With everything that makes no sense.
    """
    wanted = wanted or Wanted()
    sharing = Sharing(
        raters_per_item=size.raters_per_item,
        items_per_environment=max(1, ceil(size.n_items / max(1, size.n_environments))),
        batch=max(1, size.batch),
        environment=assumptions.environment,
        rater=assumptions.rater,
    )
    rates = ErrorRates(assumptions.alpha, assumptions.power)
    effects = tuple(_effects(wanted, assumptions))
    win = WinRate(0.5 + (1 - assumptions.ties) / 4, assumptions.ties)
    score = ScoreDifference(1.0, assumptions.deviation)
    _check((*effects, win, score), size, sharing, rates)
    plan = plan_of(sharing, size.n_items, n_raters=size.n_raters)
    smallest = detectable_size(win, plan, rates)
    return PlannedPower(
        size=size,
        assumptions=assumptions,
        n_raters=plan.n_raters,
        n_ratings=plan.n_ratings,
        n_possible=min(plan.n_ratings, plan.n_raters * size.batch),
        design_effect=plan.design_effect,
        win_rate=None if smallest is None else 0.5 + smallest,
        difference=detectable_size(score, plan, rates),
        needed=tuple(_needed(effect, plan, size, rates) for effect in effects),
    )


def _effects(wanted: Wanted, assumptions: Assumptions) -> list[Effect]:
    effects: list[Effect] = []
    if wanted.win_rate is not None:
        effects.append(WinRate(wanted.win_rate, assumptions.ties))
    if wanted.difference is not None:
        effects.append(ScoreDifference(wanted.difference, assumptions.deviation))
    return effects


def _check(effects: tuple[Effect, ...], size: PlannedSize, sharing: Sharing, rates: ErrorRates) -> None:
    if size.n_items < 1:
        raise StudyError(["No pair has both conditions: there is nothing to rate, and nothing to find."])
    problems: dict[str, None] = {}
    for effect in effects:
        try:
            checked(PowerQuestion(effect, sharing, rates, size.n_items, size.n_raters))
        except AnalysisError as error:
            problems.update(dict.fromkeys(str(error).splitlines()))
    if problems:
        raise StudyError(problems)


def _needed(effect: Effect, plan: Plan, size: PlannedSize, rates: ErrorRates) -> Needed:
    larger = required_plan(effect, plan.sharing, rates)
    return Needed(
        effect=effect.name,
        size=effect.size + 0.5 if isinstance(effect, WinRate) else effect.size,
        power=power_of(effect, plan, rates),
        n_raters=_fewest_raters(effect, plan.sharing, size.n_items, rates),
        n_items=None if larger is None else larger.n_items,
        n_raters_then=None if larger is None else larger.n_raters,
    )


def _fewest_raters(effect: Effect, sharing: Sharing, n_items: int, rates: ErrorRates) -> int | None:
    """Find the fewest raters by halving: more of them share less, so power only rises with their number."""
    low = plan_of(sharing, n_items).n_raters
    high = max(low, n_items * sharing.raters_per_item)

    def enough(n_raters: int) -> bool:
        return power_of(effect, plan_of(sharing, n_items, n_raters=n_raters), rates) >= rates.power

    if not enough(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low
