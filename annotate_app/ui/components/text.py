"""Text on native pages that stays literal, whoever wrote it."""

import re
from html import escape

import streamlit as st

from annotate_app.language import Translation

__all__ = ["alarm", "completion_code", "debriefing", "link", "literal", "prose", "warning"]


def prose(text: str) -> None:
    """Show paragraphs as they were written: no markup is read, line ends are kept."""
    st.html(f'<div class="bp-prose" dir="auto">{escape(text)}</div>')


def alarm(text: str) -> None:
    """Show what went wrong, announced to screen readers."""
    st.html(f'<div class="bp-alarm" role="alert" dir="auto">{escape(text)}</div>')


def warning(text: str) -> None:
    """Show what is to be known before anything else."""
    st.html(f'<div class="bp-warning" role="note" dir="auto">{escape(text)}</div>')


def debriefing(text: str, translation: Translation) -> None:
    """Show what is to be known afterwards, if there is anything."""
    if text.strip():
        st.subheader(translation.say("About this study"), anchor=False)
        prose(text)


def completion_code(code: str) -> None:
    """Show a code that is to be copied."""
    st.html(f'<p class="bp-code">{escape(code)}</p>')


def link(text: str, url: str) -> None:
    """Lead to another page in the same tab."""
    st.html(f'<p><a class="bp-link" href="{escape(url)}" target="_self">{escape(text)}</a></p>')


_MARKUP = re.compile(r"[\\`*_\[\]$~<>]|:(?=\w)|^\s*(?:[#+-]|\d+(?=[.)]))", re.MULTILINE)


def literal(text: str) -> str:
    """Write text as a widget's label, which reads Markdown, so that it shows as it is."""
    return _MARKUP.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    mark = found.group()
    return f"{mark}\\" if mark[-1:].isdigit() else f"{mark[:-1]}\\{mark[-1:]}"
