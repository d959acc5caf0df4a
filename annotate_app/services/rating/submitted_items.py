"""What a rater submitted, to be found again in a list."""

from sqlalchemy.orm import Session

from annotate_app.design.blind_item import blind_item
from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import SubmittedItem
from annotate_app.services.access import require_standing
from annotate_app.services.rating.stored_step import next_revisable_step
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import Submission, submissions_of_rater
from annotate_app.store.episodes import blind_episodes
from annotate_app.store.standing import Standing
from annotate_app.store.states import StudyState
from annotate_app.store.studies import rubric_with_hash
from annotate_app.store.unchanging import unchanging
from sim.schema.episode import BlindEpisode
from sim.schema.rubric import Rubric

__all__ = ["submitted_items", "submitted_of"]

_LONGEST_HINT = 80


def submitted_items(place: Workplace, principal: RaterPrincipal) -> tuple[SubmittedItem, ...]:
    """List the rater's submitted items in the order they were rated."""
    with place.database.reading() as session:
        return submitted_of(session, require_standing(session, principal))


def submitted_of(session: Session, standing: Standing) -> tuple[SubmittedItem, ...]:
    """List the submitted items of a rater who stands there."""
    if not standing.n_completed:
        return ()
    study_id, is_open = standing.study.study_id, standing.study.state is StudyState.OPEN
    items: list[SubmittedItem] = []
    for one in submissions_of_rater(session, standing.rater.rater_id):
        rubric = rubric_with_hash(session, study_id, one.rubric_hash)
        items.append(
            SubmittedItem(
                assignment=one.assignment_id,
                number=one.position + 1,
                hint=_hint(session, rubric, one),
                submitted_at=one.submitted_at,
                can_revise=is_open and next_revisable_step(rubric, after=-1) is not None,
            )
        )
    return tuple(items)


def _hint(session: Session, rubric: Rubric, one: Submission) -> str:
    return unchanging(session).hints.get_or(
        (one.rubric_hash, one.episode_id),
        lambda: _beginning(rubric, blind_episodes(session, [one.episode_id])[one.episode_id]),
    )


def _beginning(rubric: Rubric, episode: BlindEpisode) -> str:
    # The first step shows least, so what it shows was seen whenever the item was.
    item = blind_item(rubric.steps[0], (episode,))
    words = " ".join((item.setting or item.a[0].text).split())
    return words if len(words) <= _LONGEST_HINT else f"{words[: _LONGEST_HINT - 1]}…"
