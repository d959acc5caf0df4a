"""Text on native pages that stays literal, whoever wrote it."""

from html import escape

import streamlit as st

__all__ = ["alarm", "completion_code", "link", "prose"]


def prose(text: str) -> None:
    """Show paragraphs as they were written: no markup is read, line ends are kept."""
    st.html(f'<div class="bp-prose" dir="auto">{escape(text)}</div>')


def alarm(text: str) -> None:
    """Show what went wrong, announced to screen readers."""
    st.html(f'<div class="bp-alarm" role="alert" dir="auto">{escape(text)}</div>')


def completion_code(code: str) -> None:
    """Show a code that is to be copied."""
    st.html(f'<p class="bp-code">{escape(code)}</p>')


def link(text: str, url: str) -> None:
    """Lead to another page in the same tab."""
    st.html(f'<p><a class="bp-link" href="{escape(url)}" target="_self">{escape(text)}</a></p>')
