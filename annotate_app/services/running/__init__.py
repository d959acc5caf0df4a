"""A study that runs: made larger, its links watched, its questions revised, its people's time counted."""

from annotate_app.services.running.extend_study import ExtendedStudy, Extension, extend_study

__all__ = ["ExtendedStudy", "Extension", "extend_study"]
