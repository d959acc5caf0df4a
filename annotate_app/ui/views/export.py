"""Take a study's data out as one zip file, blind unless a reason is given."""

import shutil
import tempfile
from pathlib import Path

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.studies import StudySummary, export_study
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.text import prose
from annotate_app.ui.state import keep, kept

__all__ = ["bundle_zip", "show_export"]

_READY = "bundle"


def bundle_zip(
    place: Workplace, admin: AdminPrincipal, study_id: str, *, unblind_reason: str | None = None
) -> bytes:
    """Export a study and pack its bundle.

    Raises
    ------
    ExportError
        If the reason is blank.
    """
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / "bundle"
        export_study(place, admin, study_id, bundle, unblind_reason=unblind_reason)
        return Path(shutil.make_archive(str(Path(folder) / "packed"), "zip", bundle)).read_bytes()


def show_export(place: Workplace, admin: AdminPrincipal, study: StudySummary) -> None:
    """Offer the bundle; preparing one is recorded in the study's events."""
    prose(
        "The blind bundle holds ratings, items, dialogues and the protocol, and does not say which dialogue "
        "is of which condition: it can be shared while the study runs."
    )
    if st.button("Prepare blind bundle", key="prepare-blind"):
        keep(_READY, (study.study_id, "blind", bundle_zip(place, admin, study.study_id)))
    with st.expander("Unblind"):
        prose("The bundle then names conditions. Who unblinded, when and why is recorded for good.")
        reason = st.text_input("Reason", key="unblind-reason")
        if st.button("Prepare unblinded bundle", key="prepare-unblinded"):
            packed = bundle_zip(place, admin, study.study_id, unblind_reason=reason)
            keep(_READY, (study.study_id, "unblinded", packed))
    ready = kept(_READY)
    if ready is not None and ready[0] == study.study_id:
        st.download_button(
            f"Download {ready[1]} bundle (zip)",
            ready[2],
            f"bundle-{ready[1]}.zip",
            "application/zip",
            type="primary",
            on_click="ignore",
            key="download-bundle",
        )
