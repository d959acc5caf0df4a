"""Say in plain words what a planned study can find."""

from collections.abc import Iterator

from annotate_app.services.planning.planned_power import Needed, PlannedPower

__all__ = ["assumptions_in_words", "power_in_words"]


def power_in_words(planned: PlannedPower) -> Iterator[str]:
    """Say what is found, what keeps ratings from coming in, and what is needed for what is wanted."""
    size, percent = planned.size, _percent(planned.assumptions.power)
    yield (
        f"{size.n_items} items in {size.n_environments} environments, {size.raters_per_item} ratings each by "
        f"{planned.n_raters} raters: {planned.n_ratings} ratings of items."
    )
    if planned.n_possible < planned.n_ratings:
        yield (
            f"These raters can give {planned.n_possible} of them at most: what follows holds once all are "
            "in. Add raters, or let each rate more items."
        )
    yield _found(planned, percent)
    for needed in planned.needed:
        yield _wanted(needed, percent)


def assumptions_in_words(planned: PlannedPower) -> str:
    """Name everything that was assumed."""
    given = planned.assumptions
    return (
        f"Assumed: {_percent(given.ties)} of preferences are ties; one rater's difference of scores for one "
        f"pair has a standard deviation of {given.deviation:g}; environments share "
        f"{_percent(given.environment)} and raters {_percent(given.rater)} of a rating's variance, so that "
        f"{planned.n_ratings} ratings are worth {planned.n_ratings / planned.design_effect:.0f} "
        f"independent ones; two-sided test at {_percent(given.alpha)}."
    )


def _found(planned: PlannedPower, percent: str) -> str:
    win = (
        "not even the largest win rate"
        if planned.win_rate is None
        else f"a win rate of {_percent(planned.win_rate)} or more (50 % is no effect)"
    )
    score = (
        "no mean difference"
        if planned.difference is None
        else f"a mean difference of scores of {planned.difference:.2f} points or more"
    )
    return f"With a chance of {percent} it finds {win}, and {score}."


def _wanted(needed: Needed, percent: str) -> str:
    name = (
        f"a win rate of {_percent(needed.size)}"
        if needed.effect == "win_rate"
        else f"a mean difference of {needed.size:g} points"
    )
    now = f"{name[0].upper()}{name[1:]} is found with a chance of {_percent(needed.power)}."
    if needed.n_raters is not None:
        return f"{now} For {percent} these items need {needed.n_raters} raters."
    if needed.n_items is None:
        return f"{now} No number of items or raters finds it with {percent} under these assumptions."
    return (
        f"{now} No number of raters makes that {percent} with these items: it takes {needed.n_items} items "
        f"and {needed.n_raters_then} raters."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
