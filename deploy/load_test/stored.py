"""Compare what is stored with what raters were told is stored."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotate_app.design.answers import contract_answers
from annotate_app.design.blind_item import questions_of
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.models import AssignmentRow, RatingRow
from annotate_app.store.ratings import ratings_of_study
from annotate_app.store.states import AssignmentState
from annotate_app.store.studies import rubric_with_hash
from deploy.load_test.rater import Acknowledged
from deploy.load_test.study import LoadStudy

__all__ = ["Comparison", "compare"]

_Answer = tuple[str, str, str, str | float | None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Answers stored and acknowledged, and every way in which they can differ.

    Attributes
    ----------
    n_lost
        Acknowledged and not stored, or stored otherwise.
    n_unknown
        Stored, and acknowledged to nobody.
    n_twice
        Stored more than once.
    n_over_quota
        Ratings of an item beyond those wanted, and items given to the same rater twice.
    """

    n_stored: int
    n_acknowledged: int
    n_lost: int
    n_unknown: int
    n_twice: int
    n_over_quota: int

    @property
    def is_equal(self) -> bool:
        """Whether exactly what was acknowledged is stored, and nobody has too much."""
        return not (self.n_lost or self.n_unknown or self.n_twice or self.n_over_quota)


def compare(place: Workplace, study: LoadStudy, acknowledged: Sequence[Acknowledged]) -> Comparison:
    """Read every rating of the study and hold it against the acknowledged ones."""
    with place.database.reading() as session:
        given = {row.assignment_id: row for row in assignments_of_study(session, study.study_id)}
        rows = ratings_of_study(session, study.study_id)
        told: Counter[_Answer] = Counter()
        for one in acknowledged:
            assignment = given[one.assignment]
            step = rubric_with_hash(session, study.study_id, assignment.rubric_hash).steps[one.step]
            asked = questions_of(step, ("", ""), n_episodes=len(assignment.served))
            told.update(
                (one.assignment, answer.unit_id, answer.dimension, answer.value)
                for answer in contract_answers(asked, one.answers, assignment.served)
            )
    stored = Counter(_stored(row) for row in rows)
    places = Counter((row.assignment_id, row.unit_id, row.dimension) for row in rows)
    return Comparison(
        n_stored=len(rows),
        n_acknowledged=told.total(),
        n_lost=(told - stored).total(),
        n_unknown=(stored - told).total(),
        n_twice=sum(n - 1 for n in places.values()),
        n_over_quota=_over_quota(tuple(given.values()), study.raters_per_item),
    )


def _stored(row: RatingRow) -> _Answer:
    return (row.assignment_id, row.unit_id, row.dimension, row.value)


def _over_quota(rows: Sequence[AssignmentRow], wanted: int) -> int:
    taking = [row for row in rows if row.state is not AssignmentState.RETURNED and not row.surplus]
    of_item = Counter(row.item_id for row in taking)
    of_rater = Counter((row.item_id, row.rater_id) for row in rows)
    return sum(max(0, n - wanted) for n in of_item.values()) + sum(n - 1 for n in of_rater.values())
