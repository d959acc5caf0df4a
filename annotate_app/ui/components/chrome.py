"""The look around every page: Streamlit's own furniture away, one quiet column or the whole window."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal

import streamlit as st

__all__ = ["Layout", "dress_page"]

Layout = Literal["column", "full", "staff"]

_SHEETS: Mapping[Layout, tuple[str, ...]] = {
    "column": ("chrome.css", "chrome_column.css"),
    "full": ("chrome.css", "chrome_full.css"),
    "staff": ("chrome.css", "chrome_staff.css"),
}


@cache
def _style(*names: str) -> str:
    folder = resources.files("annotate_app.ui.components") / "assets"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def dress_page(layout: Layout = "column") -> None:
    """Style the page: one quiet column, the whole window, or a wide column under the staff's navigation."""
    st.html(f"<style>{_style(*_SHEETS[layout])}</style>")
