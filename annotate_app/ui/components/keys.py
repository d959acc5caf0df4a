"""The keys of the rating page, said once for the instructions and for the page's own help."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

import streamlit as st

__all__ = ["KeyHelp", "keys_of", "show_keys"]


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """Keys, and what they do."""

    keys: tuple[str, ...]
    does: str


_BY_KIND = {
    "preference": KeyHelp(("1", "2", "3"), "answer the marked question, from left to right"),
    "scale": KeyHelp(("0", "…", "9", "T"), "give the marked question this number; T is ten"),
}
_ALWAYS = (
    KeyHelp(("↑", "↓"), "mark the previous or the next question"),
    KeyHelp(("Tab",), "go to the next control or dialogue; the arrow keys scroll a dialogue"),
    KeyHelp(("Enter",), "submit; inside a text field, Ctrl + Enter"),
)


def keys_of(kinds: Iterable[str] = tuple(_BY_KIND)) -> tuple[KeyHelp, ...]:
    """List the keys that work with these kinds of question."""
    present = set(kinds)
    return (*(help_ for kind, help_ in _BY_KIND.items() if kind in present), *_ALWAYS)


def show_keys(keys: Iterable[KeyHelp]) -> None:
    """Show keys on a native page."""
    rows = "".join(
        f"<span>{' '.join(f'<kbd>{escape(key)}</kbd>' for key in row.keys)}</span>"
        f"<span>{escape(row.does)}</span>"
        for row in keys
    )
    st.html(f'<div class="bp-keys">{rows}</div>')
