"""Find out what a rater is to see now; where the next item is due, it is assigned."""

from datetime import datetime

from sqlalchemy.orm import Session

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import (
    BreakView,
    ClosedView,
    ConsentView,
    DeclinedView,
    FinishedView,
    InstructionsView,
    ItemView,
    SessionView,
    WaitingView,
)
from annotate_app.services.access import require_standing
from annotate_app.services.rating.due_questions import closing_questions, due_questions
from annotate_app.services.rating.item_view import item_view
from annotate_app.services.rating.next_item import advance, items_ahead, items_left
from annotate_app.services.recruitment.way_back import way_back
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import is_any_lease_over, is_anything_running
from annotate_app.store.models import RaterRow, StudyRow
from annotate_app.store.standing import Standing, is_any_place_free
from annotate_app.store.states import RaterState, StudyState, TextKind
from annotate_app.store.studies import latest_text, shown_text
from sim.schema.questionnaire import Moment

__all__ = ["session_view"]


def session_view(place: Workplace, principal: RaterPrincipal) -> SessionView:
    """Say where the rater stands.

    Raises
    ------
    NotAllowedError
        If the rater is not of this study any more.
    """
    view = _current(place, principal)
    if view is not None and not (isinstance(view, ItemView) and view.is_returned):
        return view
    advance(place, principal)
    return _current(place, principal) or WaitingView()


def _current(place: Workplace, principal: RaterPrincipal) -> SessionView | None:
    with place.database.reading() as session:
        return _view(session, require_standing(session, principal), place.clock())


def _view(session: Session, standing: Standing, now: datetime) -> SessionView | None:
    """Show where the rater stands; None where an item or the completion code is due first."""
    rater, study = standing.rater, standing.study
    is_open = study.state is StudyState.OPEN
    if is_open and _agreed_earlier(study, rater):
        return _consent(session, rater, is_changed=True)
    match rater.state:
        case RaterState.INVITED if is_open:
            return _consent(session, rater, is_changed=False)
        case RaterState.DECLINED if is_open:
            consent = _consent(session, rater, is_changed=False)
            back = way_back(session, rater, declined=True)
            return DeclinedView(consent.text, consent.version, back, consent.warning)
        case RaterState.CONSENTED if is_open:
            if (questions := due_questions(session, study, rater, (Moment.BEFORE,))) is not None:
                return questions
            text = latest_text(session, rater.study_id, TextKind.INSTRUCTIONS).text
            return InstructionsView(text, items_ahead(session, study, rater))
        case RaterState.ACTIVE | RaterState.FINISHED:
            return _working(session, standing, now)
        case _:
            return ClosedView(done=0, completion_code=None)


def _agreed_earlier(study: StudyRow, rater: RaterRow) -> bool:
    """Tell whether the consent text changed since somebody who still rates agreed to it."""
    rates = rater.state in {RaterState.CONSENTED, RaterState.ACTIVE}
    return rates and (rater.consent_version or 0) < study.consent_version


def _consent(session: Session, rater: RaterRow, *, is_changed: bool) -> ConsentView:
    consent = latest_text(session, rater.study_id, TextKind.CONSENT)
    warning = shown_text(session, rater.study_id, TextKind.WARNING)
    return ConsentView(consent.text, str(consent.version), warning, is_changed)


def _working(session: Session, standing: Standing, now: datetime) -> SessionView | None:
    rater, study, row = standing.rater, standing.study, standing.shown
    if row is not None and (step := row.open_step) is not None:
        return item_view(session, standing, row, step)
    done = standing.n_completed
    is_open = study.state is StudyState.OPEN
    if rater.completion_code is not None and (rater.state is RaterState.FINISHED or not is_open):
        return closing_questions(session, study, rater) or _end(session, study, rater, done)
    if is_open:
        if (rest := _break(session, study, rater, done)) is not None:
            return rest
        if done or is_any_place_free(session, study, rater):
            return None
        if is_any_lease_over(session, study.study_id, now):
            return None
        may_come_free = is_anything_running(session, study.study_id)
        return WaitingView() if may_come_free else ClosedView(done=0, completion_code=None)
    return None if done else ClosedView(done=0, completion_code=None)


def _break(session: Session, study: StudyRow, rater: RaterRow, done: int) -> BreakView | None:
    """Offer a break where one is due and something is left to go on with."""
    if study.break_every is None or not done or done % study.break_every or rater.rested_at == done:
        return None
    left = items_ahead(session, study, rater)
    return BreakView(done, left) if left else None


def _end(session: Session, study: StudyRow, rater: RaterRow, done: int) -> FinishedView | ClosedView:
    debriefing = shown_text(session, study.study_id, TextKind.DEBRIEFING)
    if rater.state is not RaterState.FINISHED or rater.completion_code is None:
        return ClosedView(done, rater.completion_code, debriefing)
    back = way_back(session, rater, declined=False)
    is_open = study.state is StudyState.OPEN
    more = items_left(session, study, rater) if is_open else 0
    return FinishedView(
        rater.completion_code, done, can_revise=is_open, back=back, n_more=more, debriefing=debriefing
    )
