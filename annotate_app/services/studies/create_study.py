"""Make a study from a batch."""

from dataclasses import dataclass

from annotate_app.design.principal import Staff
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.secret import new_id
from annotate_app.services.studies.add_raters import RaterLink, invite
from annotate_app.services.studies.plan_check import check_plan
from annotate_app.services.studies.reach import Reach, reach_of
from annotate_app.services.studies.study_plan import StudyPlan
from annotate_app.services.studies.study_rows import item_rows, part_rows, study_row
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.studies import add_study

__all__ = ["CreatedStudy", "create_study"]


@dataclass(frozen=True, slots=True)
class CreatedStudy:
    """The new study, and its raters' links, which exist only here."""

    study_id: str
    n_items: int
    links: tuple[RaterLink, ...]
    reach: Reach


def create_study(place: Workplace, principal: Staff, plan: StudyPlan) -> CreatedStudy:
    """Store a study, open for ratings, with one item per pair that has both conditions.

    Raises
    ------
    StudyError
        With everything that is wrong with the plan; nothing was stored.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        checked = check_plan(session, plan, study_id=f"s{new_id(place)}", now=now)
        study_id = checked.document.study_id
        items = item_rows(study_id, checked.pairs, layout=checked.document.rubric.layout)
        study = study_row(checked, plan, by=actor_of(principal)[1])
        add_study(session, study, [*part_rows(checked), *items])
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="created_study",
            study_id=study_id,
            about=study_id,
            detail={"n_items": len(items)},
        )
        links = invite(session, place, principal, study_id, n_raters=plan.n_raters) if plan.n_raters else ()
        return CreatedStudy(study_id, len(items), links, reach_of(study, items, n_raters=plan.n_raters))
