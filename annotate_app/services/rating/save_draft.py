"""Keep what a rater typed and did not submit yet."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from annotate_app.design.answers import kept_draft
from annotate_app.design.blind_item import questions_of
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ScreenValue
from annotate_app.errors import AnswerProblem
from annotate_app.services.access import own_assignment, own_item, require_rater
from annotate_app.services.rating.stored_step import measured, rubric_of, stored_step
from annotate_app.services.workplace import Workplace
from annotate_app.store.drafts import Draft, keep_draft
from annotate_app.store.models import AssignmentRow
from annotate_app.store.ratings import ratings_of_assignment
from sim.schema.rubric import Rubric

__all__ = ["SavedDraft", "is_current", "save_draft"]


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """A stored draft; `problems` names what of it could not be kept, or is too long to be submitted."""

    problems: tuple[AnswerProblem, ...]


def save_draft(
    place: Workplace,
    principal: RaterPrincipal,
    *,
    assignment: str,
    step: int,
    revision: int,
    answers: Mapping[str, ScreenValue | None],
    seconds: float | None = None,
) -> SavedDraft | None:
    """Store a draft of one step, unchecked but for its questions and size; the last one wins.

    Parameters
    ----------
    seconds
        Time on the step so far, where it was measured.

    Returns
    -------
    SavedDraft or None
        None where nothing was stored, because the form is not current any more.

    Raises
    ------
    NotAllowedError
        If the assignment is not this rater's.
    """
    now = place.clock()
    with place.database.writing() as session:
        row = own_item(session, principal, assignment)
        rubric = rubric_of(session, row)
        if not _is_current(session, row, rubric, step, revision):
            return None
        asked = questions_of(rubric.steps[step], ("", ""), n_episodes=len(row.served))
        kept = kept_draft(asked, answers)
        keep_draft(
            session, row.assignment_id, step, Draft(revision, kept.answers, measured(seconds), saved_at=now)
        )
        row.extend_lease(now)
        return SavedDraft(kept.problems)


def is_current(
    place: Workplace, principal: RaterPrincipal, *, assignment: str, step: int, revision: int
) -> bool:
    """Tell whether nothing else was stored since a form of this step and revision was drawn.

    Raises
    ------
    NotAllowedError
        If the assignment is not this rater's.
    """
    with place.database.reading() as session:
        row = own_assignment(session, require_rater(session, principal), assignment, lock=False)
        return _is_current(session, row, rubric_of(session, row), step, revision)


def _is_current(session: Session, row: AssignmentRow, rubric: Rubric, step: int, revision: int) -> bool:
    if step != row.open_step or not 0 <= step < len(rubric.steps):
        return False
    rows = ratings_of_assignment(session, row.assignment_id) if row.step else ()
    return revision == stored_step(rows, rubric.steps[step]).next_revision
