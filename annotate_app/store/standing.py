"""Where a rater stands, read in one statement: a rating click reads nothing else but answers."""

from dataclasses import dataclass

from sqlalchemy import and_, bindparam, case, exists, func, select
from sqlalchemy.orm import Session

from annotate_app.store.models import AssignmentRow, DraftRow, ItemRow, RaterRow, StudyRow, StudyTextRow
from annotate_app.store.states import AssignmentState, TextKind
from annotate_app.store.wanted import places_wanted

__all__ = ["Standing", "is_any_place_free", "standing_of"]

_IS_COMPLETED = AssignmentRow.state == AssignmentState.COMPLETED
_HAS_OPEN_STEP = and_(
    AssignmentRow.rater_id == RaterRow.rater_id,
    and_(
        AssignmentRow.state.in_([AssignmentState.RUNNING, AssignmentState.RETURNED]),
        AssignmentRow.skipped_at.is_(None),
    )
    | AssignmentRow.reopened_step.is_not(None),
)
_OPEN_STEP = case((_IS_COMPLETED, AssignmentRow.reopened_step), else_=AssignmentRow.step)
_given = AssignmentRow.__table__.alias("given")
_N_GIVEN = select(func.count()).where(_given.c.rater_id == bindparam("rater_id")).scalar_subquery()
_N_COMPLETED = (
    select(func.count())
    .where(_given.c.rater_id == bindparam("rater_id"), _given.c.state == AssignmentState.COMPLETED)
    .scalar_subquery()
)
_INSTRUCTIONS = (
    select(func.max(StudyTextRow.version))
    .where(StudyTextRow.study_id == RaterRow.study_id, StudyTextRow.kind == TextKind.INSTRUCTIONS)
    .scalar_subquery()
)
_STANDING = (
    select(RaterRow, StudyRow, AssignmentRow, DraftRow, _N_GIVEN, _N_COMPLETED, _INSTRUCTIONS)
    .join(StudyRow, StudyRow.study_id == RaterRow.study_id)
    .outerjoin(AssignmentRow, _HAS_OPEN_STEP)
    .outerjoin(
        DraftRow, and_(DraftRow.assignment_id == AssignmentRow.assignment_id, DraftRow.step == _OPEN_STEP)
    )
    .where(RaterRow.rater_id == bindparam("rater_id"))
)
_own = AssignmentRow.__table__.alias("own")
_other = ItemRow.__table__.alias("other")
_item = ItemRow.__table__
_FREE = select(
    exists().where(
        _item.c.study_id == bindparam("study_id"),
        _item.c.purpose == bindparam("purpose"),
        _item.c.n_running + _item.c.n_completed < bindparam("wanted"),
        _item.c.pair_id.not_in(
            select(_other.c.pair_id)
            .join(_own, _own.c.item_id == _other.c.item_id)
            .where(_own.c.rater_id == bindparam("rater_id"))
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A rater in a study.

    Attributes
    ----------
    shown
        The assignment that is on the page: a reopened one before the unfinished one; None for neither.
    draft
        What is drafted for its open step.
    n_given, n_completed
        How many items the rater was given and completed.
    instructions_version
        The version of the study's instructions that is shown now.
    """

    rater: RaterRow
    study: StudyRow
    shown: AssignmentRow | None
    draft: DraftRow | None
    n_given: int
    n_completed: int
    instructions_version: int

    @property
    def is_reopened(self) -> bool:
        """Whether the item on the page was submitted before."""
        return self.shown is not None and self.shown.reopened_step is not None


def standing_of(session: Session, rater_id: str) -> Standing | None:
    """Load where a rater stands; None where there is no such rater."""
    rows = session.execute(_STANDING, {"rater_id": rater_id}).all()
    if not rows:
        return None
    return min((Standing(*row) for row in rows), key=lambda one: not one.is_reopened)


def is_any_place_free(session: Session, study: StudyRow, rater: RaterRow) -> bool:
    """Tell whether an item of a pair that the rater was never given has a place that nobody takes."""
    asked = {
        "study_id": study.study_id,
        "rater_id": rater.rater_id,
        "purpose": rater.purpose,
        "wanted": places_wanted(session, study, rater.purpose),
    }
    return bool(session.execute(_FREE, asked).scalar_one())
