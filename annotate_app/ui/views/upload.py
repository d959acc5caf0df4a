"""Bring episodes in: choose a file, see what it holds and everything wrong with it, then confirm."""

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.uploads import UploadPreview, confirm_upload, list_batches, preview_upload
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.text import alarm, prose
from annotate_app.ui.state import keep, take
from annotate_app.ui.views.staff_frame import problems_shown

__all__ = ["show_upload"]

_STORED = "stored-batch"
_MOST_PROBLEMS = 1000


def show_upload(place: Workplace, admin: AdminPrincipal) -> None:
    """Show the page under its heading."""
    stored = take(_STORED)
    if stored is not None:
        st.success(f"Stored {stored.n_new} new episodes; {stored.n_skipped} were there already.")
    prose("A file of episodes: JSON Lines, one episode a line. Nothing is stored before you confirm.")
    file = st.file_uploader("Episodes file", type=["jsonl", "json", "ndjson"], key="episodes-file")
    if file is None:
        _batches(place, admin)
        return
    with problems_shown():
        preview = preview_upload(place, admin, file, name=file.name)
        _preview(preview)
        if preview.can_be_confirmed and st.button("Store these episodes", type="primary", key="confirm"):
            file.seek(0)
            keep(
                _STORED, confirm_upload(place, admin, file, name=file.name, content_hash=preview.content_hash)
            )
            st.session_state.pop("episodes-file", None)
            st.rerun()


def _preview(preview: UploadPreview) -> None:
    if preview.problems:
        count = len(preview.problems)
        st.error(
            f"{count} problem{'s' if count != 1 else ''}: the file cannot be stored. Nothing was changed."
        )
        shown = preview.problems[:_MOST_PROBLEMS]
        st.dataframe(
            {
                "line": [problem.line for problem in shown],
                "field": [problem.field for problem in shown],
                "found": [problem.found for problem in shown],
                "expected": [problem.expected for problem in shown],
            },
            hide_index=True,
            key="problems",
        )
    if preview.n_episodes:
        _contents(preview)


def _contents(preview: UploadPreview) -> None:
    with st.container(horizontal=True):
        st.metric("Episodes", preview.n_episodes, border=True)
        st.metric("Complete pairs", len(preview.complete_pairs), border=True)
        st.metric("Incomplete pairs", len(preview.incomplete_pairs), border=True)
        st.metric("Already stored", preview.n_stored, border=True)
    st.dataframe(
        {
            "condition": [count.condition for count in preview.conditions],
            "episodes": [count.n_episodes for count in preview.conditions],
        },
        hide_index=True,
        key="conditions",
    )
    if preview.note:
        alarm(preview.note)
    elif preview.incomplete_pairs:
        with st.expander(f"{len(preview.incomplete_pairs)} pairs without an episode of every condition"):
            st.dataframe({"pair": list(preview.incomplete_pairs)}, hide_index=True, key="incomplete")


def _batches(place: Workplace, admin: AdminPrincipal) -> None:
    batches = list_batches(place, admin)
    if not batches:
        return
    st.subheader("Uploaded so far", anchor=False)
    st.dataframe(
        {
            "file": [batch.name for batch in batches],
            "uploaded": [batch.uploaded_at for batch in batches],
            "episodes": [sum(count.n_episodes for count in batch.conditions) for batch in batches],
            "conditions": [", ".join(count.condition for count in batch.conditions) for batch in batches],
            "complete pairs": [batch.n_complete_pairs for batch in batches],
        },
        hide_index=True,
        key="batches",
    )
