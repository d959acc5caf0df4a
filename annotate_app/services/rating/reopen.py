"""Go back to a submitted item, and forward again."""

from annotate_app.design.blind_item import blind_item
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import SubmittedItem
from annotate_app.errors import NotAllowedError
from annotate_app.services.access import actor_of, own_assignment, require_rater
from annotate_app.services.rating.stored_step import next_revisable_step, rubric_of
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_rater, leave_reopened
from annotate_app.store.episodes import blind_episodes
from annotate_app.store.events import add_event
from annotate_app.store.states import AssignmentState, StudyState
from annotate_app.store.studies import study_of
from sim.schema.episode import BlindEpisode
from sim.schema.rubric import Rubric

__all__ = ["reopen", "return_to_current", "submitted_items"]

_LONGEST_HINT = 80


def submitted_items(place: Workplace, principal: RaterPrincipal) -> tuple[SubmittedItem, ...]:
    """List the rater's submitted items in the order they were rated."""
    with place.database.reading() as session:
        rater = require_rater(session, principal)
        study = study_of(session, rater.study_id)
        is_open = study is not None and study.state is StudyState.OPEN
        rows = [row for row in assignments_of_rater(session, rater.rater_id) if row.submitted_at]
        episodes = blind_episodes(session, [row.served_first for row in rows])
        items: list[SubmittedItem] = []
        for row in rows:
            rubric = rubric_of(session, row)
            if row.submitted_at is not None:
                items.append(
                    SubmittedItem(
                        assignment=row.assignment_id,
                        number=row.position + 1,
                        hint=_hint(rubric, episodes[row.served_first]),
                        submitted_at=row.submitted_at,
                        can_revise=is_open and next_revisable_step(rubric, after=-1) is not None,
                    )
                )
        return tuple(items)


def reopen(place: Workplace, principal: RaterPrincipal, assignment: str) -> None:
    """Make a submitted item the one that `session_view` shows, until it is submitted again or left.

    Raises
    ------
    NotAllowedError
        If the assignment is not this rater's, is not submitted, or has no step that may be revised, or the
        study is closed.
    """
    with place.database.writing() as session:
        rater = require_rater(session, principal, lock=True)
        study = study_of(session, rater.study_id)
        if study is None or study.state is not StudyState.OPEN:
            raise NotAllowedError("The study is closed: what you submitted is kept as it is.")
        leave_reopened(session, rater.rater_id)
        row = own_assignment(session, rater, assignment, lock=True)
        step = next_revisable_step(rubric_of(session, row), after=-1)
        if row.state is not AssignmentState.COMPLETED or step is None:
            raise NotAllowedError(
                "Only submitted items with answers that are not locked can be opened again."
            )
        row.reopened_step = step
        add_event(
            session,
            at=place.clock(),
            actor=actor_of(principal),
            action="reopened",
            study_id=row.study_id,
            about=row.assignment_id,
        )


def return_to_current(place: Workplace, principal: RaterPrincipal) -> None:
    """Leave a reopened item as it is stored and go on where the rater was."""
    with place.database.writing() as session:
        leave_reopened(session, require_rater(session, principal, lock=True).rater_id)


def _hint(rubric: Rubric, episode: BlindEpisode) -> str:
    # The first step shows least, so what it shows was seen whenever the item was.
    item = blind_item(rubric.steps[0], (episode,))
    words = " ".join((item.setting or item.a[0].text).split())
    return words if len(words) <= _LONGEST_HINT else f"{words[: _LONGEST_HINT - 1]}…"
