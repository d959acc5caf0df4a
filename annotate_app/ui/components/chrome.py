"""The frame around every page: one quiet column, the whole window, or a wide column for staff."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = ["Layout", "page_frame"]

Layout = Literal["column", "full", "staff"]


@contextmanager
def page_frame(layout: Layout = "column") -> "Generator[None]":
    """Put a page's elements into its frame, whose width `page.css` gives before the first paint.

    The widths belong to the frames, not to the window: while one page takes the place of another, what is
    left of the old one is not laid out anew.
    """
    with st.container(key=f"bp-{layout}", gap=None if layout == "full" else "small"):
        yield
