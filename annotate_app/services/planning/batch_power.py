"""What a study that is not made yet can find with the pairs of its batch."""

from annotate_app.design.principal import Staff
from annotate_app.services.access import require_staff
from annotate_app.services.planning.planned_power import (
    Assumptions,
    PlannedPower,
    PlannedSize,
    Wanted,
    planned_power,
)
from annotate_app.services.studies.plan_check import compared_pairs
from annotate_app.services.studies.study_plan import StudyPlan
from annotate_app.services.workplace import Workplace
from sim.schema.rubric import builtin_rubric

__all__ = ["batch_power"]


def batch_power(
    place: Workplace,
    principal: Staff,
    plan: StudyPlan,
    assumptions: Assumptions | None = None,
    wanted: Wanted | None = None,
) -> PlannedPower:
    """Compute what a plan finds; without raters of its own it gets as many as its limits need.

    Raises
    ------
    StudyError
        If there are no such pairs, or a number makes no sense, with every problem.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        pairs = compared_pairs(session, plan).pairs
    rubric = plan.rubric or builtin_rubric(plan.protocol)
    size = PlannedSize(
        n_items=len(pairs) * (2 if rubric.layout == "single" else 1),
        n_environments=len({pair.first.environment_id for pair in pairs}),
        raters_per_item=plan.raters_per_item,
        n_raters=plan.n_raters or None,
        items_per_rater=plan.items_per_rater,
    )
    return planned_power(size, assumptions or Assumptions(), wanted)
