"""Find a study or say that there is none."""

from sqlalchemy.orm import Session

from annotate_app.errors import NotFoundError
from annotate_app.store.models import StudyRow
from annotate_app.store.studies import study_of

__all__ = ["existing_study"]


def existing_study(session: Session, study_id: str, *, lock: bool = False) -> StudyRow:
    """Load a study.

    Raises
    ------
    NotFoundError
        If there is none of this id.
    """
    study = study_of(session, study_id, lock=lock)
    if study is None:
        raise NotFoundError(f"There is no study {study_id!r}. `blindpair study list` lists those there are.")
    return study
