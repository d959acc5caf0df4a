"""Studies: made from a batch, watched, closed, exported."""

from annotate_app.services.studies.add_raters import RaterLink, add_raters
from annotate_app.services.studies.close_study import close_study
from annotate_app.services.studies.create_study import CreatedStudy, create_study
from annotate_app.services.studies.exclude_rater import exclude_rater
from annotate_app.services.studies.export_study import ExportedBundle, export_study
from annotate_app.services.studies.list_studies import StudyState, StudySummary, find_study, list_studies
from annotate_app.services.studies.plan_check import MOST_CHECKS, MOST_ITEMS, MOST_REPEATS
from annotate_app.services.studies.study_plan import (
    DEFAULT_LEASE_MINUTES,
    FinalQuestion,
    StudyPlan,
    Withdrawal,
)
from annotate_app.services.studies.study_progress import (
    ItemProgress,
    RaterProgress,
    RaterState,
    StudyProgress,
    study_progress,
)
from annotate_app.services.studies.study_quality import RaterQuality, study_quality
from annotate_app.services.studies.study_texts import TextKind, TextVersion, change_text, study_texts

__all__ = [
    "DEFAULT_LEASE_MINUTES",
    "MOST_CHECKS",
    "MOST_ITEMS",
    "MOST_REPEATS",
    "CreatedStudy",
    "ExportedBundle",
    "FinalQuestion",
    "ItemProgress",
    "RaterLink",
    "RaterProgress",
    "RaterQuality",
    "RaterState",
    "StudyPlan",
    "StudyProgress",
    "StudyState",
    "StudySummary",
    "TextKind",
    "TextVersion",
    "Withdrawal",
    "add_raters",
    "change_text",
    "close_study",
    "create_study",
    "exclude_rater",
    "export_study",
    "find_study",
    "list_studies",
    "study_progress",
    "study_quality",
    "study_texts",
]
