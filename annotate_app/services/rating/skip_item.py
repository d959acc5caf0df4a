"""Skip an item, and say why."""

from annotate_app.design.answers import text_trouble
from annotate_app.design.principal import RaterPrincipal
from annotate_app.errors import AnswerProblem, InvalidAnswersError, StaleFormError
from annotate_app.language import phrase
from annotate_app.services.access import actor_of, own_assignment, require_rater
from annotate_app.services.rating.next_item import take_back
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import delete_drafts_of_assignment
from annotate_app.store.events import add_event
from annotate_app.store.states import AssignmentState, SkipReason

__all__ = ["LONGEST_SKIP_REMARK", "SkipReason", "skip_item"]

LONGEST_SKIP_REMARK = 2000


def skip_item(
    place: Workplace, principal: RaterPrincipal, *, assignment: str, reason: str, remark: str = ""
) -> None:
    """Give an unfinished item back for good, with a reason; its rater is not given it again.

    Answers of steps that were submitted before stay, as everything submitted does; what was only typed is
    deleted. Skipping twice is one.

    Raises
    ------
    InvalidAnswersError
        If the reason is none of `SkipReason`, or the remark cannot be stored; nothing was.
    StaleFormError
        If the item was submitted meanwhile.
    NotAllowedError
        If the assignment is not this rater's.
    """
    checked = _checked(reason, remark)
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        row = own_assignment(session, rater, assignment, lock=True)
        if row.skipped_at is not None:
            return
        if row.state is AssignmentState.COMPLETED:
            raise StaleFormError(
                "Nothing was skipped: this item was submitted in another tab or on another device. "
                "Reload the page to go on."
            )
        now = place.clock()
        if row.state is AssignmentState.RUNNING:
            take_back(session, row, now)
        row.skipped_at, row.skip_reason, row.skip_remark = now, checked, remark.strip()
        delete_drafts_of_assignment(session, row.assignment_id)
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="skipped",
            study_id=row.study_id,
            about=row.assignment_id,
            detail={"reason": checked.value},
        )


def _checked(reason: str, remark: str) -> SkipReason:
    problems: list[AnswerProblem] = []
    if reason not in set(SkipReason):
        problems.append(AnswerProblem("reason", phrase("Please choose one of the reasons.")))
    if trouble := text_trouble(remark, most=LONGEST_SKIP_REMARK):
        problems.append(AnswerProblem("remark", trouble))
    if problems:
        raise InvalidAnswersError(problems)
    return SkipReason(reason)
