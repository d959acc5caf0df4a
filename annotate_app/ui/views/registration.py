"""Preregister a study, and see what is otherwise by now."""

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.planning.preregister_study import (
    Intentions,
    preregister_study,
    primary_choices,
)
from annotate_app.services.planning.preregistration_text import registration_json, registration_markdown
from annotate_app.services.studies import StudySummary
from annotate_app.services.studies.registrations import study_preregistrations
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.power_part import assumption_fields
from annotate_app.ui.components.text import prose
from annotate_app.ui.views.staff_frame import problems_shown
from sim.schema.preregistration import PreregistrationFile

__all__ = ["show_registration"]


def show_registration(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    """Show what was registered with the deviations since, and the form for a new version."""
    prose(
        "Freezes questions, items, raters, limits, seed, analyses, exclusion rules and power with their "
        "time and a hash, before anybody looks at the conditions. Nothing registered can be changed: "
        "registering again makes a new version, and the bundle holds them all."
    )
    file = study_preregistrations(place, admin, summary.study_id)
    if file is not None:
        _registered(file)
    with problems_shown():
        choices = primary_choices(place, admin, summary.study_id)
        _register(place, admin, summary.study_id, choices, again=file is not None)


def _registered(file: PreregistrationFile) -> None:
    latest = file.registrations[-1]
    late = ", after the conditions had been exported" if latest.document.late else ""
    prose(
        f"Version {latest.document.version}, registered "
        f"{latest.document.registered_at:%Y-%m-%d %H:%M} UTC{late}.\nSHA-256 {latest.sha256}"
    )
    with st.container(horizontal=True):
        st.download_button(
            "Download to read (Markdown)",
            registration_markdown(file),
            "preregistration.md",
            "text/markdown",
            on_click="ignore",
            key="registration-md",
        )
        st.download_button(
            "Download as data (JSON)",
            registration_json(latest),
            "preregistration.json",
            "application/json",
            on_click="ignore",
            key="registration-json",
        )
    if not file.deviations:
        prose("The study is as it was registered.")
        return
    prose("Otherwise than registered:")
    st.dataframe(
        {
            "what": [one.what for one in file.deviations],
            "registered": [one.registered for one in file.deviations],
            "now": [one.now for one in file.deviations],
            "changed": [one.at for one in file.deviations],
        },
        hide_index=True,
        column_config={
            "changed": st.column_config.DatetimeColumn("changed (UTC)", format="YYYY-MM-DD HH:mm")
        },
        key="deviations",
    )


def _register(
    place: Workplace, admin: AdminPrincipal, study_id: str, choices: tuple[str, ...], *, again: bool
) -> None:
    st.subheader("A new version" if again else "Register", anchor=False)
    with st.form("preregister", border=False):
        primary = st.multiselect(
            "Questions that decide", choices, placeholder="the first preference", key="primary-questions"
        )
        hypotheses = st.text_area("Hypotheses, in your words (may be empty)", key="hypotheses")
        stopping = st.text_area(
            "When collection ends", placeholder="when all wanted ratings are in", height=80, key="stopping"
        )
        exclusion = st.text_area(
            "How flags lead to exclusion",
            placeholder="flagged raters are looked at before unblinding; decisions have a reason",
            height=80,
            key="exclusion-policy",
        )
        with st.expander("Assumptions of the power"):
            assumptions = assumption_fields("registration")
        late = st.checkbox("Also after conditions were exported (marked late)", key="registration-late")
        if not st.form_submit_button("Register this study", type="primary", key="preregister-now"):
            return
    intentions = Intentions(
        primary=tuple(primary),
        hypotheses=hypotheses,
        stopping_rule=stopping if stopping.strip() else None,
        exclusion_policy=exclusion if exclusion.strip() else None,
        assumptions=assumptions,
        late=late,
    )
    preregister_study(place, admin, study_id, intentions)
    st.rerun()
