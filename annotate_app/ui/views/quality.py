"""What flags raters, with the numbers behind it; excluding one stays a person's recorded decision."""

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.design.quality import QualityFigures, QualityFlag
from annotate_app.services.studies import RaterQuality, StudySummary, exclude_rater, study_quality
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.text import prose
from annotate_app.ui.views.staff_frame import problems_shown

__all__ = ["show_quality"]

_LARGE = 2000
_NAMES = {
    QualityFlag.STRAIGHT_LINING: "same answers",
    QualityFlag.ONE_SIDE: "one side",
    QualityFlag.TOO_FAST: "too fast",
    QualityFlag.INCONSISTENT: "inconsistent",
    QualityFlag.FAILED_ATTENTION: "failed attention",
}


def show_quality(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    """Show the raters' figures and the form to decide about one; in a large study when it is asked for."""
    prose("Flags are signs to look at, not verdicts. Decide before unblinding who is left out, and say why.")
    if summary.n_completed > _LARGE and not st.toggle("Look at the raters", key="look-at-raters"):
        return
    raters = study_quality(place, admin, summary.study_id)
    _table(raters)
    if raters:
        with problems_shown():
            _decide(place, admin, summary.study_id, raters)


def _table(raters: tuple[RaterQuality, ...]) -> None:
    figures = [rater.figures for rater in raters]
    st.dataframe(
        {
            "rater": [rater.number for rater in raters],
            "flags": [", ".join(_NAMES[flag] for flag in one.flags) for one in figures],
            "submitted": [one.n_items for one in figures],
            "same answers": [f"{one.n_straight} of {one.n_scaled}" for one in figures],
            "dialogue A": [f"{one.n_first} of {one.n_decided}" for one in figures],
            "too fast": [f"{one.n_fast} of {one.n_timed}" for one in figures],
            "words a second": [_speed(one.words_per_second) for one in figures],
            "same again": [f"{one.n_alike} of {one.n_twice}" for one in figures],
            "points apart": [_points(one) for one in figures],
            "checks passed": [f"{one.n_passed} of {one.n_checks}" for one in figures],
            "excluded": [rater.exclusion_reason or "" for rater in raters],
        },
        hide_index=True,
        key="quality",
    )


def _decide(place: Workplace, admin: AdminPrincipal, study_id: str, raters: tuple[RaterQuality, ...]) -> None:
    rater = st.selectbox("Rater", raters, format_func=_name, key="exclusion-rater")
    verb = "Take rater {} in again" if rater.is_excluded else "Exclude rater {}"
    with st.form("exclusion", border=False):
        reason = st.text_input("Reason", key="exclusion-reason")
        late = st.checkbox("Also after conditions were exported (recorded)", key="exclusion-late")
        if not st.form_submit_button(verb.format(rater.number), key="exclude"):
            return
    exclude_rater(
        place,
        admin,
        study_id,
        rater.number,
        reason=reason,
        undo=rater.is_excluded,
        after_unblinding=late,
    )
    st.rerun()


def _speed(words_per_second: float | None) -> str:
    return "–" if words_per_second is None else f"{words_per_second:.1f}"


def _points(figures: QualityFigures) -> str:
    if figures.scale_difference is None:
        return "–"
    return f"{figures.scale_difference:.1f} ({figures.n_scales_twice} scales)"


def _name(rater: RaterQuality) -> str:
    return f"{rater.number} (excluded)" if rater.is_excluded else str(rater.number)
