"""A study that runs: made larger, its links watched, its questions revised, its people's time counted."""

from annotate_app.services.running.extend_study import ExtendedStudy, Extension, extend_study
from annotate_app.services.running.preview import BatchPreview, StudyPreview, preview_item
from annotate_app.services.running.rater_access import new_link, revoke_rater
from annotate_app.services.running.rater_tables import links_csv, times_csv
from annotate_app.services.running.rater_times import LinkState, RaterTime, rater_times

__all__ = [
    "BatchPreview",
    "ExtendedStudy",
    "Extension",
    "LinkState",
    "RaterTime",
    "StudyPreview",
    "extend_study",
    "links_csv",
    "new_link",
    "preview_item",
    "rater_times",
    "revoke_rater",
    "times_csv",
]
