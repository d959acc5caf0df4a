"""Guesses that raters were asked for last of all: `guesses.csv` of an unblinded bundle."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from analysis.blinding.guesses import Guesses, guesses_of, guessing_dimensions, names_of
from analysis.conditions.study import ComparedStudy
from analysis.errors import TableError
from analysis.resampling.linearised import Clusters
from analysis.tables.bundle_people import read_people
from analysis.tables.factor import Factor
from analysis.tables.raw import RATED, read_csv_columns
from sim.errors import Problem, shown
from sim.schema.bundle import DO_NOT_KNOW, GUESS_COLUMNS
from sim.schema.unit import parse_unit

__all__ = ["FINAL_GUESS", "asked_guesses", "guesses_in"]

FINAL_GUESS = "which_was_which"
"""The name in rows of what raters are asked last of all."""

_FILE = "guesses.csv"


def guesses_in(
    folder: Path, study: ComparedStudy, dimension: str | None = None, meant: str | None = None
) -> Iterator[Guesses]:
    """Find all guesses of a study: its questions that name conditions, and what was asked last of all.

    Parameters
    ----------
    folder
        The bundle or run that `study` was loaded from.
    dimension, meant
        See `guesses_of`; None finds the dimensions by their options.

    Raises
    ------
    OptionError
        See `guesses_of`.
    TableError
        See `asked_guesses`.
    """
    for name in guessing_dimensions(study) if dimension is None else [dimension]:
        yield guesses_of(study, name, meant)
    if dimension is None and (asked := asked_guesses(folder, study)) is not None:
        yield asked


def asked_guesses(folder: Path, study: ComparedStudy) -> Guesses | None:
    """Read what raters answered last of all, without those whom a researcher excluded; None for nothing.

    Raises
    ------
    TableError
        If a column is missing, or a row contradicts the bundle; with all of them.
    """
    path = folder / _FILE
    if not path.is_file() or not study.n_declared:
        return None
    columns, lines = read_csv_columns(path)
    if missing := [name for name in GUESS_COLUMNS if name not in columns]:
        there = f"the columns {shown(', '.join(columns))}"
        raise TableError([Problem(_FILE, 1, "", there, f"also {', '.join(missing)}")])
    excluded = read_people(folder).excluded
    environments = _environments(folder)
    names = ("rater_id", "item_id", "unit_id", "asked", "status", "value")
    rows = zip(lines, *(columns[name].values() for name in names), strict=True)
    problems: list[Problem] = []
    found: list[tuple[str, str, str, float, str]] = []
    for line, rater, item, unit, asked, status, value in rows:
        if status != RATED or rater in excluded:
            continue
        right = _is_right(study, unit, asked, value)
        if right is None:
            what = f"{asked} {value}"
            problems.append(Problem(_FILE, int(line), "value", shown(what), f"an episode of {unit}"))
            continue
        found.append((environments.get(item, ""), rater, unit, right, _asked_condition(study, asked)))
    if problems:
        raise TableError(problems)
    if not found:
        return None
    environment, raters, units, right_ones, conditions = zip(*found, strict=True)
    return Guesses(
        dimension=FINAL_GUESS,
        right=np.array(right_ones, np.float64),
        condition=conditions,
        clusters=Clusters(Factor.of(environment).codes, Factor.of(raters).codes),
        n_options=2,
        n_units=len(set(units)),
    )


def _asked_condition(study: ComparedStudy, asked: str) -> str:
    contrast = study.contrasts[0]
    return {"first": contrast.first, "second": contrast.second}[asked]


def _is_right(study: ComparedStudy, unit: str, asked: str, value: str) -> float | None:
    """Say whether the episode has the condition asked for: 1, 0, nan "do not know"; None if it cannot be."""
    contrast = study.contrasts[0]
    wanted = {"first": contrast.first, "second": contrast.second}.get(asked)
    try:
        episode_ids = parse_unit(unit).episode_ids
    except ValueError:
        return None
    if wanted is None or any(one not in study.episodes for one in episode_ids):
        return None
    if value == DO_NOT_KNOW:
        return float("nan")
    return float(wanted.casefold() in names_of(study.episodes[value])) if value in episode_ids else None


def _environments(folder: Path) -> dict[str, str]:
    columns, _ = read_csv_columns(folder / "items.csv")
    return dict(zip(columns["item_id"].values(), columns["environment_id"].values(), strict=True))
