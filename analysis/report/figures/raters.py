"""Figures of raters: agreement of all, of every two, severity and time."""

from collections.abc import Iterator, Sequence
from typing import Any

import altair as alt

from analysis.estimate import Estimate, Scope
from analysis.rater_names import in_order
from analysis.report.figures.draw import Figure
from analysis.report.figures.theme import ACCENT, GRID, MUTED, Records
from analysis.report.plain import number, shortened, visible

__all__ = ["alpha_forest", "dots_by_rater", "matrices"]

_MOST_RATERS = 30
_MOST_PANELS = 12
_MOST_MATRICES = 6
_WIDTH = 460
_RELIABLE, _TENTATIVE = 0.8, 0.667


def alpha_forest(rows: Sequence[Estimate]) -> Figure:
    """Draw alpha of every dimension with its interval."""
    found = [
        row
        for row in rows
        if row.statistic == "krippendorff_alpha" and row.scope is Scope.OVERALL and row.value is not None
    ]
    name, topic = "alpha", "agreement"
    if not found:
        return Figure(name, topic, "No alpha to draw: it is undefined on every dimension.")
    values = [_record(row) for row in found]
    data = Records()
    base = data.chart(values).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(grid=False, ticks=False, domain=False))
    )
    lowest = min(0.0, *(float(each["low"]) for each in values))
    scale = alt.Scale(domain=[max(-1.0, lowest), 1.0], nice=False)
    chart = alt.layer(
        _rules([0.0, _TENTATIVE, _RELIABLE], ["chance", "tentative", "reliable"], data),
        base.mark_rule(strokeWidth=2.5, color=ACCENT).encode(
            x=alt.X("low:Q", scale=scale, title="Krippendorff's alpha with 95 % interval"), x2="high:Q"
        ),
        base.mark_point(filled=True, size=90, color=ACCENT, opacity=1).encode(
            x=alt.X("value:Q", scale=scale)
        ),
        base.mark_text(align="left", dx=8, x=_WIDTH).encode(text="text:N"),
    ).properties(width=_WIDTH, height=alt.Step(30))
    caption = (
        "Agreement of the raters on every dimension: a point is Krippendorff's alpha, its line the 95 % "
        "interval. Right is better: 0 is chance, 1 full agreement; from 0.667 conclusions are tentative, "
        "from 0.8 reliable by Krippendorff's rule of thumb."
    )
    return Figure(name, topic, caption, chart, data)


def _record(row: Estimate) -> dict[str, Any]:
    value = row.value or 0.0
    low, high = (value if bound is None else bound for bound in (row.low, row.high))
    return {"name": shortened(row.dimension), "value": value, "low": low, "high": high, "text": number(value)}


def _rules(places: Sequence[float], labels: Sequence[str], data: Records) -> Any:
    values = [{"at": at, "label": label} for at, label in zip(places, labels, strict=True)]
    base = data.chart(values).encode(x="at:Q")
    return base.mark_rule(strokeDash=[4, 3], color=MUTED) + base.mark_text(
        y=-8, color=MUTED, fontSize=11, align="center"
    ).encode(text="label:N")


def matrices(rows: Sequence[Estimate]) -> Iterator[Figure]:
    """Draw the kappa of every two raters, one figure a dimension."""
    pairs = [row for row in rows if row.scope is Scope.RATER_PAIR and row.value is not None]
    dimensions = list(dict.fromkeys(row.dimension for row in pairs))
    if not dimensions:
        yield Figure("raters-matrix", "agreement", "No two raters to compare one by one.")
    for at, dimension in enumerate(dimensions[:_MOST_MATRICES], start=1):
        own = [row for row in pairs if row.dimension == dimension]
        # where a dimension has both kappas, the weighted one comes last
        yield _matrix(f"raters-matrix-{at}", dimension, [r for r in own if r.statistic == own[-1].statistic])
    if others := dimensions[_MOST_MATRICES:]:
        names = ", ".join(map(visible, others))
        yield Figure("raters-matrix-more", "agreement", f"Not drawn: every two raters on {names}.")


