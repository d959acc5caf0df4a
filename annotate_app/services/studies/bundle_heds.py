"""Make a study's datasheet from what is stored."""

from collections import Counter
from importlib.metadata import version

from sqlalchemy.orm import Session

from annotate_app.design.heds import HedsFacts, heds_document
from annotate_app.services.studies.bundle_study import study_document
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.exclusions import latest_decisions
from annotate_app.store.items import items_of
from annotate_app.store.models import StudyRow
from annotate_app.store.recruitment import recruitment_of_study
from annotate_app.store.states import AssignmentState
from sim.schema.heds import HedsDocument
from sim.schema.preregistration import PreregistrationFile
from sim.schema.rating import Purpose

__all__ = ["study_heds"]


def study_heds(session: Session, study: StudyRow, registered: PreregistrationFile | None) -> HedsDocument:
    """Fill in the datasheet; it says nothing of which dialogue has which condition."""
    items = items_of(session, study.study_id)
    main = [item for item in items if item.purpose is Purpose.MAIN]
    n_of = Counter(item.purpose for item in items)
    decisions = latest_decisions(session, study.study_id)
    excluded = {rater_id for rater_id, decision in decisions.items() if decision.excluded}
    recruitment = recruitment_of_study(session, study.study_id)
    shown = {item.item_id for item in main}
    raters = {
        row.rater_id
        for row in assignments_of_study(session, study.study_id)
        if row.state is AssignmentState.COMPLETED and row.item_id in shown
    }
    facts = HedsFacts(
        n_pairs=len({item.pair_id for item in main}),
        n_environments=len({item.environment_id for item in main}),
        n_raters=len(raters - excluded),
        code_version=version("blindpair"),
        n_practice=n_of[Purpose.PRACTICE],
        n_attention=n_of[Purpose.ATTENTION],
        n_repeated=n_of[Purpose.REPEAT],
        n_excluded=len(excluded),
        platforms=() if recruitment is None else (recruitment.platform.value,),
        registration=None if registered is None else registered.registrations[-1],
    )
    return heds_document(study_document(session, study), facts)
