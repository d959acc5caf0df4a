"""Watch studies: how far they are, who rates, what raters agree on; and take the data out."""

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.running import StudyPreview, pilot_progress
from annotate_app.services.studies import (
    StudyProgress,
    StudySummary,
    list_studies,
    study_progress,
)
from annotate_app.services.studies.study_progress import RaterState
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.links import show_links
from annotate_app.ui.components.text import prose
from annotate_app.ui.state import take
from annotate_app.ui.views.export import show_export
from annotate_app.ui.views.manage import show_manage
from annotate_app.ui.views.preview import open_preview
from annotate_app.ui.views.quality import show_quality
from annotate_app.ui.views.raters import NEW_LINKS, show_raters
from annotate_app.ui.views.staff_frame import problems_shown
from annotate_app.ui.views.study_texts import show_texts

__all__ = ["show_studies"]

_TABS = (
    "Raters",
    "Items",
    "Agreement",
    "Disputed",
    "Quality",
    "Texts",
    "Preregistration",
    "Export",
    "Manage",
)


def show_studies(place: Workplace, admin: AdminPrincipal) -> None:
    """Show the page under its heading."""
    links = take(NEW_LINKS)
    if links is not None:
        show_links(links)
    studies = list_studies(place, admin)
    if not studies:
        prose("There is no study yet. Upload a file of episodes, then make a study of it.")
        return
    study = st.selectbox("Study", studies, format_func=_name, key="study")
    with problems_shown():
        progress = study_progress(place, admin, study.study_id)
        _overview(progress)
        pilot = pilot_progress(place, admin, study.study_id)
        if pilot is not None:
            prose(
                f"Pilot, apart from the numbers above: {pilot.n_completed} of {pilot.n_wanted} ratings in, "
                f"{pilot.n_finished} of {pilot.n_raters} raters finished, {pilot.n_items} items."
            )
        if st.button("Preview as a rater", key="preview"):
            open_preview(StudyPreview(study.study_id))
        tabs = st.tabs(_TABS)
        with tabs[0]:
            show_raters(place, admin, progress.summary)
        with tabs[1]:
            _items(progress)
        with tabs[2]:
            _agreement(place, admin, progress.summary)
        with tabs[3]:
            _disputed(place, admin, progress.summary)
        with tabs[4]:
            show_quality(place, admin, progress.summary)
        with tabs[5]:
            show_texts(place, admin, progress.summary)
        with tabs[6]:
            _registration(place, admin, progress.summary)
        with tabs[7]:
            show_export(place, admin, progress.summary)
        with tabs[8]:
            show_manage(place, admin, progress.summary)


def _overview(progress: StudyProgress) -> None:
    summary = progress.summary
    if summary.n_wanted:
        st.progress(min(1.0, summary.n_completed / summary.n_wanted))
    finished = sum(rater.state is RaterState.FINISHED for rater in progress.raters)
    with st.container(horizontal=True):
        st.metric("Ratings in", f"{summary.n_completed} of {summary.n_wanted}", border=True)
        st.metric("Items", summary.n_items, border=True)
        st.metric("Raters finished", f"{finished} of {summary.n_raters}", border=True)
        st.metric("Side imbalance", f"± {progress.worst_imbalance}", border=True)
        st.metric("Status", summary.status, border=True)


def _items(progress: StudyProgress) -> None:
    items = progress.items
    if st.toggle("Only items with fewer ratings than wanted", key="only-missing"):
        items = tuple(item for item in items if item.n_completed < item.n_wanted)
    prose(_left(progress))
    st.dataframe(
        {
            "item": [item.item_id for item in items],
            "pair": [item.pair_id for item in items],
            "submitted": [item.n_completed for item in items],
            "begun": [item.n_running for item in items],
            "wanted": [item.n_wanted for item in items],
            "raters at work": [", ".join(map(str, item.at_work)) for item in items],
            "one order": [item.n_first for item in items],
            "other order": [item.n_second for item in items],
        },
        hide_index=True,
        key="items",
    )
    if progress.skips:
        prose("Skipped by raters, with their reasons; each went to somebody else.")
        st.dataframe(
            {
                "item": [skip.item_id for skip in progress.skips],
                "rater": [skip.rater for skip in progress.skips],
                "reason": [skip.reason.value.replace("_", " ") for skip in progress.skips],
                "remark": [skip.remark for skip in progress.skips],
            },
            hide_index=True,
            key="skips",
        )


def _left(progress: StudyProgress) -> str:
    missing = "1 rating is" if progress.n_missing == 1 else f"{progress.n_missing} ratings are"
    if progress.minutes_left is None or progress.minutes_per_item is None:
        return f"{missing} missing; no time was measured yet."
    return (
        f"{missing} missing: about {progress.minutes_left / 60:.1f} hours of raters' work, at "
        f"{progress.minutes_per_item:.1f} minutes an item (the median so far)."
    )


def _agreement(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    # pandas and scipy come with it: raters' pages start without them.
    from annotate_app.ui.views.agreement import show_agreement  # noqa: PLC0415

    show_agreement(place, admin, summary)


def _disputed(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    from annotate_app.ui.views.disputed import show_disputed  # noqa: PLC0415

    show_disputed(place, admin, summary)


def _registration(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    from annotate_app.ui.views.registration import show_registration  # noqa: PLC0415

    show_registration(place, admin, summary)


def _name(study: StudySummary) -> str:
    return f"{study.name} ({study.status}, {study.n_completed} of {study.n_wanted})"
