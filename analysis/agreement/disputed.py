"""The units that raters disagree on most, with everything needed to see why."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from analysis.agreement.alpha import pairable
from analysis.agreement.percent import agreeing_pairs
from analysis.agreement.run import compared_ratings
from analysis.registry import NUMERIC
from analysis.tables import Ratings, RatingTable, code_dimension, rateable_dimensions

__all__ = ["disputed_units", "read_transcripts"]

Turns = list[dict[str, Any]]


def read_transcripts(folders: Iterable[Path]) -> dict[str, Turns]:
    """Read the turns of every episode in bundles and run directories; others add nothing."""
    transcripts: dict[str, Turns] = {}
    for path in (folder / "episodes.jsonl" for folder in folders):
        if path.is_file():
            for line in path.read_text(encoding="utf-8-sig").splitlines():
                episode = json.loads(line)
                transcripts[episode["episode_id"]] = episode["turns"]
    return transcripts


def disputed_units(
    table: RatingTable, transcripts: Mapping[str, Turns], *, most: int = 20
) -> Iterator[dict[str, Any]]:
    """List the most disputed units of every dimension, people's disagreement deciding.

    Disagreement is the variance of the values at levels interval and ratio, else the share of disagreeing
    pairs of raters. Each unit comes with all its ratings and reasons, those of judges too, the remarks on its
    item, and its transcripts.
    """
    people = compared_ratings(table)
    for dimension in rateable_dimensions(people):
        ratings = pairable(code_dimension(people, dimension))
        spread = _disagreement(ratings)
        for unit in np.argsort(-spread, kind="stable")[:most]:
            if spread[unit] > 0:
                name = ratings.unit_names[unit]
                yield {
                    "dimension": dimension,
                    "unit_id": name,
                    "disagreement": float(spread[unit]),
                    "ratings": list(_ratings(table, name, dimension)),
                    "remarks": list(_remarks(table, name)),
                    "transcripts": {key: turns for key, turns in transcripts.items() if key in name},
                }


def _disagreement(ratings: Ratings) -> np.ndarray[Any, np.dtype[np.float64]]:
    if ratings.level not in NUMERIC:
        return 1 - agreeing_pairs(ratings) if ratings.n_units else np.zeros(0)
    size = np.maximum(ratings.per_unit, 1)
    mean = np.bincount(ratings.unit, weights=ratings.values, minlength=ratings.n_units) / size
    squares = (ratings.values - mean[ratings.unit]) ** 2
    return np.bincount(ratings.unit, weights=squares, minlength=ratings.n_units) / np.maximum(size - 1, 1)


def _ratings(table: RatingTable, unit: str, dimension: str) -> Iterator[dict[str, Any]]:
    part = table.where(table.unit.equals(unit) & table.dimension.equals(dimension))
    cells = zip(part.rater.values(), part.value.values(), part.reason.values(), part.is_llm, strict=True)
    for rater, value, reason, is_llm in cells:
        yield {"rater": rater, "kind": "llm" if is_llm else "human", "value": value, "reason": reason}


def _remarks(table: RatingTable, unit: str) -> Iterator[dict[str, str]]:
    """Find what was typed in free-text questions about the items that show the unit."""
    items = set(table.item.take(table.unit.equals(unit)).compact().names) - {""}
    text = set(table.dimensions).difference(rateable_dimensions(table))
    if not text:
        return
    part = table.where(table.item.where(items.__contains__) & table.dimension.where(text.__contains__))
    for rater, value in zip(part.rater.values(), part.value.values(), strict=True):
        yield {"rater": rater, "remark": value}
