"""Colours, fonts and sizes that all figures share.

Ink, muted ink, grid and paper are colours that occur nowhere else, so that a page can replace them by its own
light or dark ones; the colours of data are readable on both.
"""

from typing import Any

import altair as alt

__all__ = [
    "ACCENT",
    "GRID",
    "INK",
    "MUTED",
    "PAPER",
    "PLAIN_SCHEMA",
    "SERIES",
    "THEMED_COLOURS",
    "Records",
    "themed",
]

INK = "#1b1c1e"
MUTED = "#63666b"
GRID = "#dddfe3"
PAPER = "#fefefd"
ACCENT = "#3d74c7"
SERIES = ("#3d74c7", "#d0682c", "#3f9a68", "#a05fb4", "#b8952a", "#5e8fa8")

THEMED_COLOURS = {INK: "--ink", MUTED: "--muted", GRID: "--grid", PAPER: "--paper"}
"""Colours of a figure that a page may replace, and the names it knows them by."""

PLAIN_SCHEMA = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])

_FONT = "Arial, Helvetica, sans-serif"
"""Of equal widths where the first two exist; elsewhere whatever has no serifs, which may be wider."""


_LABELS = {"labelFont": _FONT, "titleFont": _FONT, "labelColor": INK, "titleColor": MUTED, "labelLimit": 0}
_SIZES = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}

_LOOK: dict[str, Any] = {
    "background": "transparent",
    "font": _FONT,
    "padding": {"left": 16, "right": 40, "top": 8, "bottom": 8},
    "view": {"stroke": None},
    "axis": {
        **_LABELS,
        **_SIZES,
        "gridColor": GRID,
        "domainColor": GRID,
        "tickColor": GRID,
        "titlePadding": 8,
    },
    "legend": {**_LABELS, **_SIZES, "symbolStrokeColor": MUTED, "symbolFillColor": MUTED},
    "title": {"font": _FONT, "color": INK, "fontSize": 13, "anchor": "start"},
    "text": {"font": _FONT, "color": INK},
}


class Records:
    """The data of one figure, kept apart from its charts, which copy whatever they hold again and again."""

    def __init__(self) -> None:
        self.by_name: dict[str, list[dict[str, Any]]] = {}

    def chart(self, records: list[dict[str, Any]], title: str = "") -> alt.Chart:
        """Start a chart of records."""
        name = f"data-{len(self.by_name)}"
        self.by_name[name] = records
        chart = alt.Chart(alt.NamedData(name=name))
        return chart.properties(title=title) if title else chart


def themed(chart: Any, records: Records) -> dict[str, Any]:
    """Turn a chart and its data into a specification with the shared look."""
    return {**chart.to_dict(validate=False), "datasets": records.by_name, "config": _LOOK}
