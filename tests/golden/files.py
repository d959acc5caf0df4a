"""Write the golden records as the files of a run directory, two bundles and a document of rows."""

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from analysis.estimate import Rows
from sim.schema.bundle import BUNDLE_COLUMNS, BundleManifest, file_sha256
from sim.schema.episode import Episode, blind_episode
from sim.schema.jsonl import write_jsonl
from sim.schema.rating import Rating
from sim.schema.ratings_csv import write_csv, write_ratings_csv
from sim.schema.scenario import Scenario
from sim.schema.study import write_study_toml
from tests.golden import records


def write_golden(folder: Path) -> None:
    """Write every golden file below `folder`."""
    _run(folder / "run")
    _bundle(folder / "bundle_blind", blind=True)
    _bundle(folder / "bundle_unblinded", blind=False)
    _text(folder / "rows.json", records.ROWS.model_dump_json(indent=2) + "\n")
    for model in (Scenario, Episode, Rating, Rows):
        schema = json.dumps(model.model_json_schema(), indent=1, sort_keys=True, ensure_ascii=False)
        _text(folder / "json_schema" / f"{model.__name__.lower()}.json", schema + "\n")


def _run(folder: Path) -> None:
    _text(folder / "manifest.json", records.RUN.model_dump_json(indent=2) + "\n")
    _jsonl(folder / "episodes.jsonl", records.EPISODES)
    _jsonl(folder / "failures.jsonl", records.FAILURES)
    _ratings(folder / "ratings.csv", records.judge_ratings())


def _bundle(folder: Path, *, blind: bool) -> None:
    episodes = sorted(records.EPISODES, key=lambda episode: episode.episode_id)
    _jsonl(folder / "episodes.jsonl", [blind_episode(e) for e in episodes] if blind else episodes)
    _ratings(folder / "ratings.csv", records.human_ratings())
    _text(folder / "study.toml", write_study_toml(records.STUDY))
    _text(folder / "heds.json", records.HEDS.model_dump_json(indent=2) + "\n")
    tables = {
        "items.csv": _items(),
        "raters.csv": [
            (f"r{n}", n, "finished", "1", records.NOON.isoformat(), records.NOON.isoformat(), 2, "false", "")
            for n in (1, 2, 3)
        ],
        "assignments.csv": _assignments(),
        "events.csv": [(records.NOON.isoformat(), "rater", "r1", "gave_consent", "golden-study", "{}")],
    }
    if not blind:
        tables["conditions.csv"] = [
            (
                e.episode_id,
                e.pair_id,
                e.mode,
                e.condition,
                e.end_reason,
                len(e.turns),
                _words(e),
                _json(e.outcome),
            )
            for e in episodes
        ]
    for name, rows in tables.items():
        _csv(folder / name, BUNDLE_COLUMNS[name], rows)
    files = sorted(path for path in folder.iterdir() if path.name != "manifest.json")
    manifest = BundleManifest(
        blind=blind,
        study_id=records.STUDY_ID,
        exported_at=records.NOON,
        code_version="0.1.0",
        files={path.name: file_sha256(path) for path in files},
    )
    _text(folder / "manifest.json", manifest.model_dump_json(indent=2) + "\n")


def _items() -> list[tuple[object, ...]]:
    return [
        (
            records.item_id(pair),
            pair[0].pair_id,
            scenario.environment_id,
            scenario.scenario_id,
            *sorted((pair[0].episode_id, pair[1].episode_id)),
            "main",
        )
        for pair, scenario in zip(records.PAIRS, (records.BARGAIN, records.FRIENDS), strict=True)
    ]


def _assignments() -> list[tuple[object, ...]]:
    served: dict[tuple[str, str], tuple[str, ...]] = {
        (rating.rater_id, rating.item_id): rating.presentation for rating in records.human_ratings()
    }
    moment = records.NOON.isoformat()
    rest = (moment, moment, 42.5, "false", "", "", "")
    return [
        (f"a{number}", item, rater, number % 2, "completed", *order, *rest)
        for number, ((rater, item), order) in enumerate(served.items())
    ]


def _words(episode: Episode) -> int:
    return sum(len(turn.text.split()) for turn in episode.turns)


def _json(record: BaseModel | None) -> str:
    return "" if record is None else record.model_dump_json()


def _text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _jsonl(path: Path, rows: Iterable[BaseModel]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        write_jsonl(stream, rows)


def _ratings(path: Path, ratings: Iterable[Rating]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_ratings_csv(stream, ratings)


def _csv(path: Path, columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_csv(stream, columns, rows)


def read_csv(path: Path) -> list[dict[str, str]]:
    """Read a CSV file of a bundle as text, one mapping a row."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