def _matrix(name: str, dimension: str, rows: Sequence[Estimate]) -> Figure:
    n_units: dict[str, int] = {}
    for row in rows:
        for rater in (row.rater or "", row.rater_2 or ""):
            n_units[rater] = n_units.get(rater, 0) + (row.n_units or 0)
    most = sorted(n_units, key=lambda rater: (-n_units[rater], in_order(rater)))[:_MOST_RATERS]
    shown = sorted(most, key=in_order)
    label = {rater: shortened(rater, 24) for rater in shown}
    values = [
        {"one": label[one], "two": label[two], "value": row.value, "text": number(row.value or 0.0)}
        for row in rows
        if row.rater in label and row.rater_2 in label
        for one, two in ((row.rater, row.rater_2), (row.rater_2, row.rater))
    ]
    order = [label[rater] for rater in shown]
    step = 46 if len(shown) <= 14 else 34
    data = Records()
    base = data.chart(values).encode(
        x=alt.X("one:N", sort=order, scale=alt.Scale(domain=order), title=None, axis=_names(angle=-40)),
        y=alt.Y("two:N", sort=order, scale=alt.Scale(domain=order), title=None, axis=_names(angle=0)),
    )
    colour = alt.Color(
        "value:Q",
        scale=alt.Scale(
            domain=[-1, 0, 1], range=["#b5482a", "#f3f1ec", "#2f62b0"], clamp=True, interpolate="rgb"
        ),
        legend=alt.Legend(title="kappa", gradientLength=120),
    )
    cells = base.mark_rect(stroke=GRID).encode(color=colour)
    text = base.mark_text(fontSize=11 if step > 40 else 9).encode(
        text="text:N",
        color=alt.condition("abs(datum.value) > 0.55", alt.value("#ffffff"), alt.value("#26282b")),
    )
    kind = "weighted kappa" if rows[0].statistic == "weighted_kappa" else "kappa"
    left = f" Only the {_MOST_RATERS} raters with most shared units are drawn." * (len(n_units) > len(shown))
    caption = (
        f"Agreement of every two raters on {dimension} ({kind}: 1 full agreement, 0 chance). Blue: above "
        f"chance; red: below; an empty cell: no unit in common.{left}"
    )
    chart = (cells + text).properties(width=alt.Step(step), height=alt.Step(min(step, 30)))
    return Figure(name, "agreement", caption, chart, data)


def _names(angle: int) -> alt.Axis:
    return alt.Axis(labelAngle=angle, domain=False, ticks=False, grid=False)


def dots_by_rater(
    rows: Sequence[Estimate], statistic: str, title: str, caption: str, otherwise: str
) -> Figure:
    """Draw one statistic of every rater, one panel a dimension, the highest first; else say why not."""
    found = [r for r in rows if r.statistic == statistic and r.scope is Scope.RATER and r.value is not None]
    name = statistic.replace("_", "-")
    if not found:
        return Figure(name, "agreement", otherwise)
    dimensions = list(dict.fromkeys(row.dimension for row in found))[:_MOST_PANELS]
    data = Records()
    panels = [
        _dots([row for row in found if row.dimension == each], each, title, data) for each in dimensions
    ]
    most = max(sum(row.dimension == each for row in found) for each in dimensions)
    left = f" The {_MOST_RATERS} raters furthest from the middle are drawn." * (most > _MOST_RATERS)
    return Figure(name, "agreement", f"{caption}{left}", alt.concat(*panels, columns=2, spacing=30), data)


def _dots(rows: Sequence[Estimate], dimension: str, title: str, data: Records) -> Any:
    values = sorted(row.value or 0.0 for row in rows)
    middle = values[len(values) // 2]
    shown = sorted(rows, key=lambda row: -abs((row.value or 0.0) - middle))[:_MOST_RATERS]
    ranked = sorted(shown, key=lambda row: (-(row.value or 0.0), row.rater or ""))
    order = [shortened(row.rater or "", 24) for row in ranked]
    records = [{**_record(row), "name": name} for name, row in zip(order, ranked, strict=True)]
    base = data.chart(records, shortened(dimension, 40)).encode(
        y=alt.Y("name:N", sort=order, title=None, axis=alt.Axis(grid=False, ticks=False, domain=False))
    )
    return alt.layer(
        base.mark_rule(strokeWidth=1, color=ACCENT, opacity=0.35).encode(
            x=alt.X("value:Q", title=title), x2=alt.datum(0)
        ),
        base.mark_rule(strokeWidth=2.5, color=ACCENT, opacity=0.6).encode(x="low:Q", x2="high:Q"),
        base.mark_point(filled=True, size=70, color=ACCENT, opacity=1).encode(x="value:Q"),
        base.mark_text(align="left", dx=8, fontSize=11, x=260).encode(text="text:N"),
    ).properties(width=250, height=alt.Step(20))
