"""Text on native pages that stays literal, whoever wrote it."""

from html import escape

import streamlit as st

__all__ = ["alarm", "prose"]


def prose(text: str) -> None:
    """Show paragraphs as they were written: no markup is read, line ends are kept."""
    st.html(f'<div class="bp-prose" dir="auto">{escape(text)}</div>')


def alarm(text: str) -> None:
    """Show what went wrong, announced to screen readers."""
    st.html(f'<div class="bp-alarm" role="alert" dir="auto">{escape(text)}</div>')
