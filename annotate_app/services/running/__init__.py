"""A study that runs: made larger, its links watched, its questions revised, its people's time counted."""

from annotate_app.services.running.extend_study import ExtendedStudy, Extension, extend_study
from annotate_app.services.running.pilot import (
    PilotPlan,
    PilotProgress,
    PilotWave,
    add_pilot,
    pilot_progress,
)
from annotate_app.services.running.preview import BatchPreview, StudyPreview, preview_item
from annotate_app.services.running.rater_access import new_link, revoke_rater
from annotate_app.services.running.rater_tables import links_csv, times_csv
from annotate_app.services.running.rater_times import LinkState, RaterTime, rater_times
from annotate_app.services.running.revise_questions import RevisedQuestions, revise_questions

__all__ = [
    "BatchPreview",
    "ExtendedStudy",
    "Extension",
    "LinkState",
    "PilotPlan",
    "PilotProgress",
    "PilotWave",
    "RaterTime",
    "RevisedQuestions",
    "StudyPreview",
    "add_pilot",
    "extend_study",
    "links_csv",
    "new_link",
    "pilot_progress",
    "preview_item",
    "rater_times",
    "revise_questions",
    "revoke_rater",
    "times_csv",
]
