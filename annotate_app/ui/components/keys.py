"""The keys of the rating page, said once for the instructions and for the page's own help."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

import streamlit as st

from annotate_app.language import Translation, phrase

__all__ = ["KeyHelp", "keys_of", "show_keys"]


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """Keys, and what they do."""

    keys: tuple[str, ...]
    does: str


_BY_KIND = {
    "preference": KeyHelp(("1", "2", "3"), phrase("answer the marked question, from left to right")),
    "scale": KeyHelp(("0", "…", "9", "T"), phrase("give the marked question this number; T is ten")),
}
_ALWAYS = (
    KeyHelp(("↑", "↓"), phrase("mark the previous or the next question")),
    KeyHelp(("Tab",), phrase("go to the next control or dialogue; the arrow keys scroll a dialogue")),
    KeyHelp(("Enter",), phrase("submit; inside a text field, Ctrl + Enter")),
)


def keys_of(translation: Translation, kinds: Iterable[str] = tuple(_BY_KIND)) -> tuple[KeyHelp, ...]:
    """List the keys that work with these kinds of question."""
    present = set(kinds)
    rows = (*(help_ for kind, help_ in _BY_KIND.items() if kind in present), *_ALWAYS)
    return tuple(KeyHelp(row.keys, translation.say(row.does)) for row in rows)


def show_keys(keys: Iterable[KeyHelp]) -> None:
    """Show keys on a native page."""
    rows = "".join(
        f"<span>{' '.join(f'<kbd>{escape(key)}</kbd>' for key in row.keys)}</span>"
        f"<span>{escape(row.does)}</span>"
        for row in keys
    )
    st.html(f'<div class="bp-keys">{rows}</div>')
