"""Read Blindpair's own folders: bundles that a study exported, and run directories with judges' ratings."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import TableError
from analysis.tables.build import StudyContext
from analysis.tables.bundle_people import People, read_people
from analysis.tables.factor import Factor
from analysis.tables.raw import RawTable, read_csv_columns
from analysis.tables.tabular import is_wide, wide_table
from sim.errors import ContractError, Problem, shown
from sim.schema.bundle import CONDITION_COLUMNS, ITEM_COLUMNS, BundleManifest, read_bundle_manifest
from sim.schema.rating import RATING_COLUMNS
from sim.schema.study import StudyDocument, read_study_toml
from sim.schema.unit import parse_unit

__all__ = [
    "Bundle",
    "Conditions",
    "Exclusions",
    "read_bundle",
    "read_conditions",
    "read_rating_file",
    "read_run",
]

_CLUSTER_COLUMNS = ("environment_id", "scenario_id", "pair_id")

Conditions = Mapping[str, str]
"""Condition by episode id."""


@dataclass(frozen=True, slots=True)
class Exclusions:
    """How many raters a researcher excluded, and how many of their ratings (every revision) that left out."""

    n_raters: int
    n_ratings: int


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """A bundle's ratings but for excluded raters', what its study says, and conditions once unblinded."""

    manifest: BundleManifest
    study: StudyDocument
    raw: RawTable
    excluded: Exclusions
    people: People
    conditions: Conditions | None

    @property
    def context(self) -> StudyContext:
        """Questions and contrasts of the study."""
        questions = {question.dimension: question for question in self.study.rubric.dimensions}
        return StudyContext(questions, self.study.contrasts)


def read_bundle(folder: Path) -> Bundle:
    """Read a bundle whose files are those that were exported.

    Raises
    ------
    TableError
        With every problem, also if a file is missing or was changed since the export.
    OSError
        If a file cannot be read.
    """
    try:
        manifest = read_bundle_manifest(folder)
        study = read_study_toml((folder / "study.toml").read_text(encoding="utf-8"))
    except ContractError as error:
        raise TableError(error.problems) from None
    items = _columns(folder / "items.csv", ITEM_COLUMNS)
    ratings = read_rating_file(folder / "ratings.csv", source=f"{folder.name}/ratings.csv")
    people = read_people(folder)
    kept = _without(ratings, people.excluded)
    counts = Exclusions(len(people.excluded), ratings.n_rows - kept.n_rows)
    conditions = None if manifest.blind else read_conditions(folder / "conditions.csv")
    places = {name: _place_of(items, name) for name in _CLUSTER_COLUMNS}
    return Bundle(manifest, study, _placed(kept, places), counts, people, conditions)


def read_run(folder: Path) -> RawTable:
    """Read the judges' ratings of a run directory, clustered by the environments of its episodes.

    Raises
    ------
    TableError
        With every problem.
    OSError
        If a file cannot be read.
    """
    ratings = read_rating_file(folder / "ratings.csv", source=f"{folder.name}/ratings.csv")
    places: dict[str, dict[str, str]] = {name: {} for name in _CLUSTER_COLUMNS}
    with (folder / "episodes.jsonl").open(encoding="utf-8-sig") as stream:
        for number, line in enumerate(stream, start=1):
            if line.strip():
                _note_episode(places, line, f"{folder.name}/episodes.jsonl", number)
    return _placed(ratings, places)


def _note_episode(places: Mapping[str, dict[str, str]], line: str, source: str, number: int) -> None:
    try:
        episode = json.loads(line)
        scenario = episode.get("scenario") or {}
        fields = {**scenario, "pair_id": episode["pair_id"]}
        for name, place in places.items():
            place[episode["episode_id"]] = fields.get(name, "")
    except (ValueError, KeyError, AttributeError):
        problem = Problem(source, number, "", shown(line.strip()), "an episode with its ids")
        raise TableError([problem]) from None


def read_rating_file(path: Path, *, source: str | None = None) -> RawTable:
    """Read CSV (or TSV, by its name): the columns of `ratings.csv`, some left out, or items by raters.

    Raises
    ------
    TableError
        With every row that has another number of cells than the header.
    OSError
        If the file cannot be read.
    """
    columns, line = read_csv_columns(path, delimiter="\t" if path.suffix.lower() == ".tsv" else ",")
    if is_wide(columns):
        return wide_table(source or path.name, columns, line)
    known = {name: cells for name, cells in columns.items() if name in {*RATING_COLUMNS, "cluster_id"}}
    extra = {name: cells for name, cells in columns.items() if name not in known}
    if {"reason", "value", "rubric_hash"} <= known.keys():
        # the contract's CSV puts an apostrophe before typed text that a spreadsheet would take for a formula
        for name in ("reason", "value"):
            known[name] = known[name].renamed(_without_guard)
    return RawTable(source or path.name, known, line, extra)


def _without_guard(cell: str) -> str:
    return cell.removeprefix("'")


def read_conditions(path: Path) -> Conditions:
    """Read the condition of every episode from an unblinded bundle's `conditions.csv`.

    Raises
    ------
    TableError
        If columns are missing.
    OSError
        If the file cannot be read.
    """
    columns = _columns(path, CONDITION_COLUMNS)
    return dict(zip(columns["episode_id"].values(), columns["condition"].values(), strict=True))


def _columns(path: Path, expected: tuple[str, ...]) -> dict[str, Factor]:
    columns, _ = read_csv_columns(path)
    missing = [name for name in expected if name not in columns]
    if missing:
        found = f"the columns {shown(', '.join(columns))}"
        raise TableError([Problem(path.name, 1, "", found, f"also {', '.join(missing)}")])
    return columns


def _without(ratings: RawTable, raters: Collection[str]) -> RawTable:
    if not raters:
        return ratings
    kept = ratings.column("rater_id").where(lambda rater: rater not in raters)
    return RawTable(
        ratings.source,
        {name: column.take(kept) for name, column in ratings.columns.items()},
        ratings.line[kept],
        {name: column.take(kept) for name, column in ratings.extra.items()},
    )


def _place_of(items: Mapping[str, Factor], name: str) -> dict[str, str]:
    """Map items and their episodes to their environment, scenario or pair."""
    place: dict[str, str] = {}
    for key in ("item_id", "episode_1", "episode_2"):
        place.update(zip(items[key].values(), items[name].values(), strict=True))
    return place


def _placed(ratings: RawTable, places: Mapping[str, Mapping[str, str]]) -> RawTable:
    unit = ratings.column("unit_id")
    extra = {name: unit.renamed(_finder(place)) for name, place in places.items()}
    return RawTable(ratings.source, ratings.columns, ratings.line, {**ratings.extra, **extra})


def _finder(place: Mapping[str, str]) -> Callable[[str], str]:
    def find(unit_id: str) -> str:
        try:
            episodes = parse_unit(unit_id).episode_ids
        except ValueError:
            return ""
        return place.get(episodes[0], "")

    return find
