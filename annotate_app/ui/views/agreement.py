"""Agreement while a study runs."""

import streamlit as st

from analysis.estimate import Estimate
from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.live_agreement import study_agreement
from annotate_app.services.studies import StudySummary
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.text import prose

__all__ = ["show_agreement"]

_LARGE = 2000
_WORDS = {"krippendorff_alpha": "Krippendorff's alpha", "percent_agreement": "percent agreement"}


def show_agreement(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    """Show the agreement so far; in a large study only when it is asked for."""
    prose(
        "Of the ratings stored so far, without excluded raters; intervals respect that items share "
        "environments. An export and its report say more."
    )
    if summary.n_completed > _LARGE and not st.button("Compute agreement", key="compute-agreement"):
        return
    rows = study_agreement(place, admin, summary.study_id)
    if not rows:
        prose("Nobody has rated anything yet.")
        return
    st.dataframe(
        {
            "question": [row.dimension for row in rows],
            "statistic": [_WORDS.get(row.statistic, row.statistic) for row in rows],
            "value": [_number(row.value) for row in rows],
            "95 % interval": [_interval(row) for row in rows],
            "units": [row.n_units for row in rows],
            "raters": [row.n_raters for row in rows],
            "note": [row.note for row in rows],
        },
        hide_index=True,
        key="agreement",
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _interval(row: Estimate) -> str:
    return "–" if row.low is None or row.high is None else f"{row.low:.2f} to {row.high:.2f}"
