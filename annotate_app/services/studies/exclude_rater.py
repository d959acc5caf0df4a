"""Decide that analyses leave a rater out, or that they do not any more."""

from sqlalchemy.orm import Session

from annotate_app.design.principal import Staff
from annotate_app.errors import NotFoundError, StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.events import add_event
from annotate_app.store.exclusions import add_decision, is_unblinded, latest_decisions
from annotate_app.store.models import ExclusionRow, RaterRow, StudyRow
from annotate_app.store.raters import rater_numbered

__all__ = ["exclude_rater"]

_LONGEST_REASON = 2000


def exclude_rater(
    place: Workplace,
    principal: Staff,
    study_id: str,
    rater_number: int,
    *,
    reason: str,
    undo: bool = False,
    after_unblinding: bool = False,
) -> None:
    """Store the decision with its reason; nothing of the rater's is touched, and the latest decision counts.

    With `undo` the rater is taken in again; `after_unblinding` decides although somebody may have seen how
    conditions come out, which is recorded.

    Raises
    ------
    StudyError
        With everything that is wrong: no reason, a study that was unblinded, nothing to undo.
    NotFoundError
        If there is no such study or rater.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id, lock=True)
        rater = _rater(session, study, rater_number)
        latest = latest_decisions(session, study_id).get(rater.rater_id)
        unblinded = is_unblinded(session, study_id)
        problems = [
            *_reason_problems(reason),
            *([_UNBLINDED] if unblinded and not after_unblinding else []),
            *(
                [f"Rater {rater_number} is not excluded."]
                if undo and not (latest and latest.excluded)
                else []
            ),
        ]
        if problems:
            raise StudyError(problems)
        decision = ExclusionRow(
            rater_id=rater.rater_id,
            excluded=not undo,
            reason=reason.strip(),
            after_unblinding=unblinded,
            decided_at=now,
            decided_by=actor_of(principal)[1],
        )
        _record(session, principal, study_id, decision)


def _rater(session: Session, study: StudyRow, number: int) -> RaterRow:
    rater = rater_numbered(session, study.study_id, number)
    if rater is None:
        raise NotFoundError(f"Study {study.name!r} has no rater {number}.")
    return rater


def _record(session: Session, principal: Staff, study_id: str, decision: ExclusionRow) -> None:
    add_decision(session, decision)
    add_event(
        session,
        at=decision.decided_at,
        actor=actor_of(principal),
        action="excluded_rater" if decision.excluded else "included_rater",
        study_id=study_id,
        about=decision.rater_id,
        detail={"reason": decision.reason, "after_unblinding": decision.after_unblinding},
    )


_UNBLINDED = (
    "The study was exported with its conditions already: who is left out should be decided before. To decide "
    "all the same, say so (--after-unblinding); it is recorded."
)


def _reason_problems(reason: str) -> list[str]:
    if not reason.strip():
        return ["The decision needs a reason; it is stored with the study."]
    if len(reason) > _LONGEST_REASON:
        return [f"The reason has {len(reason)} characters, expected at most {_LONGEST_REASON}."]
    return ["The reason holds a NUL character."] if "\x00" in reason else []
