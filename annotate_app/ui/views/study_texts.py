"""A study's texts: what is shown now, and a new version."""

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.studies import StudySummary, TextKind, TextVersion, change_text, study_texts
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.text import prose
from annotate_app.ui.state import keep, take

__all__ = ["show_texts"]

_NAMES = {
    TextKind.CONSENT: "Consent",
    TextKind.WARNING: "Content warning",
    TextKind.INSTRUCTIONS: "Instructions",
    TextKind.DEBRIEFING: "Debriefing",
}
_STORED = "stored-text"


def show_texts(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    """Show the texts one at a time, to be changed while the study is open."""
    if stored := take(_STORED):
        st.success(stored)
    texts = {one.kind: one for one in study_texts(place, admin, summary.study_id)}
    kind = st.selectbox("Text", list(texts), format_func=lambda one: _name(texts[one]), key="text-kind")
    shown = texts[kind]
    if summary.status == "closed":
        prose(shown.text or "None.")
        return
    with st.form(f"text-{summary.study_id}-{kind}-{shown.version}", border=False):
        text = st.text_area(
            _NAMES[kind], shown.text, height=320, key=f"text-{summary.study_id}-{kind}-{shown.version}-field"
        )
        if kind is TextKind.CONSENT:
            st.caption("Raters who agreed to an earlier version are asked again before they go on.")
        if st.form_submit_button("Save as a new version", key=f"save-{kind}"):
            version = change_text(place, admin, summary.study_id, kind, text)
            keep(_STORED, f"{_NAMES[kind]}: version {version} is shown from now on.")
            st.rerun()


def _name(text: TextVersion) -> str:
    return f"{_NAMES[text.kind]} (version {text.version})" if text.version else f"{_NAMES[text.kind]} (none)"
