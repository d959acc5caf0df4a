"""Compare a platform's list of submissions with what was really rated."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from annotate_app.design.principal import Staff
from annotate_app.errors import StudyError
from annotate_app.services.access import require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.recruitment import raters_from
from annotate_app.store.states import AssignmentState, Platform

__all__ = ["Reconciliation", "Refusal", "reconcile_prolific"]

_PERSON, _STATUS = "Participant id", "Status"
_WAITING = {"AWAITING REVIEW", "AWAITING_REVIEW"}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A submission that is not what was agreed, and why; a person should look at it first."""

    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What to do about the submissions that wait for review.

    Attributes
    ----------
    approve
        Participants who rated everything they were given.
    reject
        Participants who did not.
    bonus
        Participants to pay more, each the same amount; empty without one.
    missing
        Participants who rated everything and are not in the list.
    n_settled
        Submissions that were approved, rejected, returned or timed out before.
    """

    approve: tuple[str, ...]
    reject: tuple[Refusal, ...]
    bonus: tuple[str, ...]
    missing: tuple[str, ...]
    n_settled: int


def reconcile_prolific(
    place: Workplace, principal: Staff, study_id: str, submissions: str, *, bonus: Decimal | None = None
) -> Reconciliation:
    """Sort Prolific's submissions (its CSV download, whose columns are found by name).

    Raises
    ------
    StudyError
        If the text is not that file, with every problem.
    NotFoundError
        If there is no such study.
    """
    rows = _read(submissions)
    with place.database.reading() as session:
        require_staff(session, principal)
        existing_study(session, study_id)
        raters = raters_from(session, study_id, Platform.PROLIFIC)
        done: dict[str, int] = {}
        for row in assignments_of_study(session, study_id):
            done[row.rater_id] = done.get(row.rater_id, 0) + (row.state is AssignmentState.COMPLETED)
    finished = {person for person, rater in raters.items() if rater.finished_at is not None}
    waiting = [row[_PERSON] for row in rows if row[_STATUS].upper() in _WAITING]
    approve = tuple(person for person in waiting if person in finished)
    reject = tuple(
        Refusal(
            person,
            "did not finish: "
            f"{done.get(raters[person].rater_id, 0)} of {raters[person].n_expected or 'the'} items submitted"
            if person in raters
            else "never opened the study",
        )
        for person in waiting
        if person not in finished
    )
    listed = {row[_PERSON] for row in rows}
    return Reconciliation(
        approve=approve,
        reject=reject,
        bonus=approve if bonus else (),
        missing=tuple(sorted(finished - listed)),
        n_settled=len(rows) - len(waiting),
    )


def _read(text: str) -> Sequence[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    rows = [dict(row) for row in reader]
    problems = list(_problems(reader.fieldnames or (), rows))
    if problems:
        raise StudyError(problems)
    return rows


def _problems(columns: Sequence[str], rows: Sequence[dict[str, str]]) -> Iterator[str]:
    missing = [name for name in (_PERSON, _STATUS) if name not in columns]
    if missing:
        found, expected = ", ".join(columns) or "none", " and ".join(missing)
        yield f"Found the columns {found}, expected {expected} among them."
        return
    seen: set[str] = set()
    for line, row in enumerate(rows, start=2):
        person, status = row[_PERSON], row[_STATUS]
        if not person or not status:
            yield f"Line {line}: found no participant or no status, expected both."
        elif person in seen:
            yield f"Line {line}: participant {person} is there more than once."
        seen.add(person)
