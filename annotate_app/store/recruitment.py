"""Addresses for people whom a platform sends, and who came through them."""

from collections.abc import Mapping

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotate_app.store.models import RaterRow, RecruitmentRow
from annotate_app.store.states import Platform

__all__ = ["n_recruited", "rater_from", "raters_from", "recruitment_of_study", "recruitment_of_token"]


def recruitment_of_study(session: Session, study_id: str) -> RecruitmentRow | None:
    """Find a study's address."""
    return session.get(RecruitmentRow, study_id)


def recruitment_of_token(session: Session, token_hash: str) -> RecruitmentRow | None:
    """Find whose address this is."""
    return session.scalar(select(RecruitmentRow).where(RecruitmentRow.token_hash == token_hash))


def rater_from(session: Session, study_id: str, platform: Platform, external_id: str) -> RaterRow | None:
    """Find who somebody on a platform is in a study."""
    return session.scalar(
        select(RaterRow).where(
            RaterRow.study_id == study_id,
            RaterRow.platform == platform.value,
            RaterRow.external_id == external_id,
        )
    )


def n_recruited(session: Session, study_id: str, platform: Platform) -> int:
    """Count who came through the address."""
    query = select(func.count()).where(RaterRow.study_id == study_id, RaterRow.platform == platform.value)
    return session.scalar(query) or 0


def raters_from(session: Session, study_id: str, platform: Platform) -> Mapping[str, RaterRow]:
    """List who came from a platform, by their ids there."""
    query = select(RaterRow).where(RaterRow.study_id == study_id, RaterRow.platform == platform.value)
    return {rater.external_id: rater for rater in session.scalars(query) if rater.external_id is not None}
