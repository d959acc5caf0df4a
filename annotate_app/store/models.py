"""All tables in one place: importing this module completes the metadata."""

from annotate_app.store.base import Base
from annotate_app.store.episode_models import BatchEpisodeRow, BatchRow, BlindEpisodeRow, EpisodeRow
from annotate_app.store.people_models import (
    AdministratorRow,
    AdminSessionRow,
    EventRow,
    ExclusionRow,
    InvitationRow,
    RaterRow,
    RaterSessionRow,
    SignInFailureRow,
)
from annotate_app.store.preregistration_models import PreregistrationRow
from annotate_app.store.questionnaire_models import GuessRow, PersonAnswerRow, QuestionnaireRow
from annotate_app.store.rating_models import AssignmentRow, DraftRow, RatingRow
from annotate_app.store.recruitment_models import RecruitmentRow
from annotate_app.store.study_models import ContrastRow, ItemRow, RubricRow, StudyRow, StudyTextRow

__all__ = [
    "AdminSessionRow",
    "AdministratorRow",
    "AssignmentRow",
    "Base",
    "BatchEpisodeRow",
    "BatchRow",
    "BlindEpisodeRow",
    "ContrastRow",
    "DraftRow",
    "EpisodeRow",
    "EventRow",
    "ExclusionRow",
    "GuessRow",
    "InvitationRow",
    "ItemRow",
    "PersonAnswerRow",
    "PreregistrationRow",
    "QuestionnaireRow",
    "RaterRow",
    "RaterSessionRow",
    "RatingRow",
    "RecruitmentRow",
    "RubricRow",
    "SignInFailureRow",
    "StudyRow",
    "StudyTextRow",
]
