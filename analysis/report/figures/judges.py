"""Figures of judges: their values beside people's, distances with limits, calibration."""

from collections.abc import Iterator, Sequence
from typing import Any

import altair as alt

from analysis.estimate import Estimate
from analysis.report.figures.draw import Figure
from analysis.report.figures.theme import ACCENT, MUTED, SERIES, Records
from analysis.report.plain import number, shortened
from analysis.report.results import Calibrated, JudgePoints

__all__ = ["calibrations", "scatters"]

_TOPIC = "judge"
_MOST = 12
_SIZE = 280
_LIMITS = ("loa_low", "bias", "loa_high")


def scatters(points: Sequence[JudgePoints], rows: Sequence[Estimate]) -> Iterator[Figure]:
    """Draw a judge's values beside people's and their distances, one figure a judge and dimension."""
    if not points:
        yield Figure(
            "judge-scatter",
            _TOPIC,
            "No scatter of the judge against people: the answers are labels or preferences, which have no "
            "place on an axis.",
        )
    for at, each in enumerate(points[:_MOST], start=1):
        limits = {
            row.statistic: row.value
            for row in rows
            if row.statistic in _LIMITS
            and row.condition is None
            and row.value is not None
            and (row.judge, row.dimension) == (each.judge, each.dimension)
        }
        yield _scatter(f"judge-scatter-{at}", each, limits)


def _scatter(name: str, points: JudgePoints, limits: dict[str, float]) -> Figure:
    records = [
        {
            "judge": cell.judge,
            "people": cell.people,
            "middle": (cell.judge + cell.people) / 2,
            "distance": cell.judge - cell.people,
            "n": cell.n_units,
            "condition": shortened(cell.condition) or "all",
        }
        for cell in points.cells
    ]
    ends = [f(f(r["judge"], r["people"]) for r in records) for f in (min, max)]
    data = Records()
    base = data.chart(records).mark_point(filled=True, opacity=0.55)
    colour = _colour(sorted({str(record["condition"]) for record in records}))
    size = _size(max(cell.n_units for cell in points.cells))
    diagonal = data.chart([{"a": end} for end in ends]).mark_line(strokeDash=[4, 3], color=MUTED)
    scale = alt.Scale(domain=ends, nice=True, zero=False)
    left = diagonal.encode(x="a:Q", y="a:Q") + base.encode(
        x=alt.X("people:Q", title="mean of people", scale=scale),
        y=alt.Y("judge:Q", title="judge", scale=scale),
        color=colour,
        size=size,
    )
    right = base.encode(
        x=alt.X("middle:Q", title="mean of judge and people", scale=scale),
        y=alt.Y("distance:Q", title="judge minus people"),
        color=colour,
        size=size,
    ) + _limits(limits, data)
    panels = [panel.properties(width=_SIZE, height=_SIZE) for panel in (left, right)]
    lines = " and ".join(number(limits[key]) for key in ("loa_low", "loa_high") if key in limits)
    within = f"; about 95 % of units lie between {lines}" if lines else ""
    caption = (
        f"{points.judge} and people on {points.dimension}. Left: on the dashed line both say the same; a "
        f"larger dot is more units. Right: how far the judge is above (+) or below (−) people{within}. "
        f"{points.note}"
    ).strip()
    return Figure(name, _TOPIC, caption, alt.hconcat(*panels, spacing=40), data)


def _colour(names: list[str]) -> alt.Color:
    colours = [SERIES[at % len(SERIES)] for at in range(len(names))]
    legend = alt.Legend(title="condition", orient="bottom") if len(names) > 1 else None
    return alt.Color("condition:N", scale=alt.Scale(domain=names, range=colours), legend=legend)


