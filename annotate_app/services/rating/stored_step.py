"""What is stored for one step of an assignment, revision by revision."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from annotate_app.store.models import AssignmentRow, RatingRow
from annotate_app.store.studies import rubric_with_hash
from sim.schema.rubric import Rubric, Step

__all__ = ["StoredStep", "measured", "next_revisable_step", "rubric_of", "stored_step"]

Value = str | float | None


@dataclass(frozen=True, slots=True)
class StoredStep:
    """The rows of one step's questions, older revisions first."""

    rows: tuple[RatingRow, ...]

    @property
    def next_revision(self) -> int:
        """The revision that the next submission will have; 0 before the first."""
        return max((row.revision for row in self.rows), default=-1) + 1

    def values(self, *, up_to: int | None = None) -> Mapping[tuple[str, str], Value]:
        """Tell what counted after revision `up_to` (None: now), by unit and dimension."""
        return {
            (row.unit_id, row.dimension): row.value
            for row in self.rows
            if up_to is None or row.revision <= up_to
        }


def stored_step(rows: Iterable[RatingRow], step: Step) -> StoredStep:
    """Select a step's rows from an assignment's, which have older revisions first."""
    dimensions = {dimension.dimension for dimension in step.dimensions}
    return StoredStep(tuple(row for row in rows if row.dimension in dimensions))


def rubric_of(session: Session, assignment: AssignmentRow) -> Rubric:
    """Load the questions that an assignment asks."""
    return rubric_with_hash(session, assignment.study_id, assignment.rubric_hash)


def measured(seconds: float | None) -> float | None:
    """Keep a duration that can be one; None where it was not measured or cannot be true."""
    return seconds if seconds is not None and math.isfinite(seconds) and seconds >= 0 else None


def next_revisable_step(rubric: Rubric, *, after: int) -> int | None:
    """Find the next step whose answers are not locked; None if there is none."""
    return next((i for i, step in enumerate(rubric.steps) if i > after and not step.locks), None)
