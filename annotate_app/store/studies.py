"""Studies with their texts, rubrics, contrasts and items."""

from collections.abc import Iterable

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from annotate_app.store.models import Base, ContrastRow, RubricRow, StudyRow, StudyTextRow
from annotate_app.store.states import TextKind
from annotate_app.store.unchanging import unchanging
from sim.schema.rubric import Rubric

__all__ = [
    "add_rubric",
    "add_study",
    "add_text",
    "all_studies",
    "contrasts_of",
    "latest_rubric",
    "latest_text",
    "rubric_with_hash",
    "rubrics_of",
    "shown_text",
    "study_named",
    "study_of",
    "text_version",
    "texts_of",
]

_ONE = select(StudyRow).where(StudyRow.study_id == bindparam("study_id"))
_LOCKED = _ONE.with_for_update(key_share=True).execution_options(populate_existing=True)
_RUBRIC = select(RubricRow).where(
    RubricRow.study_id == bindparam("study_id"), RubricRow.rubric_hash == bindparam("rubric_hash")
)
_LATEST_RUBRIC = (
    select(RubricRow)
    .where(RubricRow.study_id == bindparam("study_id"))
    .order_by(RubricRow.version.desc())
    .limit(1)
)
_LATEST_TEXT = (
    select(StudyTextRow)
    .where(StudyTextRow.study_id == bindparam("study_id"), StudyTextRow.kind == bindparam("kind"))
    .order_by(StudyTextRow.version.desc())
    .limit(1)
)


def add_study(session: Session, study: StudyRow, parts: Iterable[Base]) -> None:
    """Store a study, then everything that belongs to it."""
    session.add(study)
    session.flush()
    session.add_all(parts)


def study_of(session: Session, study_id: str, *, lock: bool = False) -> StudyRow | None:
    """Load a study; with `lock`, as the last committed, and kept from others until the transaction ends."""
    return session.scalar(_LOCKED if lock else _ONE, {"study_id": study_id})


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


def latest_text(session: Session, study_id: str, kind: TextKind) -> StudyTextRow:
    """Load the version of a text that is shown now."""
    return session.scalars(_LATEST_TEXT, {"study_id": study_id, "kind": kind}).one()


def shown_text(session: Session, study_id: str, kind: TextKind) -> str:
    """Load the text that is shown now; empty where the study has none of this kind."""
    row = session.scalars(_LATEST_TEXT, {"study_id": study_id, "kind": kind}).one_or_none()
    return "" if row is None else row.text


def texts_of(session: Session, study_id: str) -> tuple[StudyTextRow, ...]:
    """List every version of a study's texts, by kind, older versions first."""
    query = (
        select(StudyTextRow)
        .where(StudyTextRow.study_id == study_id)
        .order_by(StudyTextRow.kind, StudyTextRow.version)
    )
    return tuple(session.scalars(query))


def add_text(session: Session, row: StudyTextRow) -> None:
    """Store a new version of a text."""
    session.add(row)


def rubrics_of(session: Session, study_id: str) -> tuple[RubricRow, ...]:
    """List every version of a study's questions, oldest first."""
    query = select(RubricRow).where(RubricRow.study_id == study_id).order_by(RubricRow.version)
    return tuple(session.scalars(query))


def add_rubric(session: Session, rubric: RubricRow) -> None:
    """Store a new version of a study's questions."""
    session.add(rubric)


def latest_rubric(session: Session, study_id: str) -> RubricRow:
    """Load the version of the questions that new assignments ask."""
    return session.scalars(_LATEST_RUBRIC, {"study_id": study_id}).one()


def rubric_with_hash(session: Session, study_id: str, rubric_hash: str) -> Rubric:
    """Load the version of the questions that an assignment asks."""

    def load() -> Rubric:
        row = session.scalars(_RUBRIC, {"study_id": study_id, "rubric_hash": rubric_hash}).one()
        return Rubric.model_validate_json(row.document)

    return unchanging(session).rubrics.get_or((study_id, rubric_hash), load)


def text_version(session: Session, study_id: str, kind: TextKind, version: int) -> str:
    """Load one version of a text."""

    def load() -> str:
        return session.get_one(StudyTextRow, (study_id, kind, version)).text

    return unchanging(session).texts.get_or((study_id, kind, version), load)
