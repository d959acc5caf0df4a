"""Figures of conditions: win rates and score differences with intervals."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from analysis.estimate import Estimate, Scope
from analysis.report.figures.draw import Figure
from analysis.report.figures.theme import ACCENT, MUTED, Records
from analysis.report.plain import number, percent, shortened

__all__ = ["score_differences", "win_rates"]

_TOPIC = "conditions"
_WIDTH = 420


def win_rates(rows: Sequence[Estimate]) -> Figure:
    """Draw the win rate of every contrast and dimension."""
    caption = (
        "Share of preferences for the condition named first, a tie counted half, with 95 % intervals that "
        "account for raters and environments. A line that crosses the dashed middle leaves open who won."
    )
    return _forest("win-rates", rows, "win_rate", "win rate", caption, middle=0.5)


def score_differences(rows: Sequence[Estimate]) -> Figure:
    """Draw the mean score difference of every contrast and dimension."""
    caption = (
        "Points by which the condition named first scores higher, with 95 % intervals that account for "
        "raters and environments. A line that crosses the dashed 0 leaves open which scores higher."
    )
    return _forest("score-differences", rows, "mean_difference", "points", caption, middle=0.0)


def _forest(
    name: str, rows: Sequence[Estimate], statistic: str, title: str, caption: str, *, middle: float
) -> Figure:
    found: dict[tuple[str, str | None, str | None], Estimate] = {}
    for row in rows:
        if row.statistic == statistic and row.scope is Scope.CONDITION and row.value is not None:
            # the first row of a comparison is by the default method
            found.setdefault((row.dimension, row.condition, row.reference), row)
    if not found:
        return Figure(name, _TOPIC, f"No {title} to draw.")
    records = [_record(row, share=statistic == "win_rate") for row in found.values()]
    data = Records()
    base = data.chart(records).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(grid=False, ticks=False, domain=False))
    )
    share = statistic == "win_rate"
    scale = alt.Scale(domain=[0, 1] if share else _around_zero(records), nice=not share)
    axis = alt.Axis(format="%") if share else alt.Axis(tickCount=6)
    rule = data.chart([{"at": middle}]).mark_rule(strokeDash=[4, 3], color=MUTED)
    chart: Any = alt.layer(
        rule.encode(x="at:Q"),
        base.mark_rule(strokeWidth=2.5, color=ACCENT).encode(
            x=alt.X("low:Q", scale=scale, title=title, axis=axis), x2="high:Q"
        ),
        base.mark_point(filled=True, size=90, color=ACCENT, opacity=1).encode(x="value:Q"),
        base.mark_text(align="left", dx=8, x=_WIDTH).encode(text="text:N"),
    ).properties(width=_WIDTH, height=alt.Step(34))
    return Figure(name, _TOPIC, caption, chart, data)


def _record(row: Estimate, *, share: bool) -> dict[str, Any]:
    value = row.value or 0.0
    low, high = (value if bound is None else bound for bound in (row.low, row.high))
    pair = f"{shortened(row.condition or '')} over {shortened(row.reference or '')}"
    return {
        "name": f"{shortened(row.dimension, 24)}: {pair}",
        "value": value,
        "low": low,
        "high": high,
        "text": percent(value) if share else number(value),
    }


def _around_zero(records: Sequence[dict[str, Any]]) -> list[float]:
    ends = [0.0, *(float(record[bound]) for record in records for bound in ("low", "high"))]
    room = 0.08 * ((max(ends) - min(ends)) or 1.0)
    return [min(ends) - room, max(ends) + room]
