"""Make a new study's rows."""

from collections.abc import Iterable

from annotate_app.services.studies.plan_check import CheckedPlan, EpisodePair
from annotate_app.services.studies.study_plan import StudyPlan
from annotate_app.store.models import (
    Base,
    ContrastRow,
    ItemRow,
    QuestionnaireRow,
    RubricRow,
    StudyRow,
    StudyTextRow,
)
from annotate_app.store.states import StudyState, TextKind
from sim.schema.base import opaque_id
from sim.schema.questionnaire import Moment
from sim.schema.rating import Purpose
from sim.schema.study import StudyDocument

__all__ = ["item_rows", "part_rows", "study_row"]


def study_row(checked: CheckedPlan, plan: StudyPlan, *, by: str) -> StudyRow:
    """Make the row of an open study."""
    document = checked.document
    return StudyRow(
        study_id=document.study_id,
        name=document.name,
        state=StudyState.OPEN,
        protocol=document.protocol,
        raters_per_item=document.raters_per_item,
        items_per_rater=plan.items_per_rater,
        items_per_environment=plan.items_per_environment,
        repeats=plan.repeats,
        attention=plan.attention,
        lease_minutes=plan.lease_minutes,
        break_every=plan.break_every,
        withdrawal=plan.withdrawal,
        described_first=None if document.descriptions is None else document.descriptions.first,
        described_second=None if document.descriptions is None else document.descriptions.second,
        language=document.language,
        seed=document.seed,
        created_at=document.created_at,
        created_by=by,
    )


def part_rows(checked: CheckedPlan) -> list[Base]:
    """Make the rows of a study's contrasts, questions, questionnaires and texts, in their first version."""
    document = checked.document
    study_id, now = document.study_id, document.created_at
    contrasts = [
        ContrastRow(study_id=study_id, position=position, first=contrast.first, second=contrast.second)
        for position, contrast in enumerate(document.contrasts)
    ]
    rubric = RubricRow(
        study_id=study_id,
        version=1,
        rubric_hash=document.rubric.rubric_hash,
        document=document.rubric.model_dump_json(),
        created_at=now,
    )
    texts = [
        StudyTextRow(
            study_id=study_id, kind=TextKind(text.kind), version=text.version, text=text.text, created_at=now
        )
        for text in document.texts
    ]
    return [*contrasts, rubric, *texts, *_questionnaire_rows(document)]


def _questionnaire_rows(document: StudyDocument) -> list[Base]:
    asked = {Moment.BEFORE: document.before, Moment.AFTER: document.after, Moment.FINAL: document.final}
    return [
        QuestionnaireRow(
            study_id=document.study_id,
            moment=moment,
            questionnaire_hash=questionnaire.questionnaire_hash,
            document=questionnaire.model_dump_json(),
            created_at=document.created_at,
        )
        for moment, questionnaire in asked.items()
        if questionnaire is not None
    ]


def item_rows(
    study_id: str, pairs: Iterable[EpisodePair], *, layout: str, purpose: Purpose = Purpose.MAIN
) -> list[ItemRow]:
    """Make one item per pair, or per episode where the layout shows a `single` dialogue at a time.

    The episodes of a pair are in sorted order, which says nothing of their conditions.
    """
    if layout == "single":
        return [_item(study_id, purpose, pair, episode) for pair in pairs for episode in _ids(pair)]
    return [_item(study_id, purpose, pair, *_ids(pair)) for pair in pairs]


def _ids(pair: EpisodePair) -> list[str]:
    return sorted((pair.first.episode_id, pair.second.episode_id))


def _item(
    study_id: str, purpose: Purpose, pair: EpisodePair, episode_1: str, episode_2: str | None = None
) -> ItemRow:
    episodes = (episode_1,) if episode_2 is None else (episode_1, episode_2)
    return ItemRow(
        item_id=opaque_id(study_id, purpose, *episodes),
        study_id=study_id,
        pair_id=pair.first.pair_id,
        environment_id=pair.first.environment_id,
        scenario_id=pair.first.scenario_id,
        episode_1=episode_1,
        episode_2=episode_2,
        purpose=purpose,
        arm=int(episode_1 != pair.first.episode_id),
    )
