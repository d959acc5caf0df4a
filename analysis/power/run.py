"""Rows about a plan."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analysis.conditions.win import wilson_interval
from analysis.errors import OptionError
from analysis.estimate import Estimate, Scope
from analysis.power.plan import Plan, detectable_size, plan_of, power_of, required_plan
from analysis.power.question import Effect, ErrorRates, ScoreDifference, Sharing, WinRate
from analysis.power.simulate import simulate_power
from analysis.registry import ALL_LEVELS, Registry, Settings, Statistic

__all__ = ["POWER", "PowerQuestion", "checked", "power_rows"]


@dataclass(frozen=True, slots=True)
class PowerQuestion:
    """Everything that was asked.

    Attributes
    ----------
    n_items
        Of a given plan; None asks for the number that the power needs.
    n_raters
        Fixed number of raters; None for as many as the batch size needs.
    n_studies
        To simulate; 0 for none.
    """

    effect: Effect
    sharing: Sharing
    rates: ErrorRates
    n_items: int | None = None
    n_raters: int | None = None
    n_studies: int = 0

    def plan(self) -> Plan | None:
        """Take the given plan or find the required one; None where none reaches the power."""
        if self.n_items is not None:
            return plan_of(self.sharing, self.n_items, n_raters=self.n_raters)
        return required_plan(self.effect, self.sharing, self.rates, n_raters=self.n_raters)


def checked(question: PowerQuestion) -> PowerQuestion:
    """Refuse a question that makes no sense.

    Raises
    ------
    OptionError
        With everything that is wrong.
    """
    problems = list(_problems(question))
    if problems:
        raise OptionError("\n".join(problems))
    return question


def _problems(question: PowerQuestion) -> Iterator[str]:
    effect, sharing, rates = question.effect, question.sharing, question.rates
    if isinstance(effect, WinRate):
        if not 0 <= effect.ties < 1:
            yield f"Ties: found {effect.ties:g}, expected a share from 0 to below 1."
        elif not 0.5 < effect.rate <= 1 - effect.ties / 2:
            highest = 1 - effect.ties / 2
            yield (
                f"Win rate: found {effect.rate:g}, expected above 0.5 and at most {highest:g}, where all "
                "that are no ties are wins."
            )
    if isinstance(effect, ScoreDifference) and not (effect.difference > 0 and effect.deviation > 0):
        yield (
            f"Score difference {effect.difference:g} with standard deviation {effect.deviation:g}: expected "
            "both above 0."
        )
    if min(sharing.environment, sharing.rater) < 0 or sharing.environment + sharing.rater >= 1:
        yield (
            f"Intraclass correlations: found {sharing.environment:g} and {sharing.rater:g}, expected at "
            "least 0 each and below 1 together."
        )
    if min(sharing.raters_per_item, sharing.items_per_environment, sharing.batch) < 1:
        yield "Raters per item, items per environment and batch: expected at least 1 each."
    if question.n_raters is not None and question.n_raters < sharing.raters_per_item:
        yield (
            f"Raters: found {question.n_raters}, expected at least {sharing.raters_per_item}, as per item."
        )
    if not (0 < rates.alpha < 0.5 and rates.alpha < rates.power < 1):
        yield f"Alpha {rates.alpha:g}, power {rates.power:g}: expected 0 < alpha < 0.5, alpha < power < 1."


def power_rows(question: PowerQuestion, settings: Settings) -> tuple[Estimate, ...]:
    """Answer a question in rows: size of the plan, its power, and the smallest effect it can find."""
    return tuple(row for each in POWER for row in each.function(question, settings))


def _row(question: PowerQuestion, name: str, value: float | None, note: str = "") -> Estimate:
    plan = question.plan()
    return Estimate(
        scope=Scope.OVERALL,
        dimension=question.effect.name,
        statistic=name,
        value=value,
        n_units=None if plan is None else plan.n_items,
        n_raters=None if plan is None else plan.n_raters,
        n_ratings=None if plan is None else plan.n_ratings,
        n_clusters=None if plan is None else plan.n_environments,
        note=note,
    )


def _out_of_reach(question: PowerQuestion) -> str:
    if question.n_raters is None:
        return "no number of items reaches the power"
    return f"no number of items reaches the power with {question.n_raters} raters: what raters share stays"


def _size(question: PowerQuestion, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
    plan, note = question.plan(), "" if question.n_items is None else "as given"
    sizes: dict[str, float | None] = dict.fromkeys(
        ("n_items", "n_raters", "n_ratings", "n_environments", "design_effect")
    )
    if plan is None:
        note = _out_of_reach(question)
    else:
        sizes = {
            "n_items": plan.n_items,
            "n_raters": plan.n_raters,
            "n_ratings": plan.n_ratings,
            "n_environments": plan.n_environments,
            "design_effect": plan.design_effect,
        }
    for name, value in sizes.items():
        yield _row(question, name, value, "" if name == "design_effect" and value is not None else note)


def _power(question: PowerQuestion, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
    plan = question.plan()
    if plan is not None:
        shared = question.sharing
        note = f"ICC {shared.environment:g} between environments, {shared.rater:g} between raters"
        yield _row(question, "power", power_of(question.effect, plan, question.rates), note)


def _detectable(question: PowerQuestion, settings: Settings) -> Iterator[Estimate]:  # noqa: ARG001
    plan = question.plan()
    if plan is not None:
        size = detectable_size(question.effect, plan, question.rates)
        note = "the plan finds no effect of any size with this power" if size is None else ""
        yield _row(question, "detectable_effect", size, note)


def _simulated(question: PowerQuestion, settings: Settings) -> Iterator[Estimate]:
    plan = question.plan()
    if plan is None or not question.n_studies:
        return
    rng: np.random.Generator = settings.generator()
    result = simulate_power(question.effect, plan, question.rates, rng, n_studies=question.n_studies)
    interval = wilson_interval(result.n_found, result.n_studies)
    notes = [f"{result.n_studies} simulated studies, two-way clustered t test"]
    if result.n_undefined:
        notes.append(f"{result.n_undefined} without a test")
    if result.clipped:
        notes.append("shared effects cut off where a win rate left 0 to 1")
    row = _row(question, "power_simulated", result.n_found / result.n_studies, "; ".join(notes))
    yield row.model_copy(update={"low": interval.low, "high": interval.high})


_KISH = "Kish 1965, Survey Sampling, section 5.4"

POWER: Registry[PowerQuestion] = Registry(
    "Power and size of a study",
    [
        Statistic(
            name="n_items",
            title="Items, raters and ratings needed",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_size,
            formula="the smallest number of items whose plan has the power; ratings = items x raters per "
            "item, raters = ratings / batch, environments = items / items per environment; design effect "
            "1 + (m_environment - 1) ICC_environment + (m_rater - 1) ICC_rater, m ratings per cluster.",
            convention="Rows `n_items`, `n_raters`, `n_ratings`, `n_environments`, `design_effect`. With a "
            "fixed number of raters their part does not average out, and no number of items may be enough.",
            citation=_KISH,
        ),
        Statistic(
            name="power",
            title="Power",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_power,
            formula="P(the two-sided test rejects, in the effect's direction), standard errors "
            "sqrt(variance x design effect / n); variance of a preference with share of ties T: (1 - T) / 4 "
            "under the null, w (1 - w) - T / 4 at win rate w.",
            convention="Without intraclass correlations the normal distribution with both variances; else "
            "noncentral t with min(environments, raters) - 1.",
            citation="Fleiss, Levin & Paik 2003, Statistical Methods for Rates and Proportions, section 2.5",
        ),
        Statistic(
            name="detectable_effect",
            title="Smallest detectable effect",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_detectable,
            formula="the distance from one half, or from 0, at which the plan has the power.",
            convention="By bisection. Undefined where even the largest win rate is found too rarely.",
            citation="Bloom 1995, Eval Rev 19:547",
        ),
        Statistic(
            name="power_simulated",
            title="Power, simulated",
            scope=Scope.OVERALL,
            levels=ALL_LEVELS,
            function=_simulated,
            formula="share of simulated studies in which the two-way clustered t test rejects in the "
            "effect's direction.",
            convention="Environments and raters share effects of two values with the variances of the "
            "intraclass correlations; items are dealt to raters in turn. Interval: Wilson.",
            citation="Arnold et al. 2011, BMC Med Res Methodol 11:94",
        ),
    ],
)
