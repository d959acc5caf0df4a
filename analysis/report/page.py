"""The page: one HTML file that holds everything and fetches nothing."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analysis.report.figures import Images
from analysis.report.figures.theme import THEMED_COLOURS
from analysis.report.glossary import term_of, terms_of
from analysis.report.methods_text import methods_paragraph, references_of
from analysis.report.plain import number, visible
from analysis.report.results import Results, Topic
from analysis.report.summary import answers_of
from analysis.report.views import (
    Table,
    agreement_tables,
    blinding_tables,
    condition_tables,
    coverage_tables,
    exclusion_tables,
    judge_tables,
    rater_tables,
    text_tables,
)

__all__ = ["page_html"]

_TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page.

    Attributes
    ----------
    introduction
        Plain words before the tables.
    absent
        Why there is nothing; "" where there is.
    """

    anchor: str
    title: str
    introduction: str
    figures: tuple[Images, ...] = ()
    tables: tuple[Table, ...] = ()
    absent: str = ""


def page_html(results: Results, images: Sequence[Images]) -> str:
    """Render the page; all text of the input is escaped, and the page allows no script and no address."""
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["visible"] = visible
    environment.filters["number"] = number
    everything = tuple(row for topic in Topic for row in results.rows(topic))
    return environment.get_template("report.html").render(
        results=results,
        term=term_of,
        style=Markup((_TEMPLATES / "report.css").read_text(encoding="utf-8")),  # noqa: S704
        answers=answers_of(results),
        sections=_sections(results, images),
        svg=_inlined(images),
        terms=sorted(terms_of(everything), key=lambda term: term.title.casefold()),
        methods=methods_paragraph(results),
        references=references_of(results),
    )


def _sections(results: Results, images: Sequence[Images]) -> tuple[Section, ...]:
    nothing_left_out = "" if results.exclusions else "Nothing was left out before the numbers were computed."
    absent = {topic.value: results.findings[topic].absent for topic in Topic}
    absent["excluded"] = nothing_left_out
    return tuple(
        Section(
            plan.anchor,
            plan.title,
            plan.introduction,
            tuple(image for image in images if image.name.startswith(plan.figures)) if plan.figures else (),
            tuple(plan.tables(results)),
            absent.get(plan.anchor, ""),
        )
        for plan in _PLANS
    )


_COVERAGE = (
    "A unit is what gets a value: a pair of dialogues, one dialogue, or one character in it. A cluster is "
    "a group of units that have something in common, such as their environment; intervals take clusters, "
    "not units, as independent."
)
_AGREEMENT = (
    "If raters of the same unit do not agree, their answers say more about raters than about dialogues. "
    "Coefficients differ in what they take as chance; Krippendorff's alpha is the main one."
)
_RATERS = (
    "Raters who stand apart from the rest, or who answer much faster, deserve a look before they are trusted."
)
_JUDGE = (
    "A judge is a language model that rates. A high correlation is not enough: a judge that favours one "
    "condition more than people do misleads every comparison. The ceiling is how well one person does "
    "against the others."
)
_CONDITIONS = (
    "Differences favour the condition named first when positive, and win rates when above one half. "
    "Intervals account for ratings sharing raters and environments. Other standard errors are in "
    "conditions.csv."
)
_BLINDING = (
    "Raters who know the condition may rate their expectation. Two looks: their guesses, and the text."
)
_TEXT = "Turns that a pair shares by construction are left out."
_EXCLUDED = (
    "Counts of what was not used. Units that one statistic could not use, such as those without a "
    "majority, are counted here and in the note beside that statistic."
)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A section before there are results; figures are found by how their names begin."""

    anchor: str
    title: str
    introduction: str
    tables: Callable[[Results], Iterable[Table]]
    figures: tuple[str, ...] = ()


_PLANS = (
    _Plan("coverage", "What was rated", _COVERAGE, coverage_tables),
    _Plan("agreement", "Agreement between raters", _AGREEMENT, agreement_tables, ("alpha",)),
    _Plan("raters", "Raters one by one", _RATERS, rater_tables, ("raters-", "severity", "seconds")),
    _Plan("judge", "Judges against people", _JUDGE, judge_tables, ("judge-", "calibration")),
    _Plan("conditions", "Conditions compared", _CONDITIONS, condition_tables, ("win-", "score-")),
    _Plan("blinding", "Blinding", _BLINDING, blinding_tables),
    _Plan("text", "The dialogues", _TEXT, text_tables),
    _Plan("excluded", "What was left out", _EXCLUDED, exclusion_tables),
)


def _inlined(images: Sequence[Images]) -> Mapping[str, Markup]:
    """Prepare figures for the page: names of their own, and the page's colours."""
    return {image.name: Markup(_for_page(image.name, image.svg)) for image in images if image.svg}  # noqa: S704


def _for_page(name: str, svg: str) -> str:
    text = re.sub(r'(="url\(#| id=")(part-\d+\b)', rf"\g<1>{name}-\g<2>", svg)
    for colour, variable in THEMED_COLOURS.items():
        text = text.replace(f'"{colour}"', f'"var({variable})"')
    return text.replace("<svg ", '<svg role="img" aria-hidden="true" ', 1)
