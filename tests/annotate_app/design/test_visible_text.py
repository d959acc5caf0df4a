"""Characters that would change how a page shows text become marks."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from annotate_app.design.visible_text import visible_text


def test_override_becomes_visible_mark() -> None:
    assert visible_text("\u202egnp.exe") == "⟦RLO⟧gnp.exe"


def test_isolates_and_marks_become_visible() -> None:
    assert visible_text("\u2066\u2069\u200e\u200f\u061c") == "⟦LRI⟧⟦PDI⟧⟦LRM⟧⟦RLM⟧⟦ALM⟧"


def test_controls_become_visible_but_newline_and_tab() -> None:
    assert visible_text("a\x07\x9b\x7f\n\tb") == "a⟦U+0007⟧⟦U+009B⟧⟦U+007F⟧\n\tb"


def test_carriage_return_before_newline_is_one_line_end() -> None:
    assert visible_text("a\r\nb\rc") == "a\nb⟦U+000D⟧c"


def test_other_text_stays_as_it_is() -> None:
    text = "Café 👩‍👩‍👧 أهلا 松本 $x^2$ <b>*a*</b>"
    assert visible_text(text) == text


@given(st.text())
def test_no_direction_or_control_character_is_left(text: str) -> None:
    left = {c for c in visible_text(text) if unicodedata.category(c) == "Cc" or c in "\u200e\u200f\u061c"}
    assert left <= {"\n", "\t"}
    assert not any("\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069" for c in visible_text(text))