def _size(most: int) -> alt.Size:
    marks = sorted({1, (most + 1) // 2, most})
    return alt.Size(
        "n:Q",
        scale=alt.Scale(domain=[1, max(2, most)], range=[22, 260]),
        legend=alt.Legend(title="units", orient="bottom", values=marks, format="d"),
    )


def _limits(limits: dict[str, float], data: Records) -> Any:
    words = {"loa_low": "lower limit", "bias": "mean", "loa_high": "upper limit"}
    records = [
        {"at": limits[key], "label": f"{words[key]} {number(limits[key])}", "dash": key != "bias"}
        for key in _LIMITS
        if key in limits
    ]
    base = data.chart(records).encode(y="at:Q")
    rules = base.mark_rule(color=MUTED).encode(
        strokeDash=alt.condition("datum.dash", alt.value([4, 3]), alt.value([1, 0]))
    )
    return rules + base.mark_text(align="left", x=_SIZE + 4, fontSize=11).encode(text="label:N")


def calibrations(found: Sequence[Calibrated]) -> Iterator[Figure]:
    """Draw what people say where the judge gives each value, one figure a judge and dimension."""
    groups: dict[tuple[str, str], list[Calibrated]] = {}
    for each in found:
        if each.row.value is not None:
            groups.setdefault((each.row.judge or "", each.row.dimension), []).append(each)
    if not groups:
        yield Figure("calibration", _TOPIC, "No calibration to draw.")
    for at, ((judge, dimension), points) in enumerate(list(groups.items())[:_MOST], start=1):
        yield _calibration(f"calibration-{at}", judge, dimension, points)


def _calibration(name: str, judge: str, dimension: str, points: Sequence[Calibrated]) -> Figure:
    data = Records()
    says = f"{shortened(judge)} says"
    if points[0].row.level == "nominal":
        places: list[Any] = [shortened(each.label) for each in points]
        x = alt.X("at:N", title=says, sort=None, axis=alt.Axis(labelAngle=0, grid=False))
        domain, ideal, title = (0.0, 1.0), "1 would be full agreement", "share of people who say the same"
        diagonal, width = [], max(220, 70 * len(points))
    else:
        places = [float(each.label) for each in points]
        ends = [min(places), max(places)]
        values = [*ends, *(each.row.value or 0.0 for each in points)]
        room = 0.06 * ((max(values) - min(values)) or 1.0)
        x = alt.X("at:Q", title=says, scale=alt.Scale(domain=ends, nice=False, padding=14))
        domain, title = (min(values) - room, max(values) + room), "mean of people"
        ideal = "on the dashed line both would say the same; an interval that leaves the picture is cut"
        line = data.chart([{"a": end} for end in ends])
        diagonal = [line.mark_line(strokeDash=[4, 3], color=MUTED).encode(x="a:Q", y="a:Q")]
        width = 340
    base = data.chart(_calibration_records(points, places, domain)).encode(x=x)
    y = alt.Y("low:Q", title=title, scale=alt.Scale(domain=domain, nice=False))
    layers = [
        *diagonal,
        base.mark_rule(strokeWidth=2, color=ACCENT).encode(y=y, y2="high:Q"),
        base.mark_point(filled=True, color=ACCENT, size=80, opacity=1).encode(y="value:Q"),
    ]
    caption = (
        f"Calibration of {judge} on {dimension}: what people say where the judge gives a value, with 95 % "
        f"intervals; {ideal}."
    )
    return Figure(name, _TOPIC, caption, alt.layer(*layers).properties(width=width, height=240), data)


def _calibration_records(
    points: Sequence[Calibrated], places: Sequence[Any], domain: tuple[float, float]
) -> list[dict[str, Any]]:
    """Make one record a value of the judge; intervals end where the picture does."""
    records: list[dict[str, Any]] = []
    for each, at in zip(points, places, strict=True):
        value = each.row.value or 0.0
        low, high = (value if bound is None else bound for bound in (each.row.low, each.row.high))
        records.append({"at": at, "value": value, "low": max(low, domain[0]), "high": min(high, domain[1])})
    return records
