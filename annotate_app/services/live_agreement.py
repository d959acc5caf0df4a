"""How well a running study's raters agree, by the analysis command's own functions."""

from analysis.errors import AnalysisError
from analysis.estimate import Estimate
from analysis.report.live import live_agreement, live_table
from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import require_staff
from annotate_app.services.studies.bundle_rows import ratings_of
from annotate_app.services.studies.bundle_study import study_document
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.exclusions import latest_decisions
from annotate_app.store.items import items_of

__all__ = ["study_agreement"]


def study_agreement(place: Workplace, principal: Staff, study_id: str) -> tuple[Estimate, ...]:
    """Compute alpha and percent agreement per dimension from what is stored now.

    Excluded raters are left out; there are no rows before the first rating.

    Raises
    ------
    StudyError
        If the stored ratings cannot be analysed, with every problem.
    NotFoundError
        If there is no such study.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id)
        items = items_of(session, study_id)
        decisions, document = latest_decisions(session, study_id), study_document(session, study)
        excluded = {rater_id for rater_id, decision in decisions.items() if decision.excluded}
        ratings = [one for one in ratings_of(session, study, items) if one.rater_id not in excluded]
    try:
        return live_agreement(
            live_table(ratings, document, {one.item_id: one.environment_id for one in items})
        )
    except AnalysisError as error:
        raise StudyError([str(error)]) from error
