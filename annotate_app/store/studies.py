"""Studies with their texts, rubrics, contrasts and items."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotate_app.store.models import Base, ContrastRow, ItemRow, RubricRow, StudyRow, StudyTextRow
from annotate_app.store.states import TextKind

__all__ = [
    "add_study",
    "all_studies",
    "contrasts_of",
    "items_of",
    "latest_rubric",
    "latest_text",
    "rubric_with_hash",
    "study_named",
    "study_of",
]


def add_study(session: Session, study: StudyRow, parts: Iterable[Base]) -> None:
    """Store a study, then everything that belongs to it."""
    session.add(study)
    session.flush()
    session.add_all(parts)


def study_of(session: Session, study_id: str, *, lock: bool = False) -> StudyRow | None:
    """Load a study; with `lock`, as the last committed, and kept from others until the transaction ends."""
    query = select(StudyRow).where(StudyRow.study_id == study_id)
    if lock:
        query = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    return session.scalar(query)


def study_named(session: Session, name: str) -> StudyRow | None:
    """Find a study by its name."""
    return session.scalar(select(StudyRow).where(StudyRow.name == name))


def all_studies(session: Session) -> tuple[StudyRow, ...]:
    """List all studies, newest first."""
    return tuple(session.scalars(select(StudyRow).order_by(StudyRow.created_at.desc(), StudyRow.study_id)))


def contrasts_of(session: Session, study_id: str) -> tuple[ContrastRow, ...]:
    """List a study's contrasts in order."""
    query = select(ContrastRow).where(ContrastRow.study_id == study_id).order_by(ContrastRow.position)
    return tuple(session.scalars(query))


def items_of(session: Session, study_id: str) -> tuple[ItemRow, ...]:
    """List a study's items by their ids."""
    return tuple(
        session.scalars(select(ItemRow).where(ItemRow.study_id == study_id).order_by(ItemRow.item_id))
    )


def latest_text(session: Session, study_id: str, kind: TextKind) -> StudyTextRow:
    """Load the version of a text that is shown now."""
    query = (
        select(StudyTextRow)
        .where(StudyTextRow.study_id == study_id, StudyTextRow.kind == kind)
        .order_by(StudyTextRow.version.desc())
        .limit(1)
    )
    return session.scalars(query).one()


def latest_rubric(session: Session, study_id: str) -> RubricRow:
    """Load the version of the questions that new assignments ask."""
    query = (
        select(RubricRow).where(RubricRow.study_id == study_id).order_by(RubricRow.version.desc()).limit(1)
    )
    return session.scalars(query).one()


def rubric_with_hash(session: Session, study_id: str, rubric_hash: str) -> RubricRow:
    """Load the version of the questions that an assignment asks."""
    query = select(RubricRow).where(RubricRow.study_id == study_id, RubricRow.rubric_hash == rubric_hash)
    return session.scalars(query).one()
