"""Make characters visible that would change how a page shows the text around them."""

import unicodedata
from collections.abc import Mapping

__all__ = ["visible_text"]

_BIDI: Mapping[int, str] = {
    0x061C: "ALM",
    0x200E: "LRM",
    0x200F: "RLM",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
}

_MARKS: Mapping[int, str] = {
    **{code: f"⟦{name}⟧" for code, name in _BIDI.items()},
    **{
        code: f"⟦U+{code:04X}⟧"
        for code in range(0xA0)
        if unicodedata.category(chr(code)) == "Cc" and chr(code) not in "\n\t"
    },
}


def visible_text(text: str) -> str:
    """Replace bidirectional and other control characters by marks (⟦RLO⟧, ⟦U+0007⟧); CR LF is one line end.

    Newlines and tabs stay. The stored original is never altered: this is for showing only.
    """
    return text.replace("\r\n", "\n").translate(_MARKS)
