"""METHODS.md, made from the registries; `python -m analysis.methods` writes it anew."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from analysis.agreement.raters import RATERS
from analysis.agreement.statistics import AGREEMENT
from analysis.blinding import GUESSES, LEAK
from analysis.conditions import FAMILY, PREFERENCES, SCORES
from analysis.judge.statistics import JUDGE
from analysis.power import POWER
from analysis.registry import ALL_LEVELS, Registry, Statistic
from analysis.text import TEXT

__all__ = ["METHODS_FILE", "REGISTRIES", "methods_text"]

METHODS_FILE = Path(__file__).with_name("METHODS.md")

REGISTRIES: tuple[Registry[Any], ...] = (
    AGREEMENT,
    RATERS,
    JUDGE,
    PREFERENCES,
    SCORES,
    FAMILY,
    TEXT,
    GUESSES,
    LEAK,
    POWER,
)
"""Every family of statistics, in the order of the document."""


def methods_text(document: str) -> str:
    """Write the sections of the registries anew; what comes before the first of them stays as it is."""
    introduction = document.partition("\n## ")[0].rstrip()
    sections = (_section(registry.title, registry) for registry in REGISTRIES)
    return "\n".join([introduction, "", *sections])


def _section(title: str, statistics: Iterable[Statistic[Any]]) -> str:
    return "\n".join([f"## {title}\n", *(_entry(statistic) for statistic in statistics)])


def _entry(statistic: Statistic[Any]) -> str:
    return "\n".join(_lines(statistic))


def _lines(statistic: Statistic[Any]) -> Iterator[str]:
    levels = "all levels" if statistic.levels == ALL_LEVELS else ", ".join(sorted(statistic.levels))
    asked = "; with `--all`" if statistic.optional else ""
    yield f"### `{statistic.name}`: {statistic.title}\n"
    yield f"Scope `{statistic.scope}`; {levels}{asked}.\n"
    yield f"- Formula: {statistic.formula}"
    yield f"- Conventions: {statistic.convention}"
    yield f"- Source: {statistic.citation}.\n"


if __name__ == "__main__":
    METHODS_FILE.write_text(methods_text(METHODS_FILE.read_text(encoding="utf-8")), encoding="utf-8")
