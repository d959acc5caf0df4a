"""Raters from crowd platforms and open doors: one address for all, one rater per person."""

from annotate_app.services.recruitment.enter_study import enter_study
from annotate_app.services.recruitment.open_recruitment import (
    RecruitmentPlan,
    close_recruitment,
    open_recruitment,
)
from annotate_app.services.recruitment.reconcile import Reconciliation, reconcile_prolific
from annotate_app.services.recruitment.way_back import way_back
from annotate_app.store.states import Platform

__all__ = [
    "Platform",
    "Reconciliation",
    "RecruitmentPlan",
    "close_recruitment",
    "enter_study",
    "open_recruitment",
    "reconcile_prolific",
    "way_back",
]
