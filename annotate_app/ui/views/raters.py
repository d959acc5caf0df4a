"""A study's raters: how far they are, how long they worked, whether their links open; and new ones."""

from datetime import UTC, datetime, time

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.running import (
    PilotPlan,
    RaterTime,
    add_pilot,
    new_link,
    pilot_progress,
    rater_times,
    revoke_rater,
    times_csv,
)
from annotate_app.services.studies import StudySummary, add_raters
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.text import prose
from annotate_app.ui.state import keep
from annotate_app.ui.views.staff_frame import problems_shown

__all__ = ["NEW_LINKS", "show_raters"]

NEW_LINKS = "new-links"


def show_raters(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    """Show the raters with what can be done for one, and the form for more."""
    raters = rater_times(place, admin, summary.study_id)
    _table(raters)
    if raters:
        _times(raters)
        with problems_shown():
            _one(place, admin, summary.study_id, raters)
    if summary.status != "closed":
        with problems_shown():
            _more(place, admin, summary)
        with problems_shown():
            _pilot(place, admin, summary)


def _table(raters: tuple[RaterTime, ...]) -> None:
    st.dataframe(
        {
            "rater": [one.number for one in raters],
            "state": [one.state.value for one in raters],
            "wave": [one.purpose.value for one in raters],
            "submitted": [one.n_items for one in raters],
            "begun": [one.n_running for one in raters],
            "minutes": ["–" if one.minutes is None else f"{one.minutes:.1f}" for one in raters],
            "last seen": [one.last_at for one in raters],
            "link": [one.link.value for one in raters],
        },
        hide_index=True,
        column_config={
            "last seen": st.column_config.DatetimeColumn("last seen (UTC)", format="YYYY-MM-DD HH:mm")
        },
        key="raters",
    )


def _times(raters: tuple[RaterTime, ...]) -> None:
    with_ids = st.checkbox("With the platform's ids of people", key="times-with-ids")
    st.download_button(
        "Times for paying (CSV)",
        times_csv(raters, with_ids=with_ids),
        "rater-times.csv",
        "text/csv",
        on_click="ignore",
        key="times",
    )


def _one(place: Workplace, admin: AdminPrincipal, study_id: str, raters: tuple[RaterTime, ...]) -> None:
    st.subheader("One rater's link", anchor=False)
    rater = st.selectbox("Rater", raters, format_func=_name, key="link-rater")
    with st.container(horizontal=True):
        if st.button("Make a new link", key="new-link"):
            keep(NEW_LINKS, (new_link(place, admin, study_id, rater.number),))
            st.rerun()
        with st.popover("Revoke access"):
            prose(
                f"Link and sessions of rater {rater.number} open nothing any more, as the page then says. "
                "The item in hand goes to somebody else; what was submitted stays. A new link lets them in."
            )
            if st.button(f"Revoke rater {rater.number}", key="revoke"):
                revoke_rater(place, admin, study_id, rater.number)
                st.rerun()


def _more(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    st.subheader("More raters", anchor=False)
    with st.form("more-raters", border=False):
        left, right = st.columns(2)
        count = left.number_input("How many", 1, 10_000, 1, key="more-count")
        day = right.date_input("Links open sessions until the end of (UTC)", None, key="more-until")
        if not st.form_submit_button("Make links", key="more"):
            return
    until = None if day is None else datetime.combine(day, time.max, UTC)
    made = add_raters(place, admin, summary.study_id, n_raters=int(count), expires_at=until)
    keep(NEW_LINKS, made)
    st.rerun()


def _pilot(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    st.subheader("Pilot wave", anchor=False)
    there = pilot_progress(place, admin, summary.study_id) is not None
    prose(
        "Some pairs, chosen by the study's seed over its environments, for people of their own. Ratings "
        "are marked and left out of the analysis; the main study's counts know nothing of them."
    )
    with st.form("pilot", border=False):
        left, right = st.columns(2)
        n_raters = left.number_input("Pilot raters", 1, 1000, 3, key="pilot-raters")
        n_pairs = None if there else right.number_input("Pairs", 1, 100_000, 1, key="pilot-pairs")
        if not st.form_submit_button("Add people to the pilot" if there else "Make the pilot", key="pilot"):
            return
    plan = PilotPlan(int(n_raters), None if n_pairs is None else int(n_pairs))
    keep(NEW_LINKS, add_pilot(place, admin, summary.study_id, plan).links)
    st.rerun()


def _name(rater: RaterTime) -> str:
    return f"{rater.number} ({rater.state}, link {rater.link})"
