"""Numbers and names as readers see them."""

import unicodedata
from math import floor, log10

from analysis.estimate import Estimate

__all__ = ["MINUS", "interval", "number", "p_value", "percent", "shortened", "value", "visible"]

MINUS = "−"
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_P_VALUES = "p_value"


def number(amount: float) -> str:
    """Write a number with two decimals, fewer from 10 on, more where else there would be no digit but 0."""
    size = abs(amount)
    if size >= 1000:
        text = f"{size:,.0f}".replace(",", "\u202f")
    elif size >= 100:
        text = f"{size:.0f}"
    elif size >= 10:
        text = f"{size:.1f}"
    elif size >= 0.01 or size < 1e-12:
        text = f"{size:.2f}"
    elif size >= 1e-4:
        text = f"{size:.{-floor(log10(size))}f}"
    else:
        return "≈ 0"
    return f"{MINUS}{text}" if amount < 0 and size >= 1e-12 else text


def percent(share: float) -> str:
    """Write a share in percent, whole but where that would say none or all wrongly."""
    shown = f"{100 * share:.0f}"
    if (shown == "0" and share > 0) or (shown == "100" and share < 1):
        shown = f"{100 * share:.1f}"
    return f"{shown}\u202f%"


def p_value(probability: float) -> str:
    """Write a p-value with three decimals at most."""
    return "< 0.001" if probability < 0.001 else f"{probability:.3f}"


def value(row: Estimate) -> str:
    """Write the value of a row."""
    if row.value is None:
        return "undefined"
    return p_value(row.value) if _P_VALUES in row.statistic else number(row.value)


def interval(row: Estimate) -> str:
    """Write the interval of a row, or nothing."""
    if row.low is None or row.high is None:
        return ""
    return f"{number(row.low)} to {number(row.high)}"


def visible(text: str) -> str:
    """Show what could hide or turn text around (control and direction characters) as its code point."""
    if text.isprintable():
        return text
    return "".join(
        f"\\u{ord(character):04x}"
        if unicodedata.category(character) in _HIDDEN and character not in "\n\u200d"
        else character
        for character in text
    )


def shortened(text: str, longest: int = 32) -> str:
    """Cut a long name for a figure; the tables have it in full."""
    line = visible(text).replace("\n", " ")
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
