"""Find an item to preview; nothing is written."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from annotate_app.design.preview import PreviewItem
from annotate_app.design.principal import Staff
from annotate_app.design.texts import DEFAULT_INSTRUCTIONS
from annotate_app.errors import NotFoundError
from annotate_app.language import translation_of
from annotate_app.services.access import require_staff
from annotate_app.services.studies.find import existing_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.episodes import blind_episodes, episodes_of_batch
from annotate_app.store.items import items_of
from annotate_app.store.states import TextKind
from annotate_app.store.studies import latest_rubric, latest_text
from sim.schema.episode import BlindEpisode
from sim.schema.rating import Purpose
from sim.schema.rubric import Rubric

__all__ = ["BatchPreview", "StudyPreview", "preview_item"]


@dataclass(frozen=True, slots=True)
class StudyPreview:
    """Preview a study that there is."""

    study_id: str


@dataclass(frozen=True, slots=True)
class BatchPreview:
    """Preview questions about a batch's first pair, before there is a study."""

    batch_id: str
    rubric: Rubric
    instructions: str | None = None
    language: str = "en"


def preview_item(place: Workplace, principal: Staff, source: StudyPreview | BatchPreview) -> PreviewItem:
    """Load the item: a study's first one, or a batch's first pair.

    Raises
    ------
    NotFoundError
        If there is no such study, or the batch has no pair.
    """
    with place.database.reading() as session:
        require_staff(session, principal)
        if isinstance(source, StudyPreview):
            return _of_study(session, source.study_id)
        default = translation_of(source.language).say(DEFAULT_INSTRUCTIONS)
        text = default if source.instructions is None else source.instructions
        return PreviewItem(source.rubric, _of_batch(session, source), text, source.language)


def _of_study(session: Session, study_id: str) -> PreviewItem:
    study = existing_study(session, study_id)
    rubric = Rubric.model_validate_json(latest_rubric(session, study_id).document)
    item = next(one for one in items_of(session, study_id) if one.purpose is Purpose.MAIN)
    served = _blind(
        session, *((item.episode_1,) if item.episode_2 is None else (item.episode_1, item.episode_2))
    )
    instructions = latest_text(session, study_id, TextKind.INSTRUCTIONS).text
    return PreviewItem(rubric, served, instructions, study.language)


def _of_batch(session: Session, source: BatchPreview) -> tuple[BlindEpisode, ...]:
    by_pair: dict[str, list[str]] = {}
    for row in episodes_of_batch(session, source.batch_id):
        of_pair = by_pair.setdefault(row.pair_id, [])
        of_pair.append(row.episode_id)
        if len(of_pair) == 2:
            return _blind(session, *(of_pair[:1] if source.rubric.layout == "single" else of_pair))
    raise NotFoundError(f"Batch {source.batch_id!r} has no pair of dialogues to show.")


def _blind(session: Session, *episode_ids: str) -> tuple[BlindEpisode, ...]:
    found = blind_episodes(session, episode_ids)
    return tuple(found[episode_id] for episode_id in episode_ids)
