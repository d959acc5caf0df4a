"""Draw figures as SVG and PDF, without a browser and without a network."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import vl_convert

from analysis.report.figures.theme import PLAIN_SCHEMA, Records, themed

__all__ = ["Figure", "Images", "draw"]


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A figure to be drawn.

    Attributes
    ----------
    name
        Of its files: letters, digits and hyphens.
    caption
        What is shown and how to read it.
    chart
        An altair chart; None where there is nothing to draw, and the caption says why.
    data
        Records by the names that the chart's parts know them by.
    """

    name: str
    topic: str
    caption: str
    chart: Any = None
    data: Records = field(default_factory=Records)


@dataclass(frozen=True, slots=True)
class Images:
    """A drawn figure; `svg` and `pdf` are None where there was nothing to draw."""

    name: str
    topic: str
    caption: str
    svg: str | None
    pdf: bytes | None


_NAMED = re.compile(r'(<(?:clipPath|linearGradient|radialGradient)\b[^>]*?\bid=")([^"]+)"')


def _renumbered(svg: str) -> str:
    """Number clips and gradients from 0: the renderer counts on from one figure to the next."""
    number = {name: f"part-{at}" for at, (_, name) in enumerate(_NAMED.findall(svg))}
    text = _NAMED.sub(lambda found: f'{found[1]}{number[found[2]]}"', svg)
    return re.sub(r'="url\(#([^)"]+)\)"', lambda found: f'="url(#{number.get(found[1], found[1])})"', text)


def draw(figures: Iterable[Figure]) -> tuple[Images, ...]:
    """Draw every figure."""
    return tuple(_drawn(figure) for figure in figures)


def _drawn(figure: Figure) -> Images:
    if figure.chart is None:
        return Images(figure.name, figure.topic, figure.caption, None, None)
    specification = json.dumps(themed(figure.chart, figure.data), sort_keys=True)
    svg = _renumbered(vl_convert.vegalite_to_svg(specification, vl_version=PLAIN_SCHEMA))
    pdf = vl_convert.vegalite_to_pdf(specification, vl_version=PLAIN_SCHEMA)
    return Images(figure.name, figure.topic, figure.caption, svg, pdf)
