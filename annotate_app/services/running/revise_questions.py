"""Change the questions of a running study: a new version, for items that are given out from now on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import actor_of, require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.events import add_event
from annotate_app.store.items import items_of
from annotate_app.store.models import ItemRow, RubricRow, StudyRow
from annotate_app.store.states import AssignmentState, StudyState
from annotate_app.store.studies import add_rubric, rubrics_of
from sim.schema.rubric import Dimension, Rubric, Visible

__all__ = ["RevisedQuestions", "revise_questions"]


@dataclass(frozen=True, slots=True)
class RevisedQuestions:
    """What a new version changed.

    Attributes
    ----------
    added, removed, reworded
        Dimensions that are new, are not asked any more, or are asked in other words or settings.
    n_unfinished
        How many items that were given out before are not submitted: they keep their version.
    """

    version: int
    rubric_hash: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    reworded: tuple[str, ...]
    n_unfinished: int

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the analysis has to mind."""
        return tuple(
            text
            for names, text in (
                (self.added, "Items rated before have no answer to: {}."),
                (self.removed, "Not asked any more, and its answers are kept: {}."),
                (self.reworded, "Asked in other words: compare answers before and after by rubric_hash: {}."),
            )
            if names
            for text in [text.format(", ".join(names))]
        )


def revise_questions(place: Workplace, principal: Staff, study_id: str, rubric: Rubric) -> RevisedQuestions:
    """Store a new version of the questions, which items given out from now on ask.

    Whatever was given out keeps the version that it was given with. A dimension keeps its kind of answer for
    the whole study: other scales are other dimensions.

    Raises
    ------
    StudyError
        With everything that is wrong; nothing was changed.
    NotFoundError
        If there is no such study.
    """
    now = place.clock()
    with place.database.writing() as session:
        require_staff(session, principal)
        study = existing_study(session, study_id, lock=True)
        versions = rubrics_of(session, study_id)
        asked = [Rubric.model_validate_json(row.document) for row in versions]
        problems = [*_problems(study, asked, rubric), *_goal_problems(rubric, items_of(session, study_id))]
        if problems:
            raise StudyError(problems)
        row = RubricRow(
            study_id=study_id,
            version=versions[-1].version + 1,
            rubric_hash=rubric.rubric_hash,
            document=rubric.model_dump_json(),
            created_at=now,
        )
        add_rubric(session, row)
        study.protocol = rubric.rubric_id
        unfinished = sum(
            one.state is not AssignmentState.COMPLETED for one in assignments_of_study(session, study_id)
        )
        revised = _revised(asked[-1], rubric, row, unfinished)
        add_event(
            session,
            at=now,
            actor=actor_of(principal),
            action="revised_questions",
            study_id=study_id,
            about=study_id,
            detail={"version": row.version, "rubric_hash": row.rubric_hash},
        )
        return revised


def _problems(study: StudyRow, asked: Sequence[Rubric], rubric: Rubric) -> Iterator[str]:
    if study.state is StudyState.CLOSED:
        yield f"Study {study.name!r} is closed: nobody would be asked the new questions."
    if rubric.rubric_hash == asked[-1].rubric_hash:
        yield "These are the questions that the study asks now: nothing would change."
    elif rubric.rubric_hash in {one.rubric_hash for one in asked}:
        yield "An earlier version asked exactly these questions; to ask them again, give a higher `version`."
    if rubric.layout != asked[-1].layout:
        yield (
            f"Found layout {rubric.layout!r}, expected {asked[-1].layout!r}, for which the items are made. "
            "Make a new study."
        )
    known = {one.dimension: one for earlier in asked for one in earlier.dimensions}
    for new in rubric.dimensions:
        old = known.get(new.dimension)
        if old is not None and not _is_comparable(old, new):
            yield (
                f"Dimension {new.dimension!r} would have another answer, target or level than before; its "
                "answers could not be told apart. Give the new question a name of its own."
            )


def _is_comparable(old: Dimension, new: Dimension) -> bool:
    return (old.answer, old.target, old.level) == (new.answer, new.target, new.level)


def _goal_problems(rubric: Rubric, items: Sequence[ItemRow]) -> list[str]:
    without = [item.pair_id for item in items if not item.scenario_id]
    if not without or not any(Visible.GOALS in step.visible for step in rubric.steps):
        return []
    return [
        f"The questions show characters' goals, but {len(without)} items have no scenario and so no goals."
    ]


def _revised(old: Rubric, new: Rubric, row: RubricRow, n_unfinished: int) -> RevisedQuestions:
    before = {one.dimension: one for one in old.dimensions}
    after = {one.dimension: one for one in new.dimensions}
    return RevisedQuestions(
        version=row.version,
        rubric_hash=row.rubric_hash,
        added=tuple(name for name in after if name not in before),
        removed=tuple(name for name in before if name not in after),
        reworded=tuple(name for name, one in after.items() if name in before and before[name] != one),
        n_unfinished=n_unfinished,
    )
