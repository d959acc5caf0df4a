"""The study that is rated: sample dialogues, enough of them, and one invitation for each session."""

import io
import math
from dataclasses import dataclass

from annotate_app.design.principal import OperatorPrincipal
from annotate_app.services.studies import StudyPlan, create_study
from annotate_app.services.uploads import confirm_upload, preview_upload
from annotate_app.services.workplace import Workplace
from sim.scenarios.sample_batch import sample_episodes
from sim.schema.base import opaque_id

__all__ = ["LoadStudy", "make_study"]

_OPERATOR = OperatorPrincipal("load test")
_FEWEST_PAIRS = 40
_NAME = "load"


@dataclass(frozen=True, slots=True)
class LoadStudy:
    """A study, its invitations' tokens, and how many ratings an item may have."""

    study_id: str
    tokens: tuple[str, ...]
    raters_per_item: int


def make_study(place: Workplace, *, n_sessions: int, n_steps: int) -> LoadStudy:
    """Store a study in which every session finds work; no item has many places to spare.

    Raises
    ------
    AppError
        If the database cannot be reached, or holds such a study already.
    """
    n_items = math.ceil(n_steps / 2) + 1
    n_pairs = max(_FEWEST_PAIRS, n_items)
    content = _dialogues(n_pairs).encode()
    checked = preview_upload(place, _OPERATOR, io.BytesIO(content), name=_NAME).content_hash
    batch = confirm_upload(place, _OPERATOR, io.BytesIO(content), name=_NAME, content_hash=checked)
    raters_per_item = math.ceil(n_sessions * n_items / n_pairs)
    plan = StudyPlan(
        name=_NAME, batch_id=batch.batch_id, raters_per_item=raters_per_item, n_raters=n_sessions, seed=1
    )
    created = create_study(place, _OPERATOR, plan)
    return LoadStudy(created.study_id, tuple(link.token for link in created.links), raters_per_item)


def _dialogues(n_pairs: int) -> str:
    sample = sample_episodes()
    pairs = sorted({episode.pair_id for episode in sample})
    lines: list[str] = []
    for number in range(n_pairs):
        source = pairs[number % len(pairs)]
        lines += [
            episode.model_copy(
                update={
                    "pair_id": f"load-{number}",
                    "episode_id": opaque_id("load", str(number), episode.episode_id),
                }
            ).model_dump_json()
            for episode in sample
            if episode.pair_id == source
        ]
    return "".join(f"{line}\n" for line in lines)
