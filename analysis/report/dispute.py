"""The units that people disagree on most, with everything that was said about them."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from analysis.agreement.disputed import disputed_units, read_transcripts
from analysis.judge.join import Joined
from analysis.rater_names import rater_name
from analysis.report.results import Disputed, Said
from analysis.tables import RatingTable

__all__ = ["disputed_of"]

_MOST = 3
_SILENT = "none"


def disputed_of(table: RatingTable, joined: Joined | None, source: Path) -> Iterator[Disputed]:
    """List the most disputed units of every dimension, with what judges said of them."""
    name = partial(rater_name, numbers=table.rater_numbers)
    for unit in disputed_units(table, read_transcripts([source]), most=_MOST):
        people = [Said(name(s["rater"]), s["kind"], s["value"], s["reason"]) for s in unit["ratings"]]
        judges = [] if joined is None else _of_judges(joined, unit["unit_id"], unit["dimension"])
        yield Disputed(
            dimension=unit["dimension"],
            unit=unit["unit_id"],
            disagreement=unit["disagreement"],
            said=tuple(dict.fromkeys([*people, *judges])),
            remarks=tuple(Said(name(s["rater"]), "human", "", s["remark"]) for s in unit["remarks"]),
            transcripts=tuple(tuple(_lines(turns)) for turns in unit["transcripts"].values()),
        )


def _of_judges(joined: Joined, unit: str, dimension: str) -> list[Said]:
    table = joined.table
    part = table.where(table.is_llm & table.unit.equals(unit) & table.dimension.equals(dimension))
    cells = zip(part.rater.values(), part.value.values(), part.reason.values(), strict=True)
    return [Said(rater, "llm", value, reason) for rater, value, reason in cells]


def _lines(turns: list[dict[str, Any]]) -> Iterator[str]:
    for turn in turns:
        if turn["kind"] != _SILENT:
            yield f"Speaker {int(turn['speaker']) + 1}: {turn['text']}"
