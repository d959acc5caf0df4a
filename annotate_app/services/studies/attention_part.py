"""Check that a study can have attention checks."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from sqlalchemy.orm import Session

from annotate_app.design.attention import LEAST_TURNS
from annotate_app.services.studies.study_plan import StudyPlan
from annotate_app.store.episodes import blind_episodes
from annotate_app.store.models import EpisodeRow
from sim.schema.rubric import Rubric
from sim.schema.scale import PreferenceAnswer

__all__ = ["attention_problems"]


class _Pair(Protocol):
    @property
    def first(self) -> EpisodeRow: ...

    @property
    def second(self) -> EpisodeRow: ...


def attention_problems(
    session: Session, plan: StudyPlan, rubric: Rubric, pairs: Sequence[_Pair]
) -> Iterator[str]:
    """Say why raters cannot be given attention checks, where the plan wants them."""
    if plan.attention <= 0:
        return
    if rubric.layout != "pair" or not any(
        isinstance(question.answer, PreferenceAnswer) for question in rubric.dimensions
    ):
        yield (
            f"Protocol {rubric.rubric_id!r} asks for no preference, so nobody could say which dialogue of an "
            "attention check is intact. Choose a protocol with a preference, or leave the checks out."
        )
    ids = (one.episode_id for pair in pairs for one in (pair.first, pair.second))
    if pairs and not any(_is_long_enough(session, episode_id) for episode_id in ids):
        yield (
            f"No dialogue has {LEAST_TURNS} turns or more, from which an attention check could be made. "
            "Leave the checks out."
        )


def _is_long_enough(session: Session, episode_id: str) -> bool:
    return len(blind_episodes(session, [episode_id])[episode_id].turns) >= LEAST_TURNS
