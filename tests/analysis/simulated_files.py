"""Write a simulated study as a bundle and as a run directory."""

from collections.abc import Iterable
from pathlib import Path

from sim.schema.bundle import BUNDLE_COLUMNS, BundleManifest, file_sha256
from sim.schema.episode import Episode, blind_episode
from sim.schema.jsonl import write_jsonl
from sim.schema.ratings_csv import write_csv, write_ratings_csv
from sim.schema.run import RunManifest
from sim.schema.study import write_study_toml
from tests.analysis.simulated_study import START, STUDY_ID, SimulatedStudy

__all__ = ["write_bundle", "write_run"]

Table = Iterable[Iterable[object]]


def write_bundle(folder: Path, study: SimulatedStudy, *, blind: bool = False) -> Path:
    """Write the study with its human ratings; unblinded unless told otherwise."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "episodes.jsonl").open("w", encoding="utf-8", newline="\n") as stream:
        write_jsonl(stream, [blind_episode(e) for e in study.episodes] if blind else study.episodes)
    with (folder / "ratings.csv").open("w", encoding="utf-8", newline="") as stream:
        write_ratings_csv(stream, study.human)
    (folder / "study.toml").write_text(write_study_toml(study.document), encoding="utf-8", newline="\n")
    tables: dict[str, Table] = {
        "items.csv": _items(study),
        "raters.csv": _raters(study),
        "assignments.csv": _assignments(study),
        "events.csv": [],
    }
    if not blind:
        tables["conditions.csv"] = map(_condition, study.episodes)
    for name, rows in tables.items():
        with (folder / name).open("w", encoding="utf-8", newline="") as stream:
            write_csv(stream, BUNDLE_COLUMNS[name], rows)
    files = sorted(path for path in folder.iterdir() if path.name != "manifest.json")
    manifest = BundleManifest(
        blind=blind,
        study_id=STUDY_ID,
        exported_at=START,
        code_version="0.1.0",
        files={path.name: file_sha256(path) for path in files},
    )
    (folder / "manifest.json").write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return folder


def write_run(folder: Path, study: SimulatedStudy) -> Path:
    """Write the episodes with the judge's ratings."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "episodes.jsonl").open("w", encoding="utf-8", newline="\n") as stream:
        write_jsonl(stream, study.episodes)
    with (folder / "ratings.csv").open("w", encoding="utf-8", newline="") as stream:
        write_ratings_csv(stream, study.judge)
    (folder / "failures.jsonl").write_text("", encoding="utf-8")
    manifest = RunManifest(
        run_id="simulated-run",
        created_at=START,
        code_version="0.1.0",
        salt="0" * 32,
        settings={},
        plan_hash="0" * 64,
        n_planned=len(study.episodes),
    )
    (folder / "manifest.json").write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return folder


def _items(study: SimulatedStudy) -> Table:
    for pair in study.pairs:
        scenario = pair.first.scenario
        assert scenario is not None
        ids = sorted(episode.episode_id for episode in pair.episodes)
        yield pair.item_id, pair.first.pair_id, scenario.environment_id, scenario.scenario_id, *ids, "main"


def _raters(study: SimulatedStudy) -> Table:
    moment = START.isoformat()
    for number, rater in enumerate(sorted({rating.rater_id for rating in study.human}), start=1):
        items = {rating.item_id for rating in study.human if rating.rater_id == rater}
        yield rater, number, "finished", "1", moment, moment, len(items), "false", ""


def _assignments(study: SimulatedStudy) -> Table:
    moment = START.isoformat()
    served = {(rating.rater_id, rating.item_id): rating.presentation for rating in study.human}
    position: dict[str, int] = {}
    for number, ((rater, item), order) in enumerate(served.items()):
        place = position.setdefault(rater, 0)
        position[rater] += 1
        yield f"a{number}", item, rater, place, "completed", *order, moment, moment, 42.5, "false", "", "", ""


def _condition(episode: Episode) -> tuple[object, ...]:
    words = sum(len(turn.text.split()) for turn in episode.turns)
    outcome = "" if episode.outcome is None else episode.outcome.model_dump_json()
    where = (episode.episode_id, episode.pair_id, episode.mode, episode.condition, episode.end_reason)
    return *where, len(episode.turns), words, outcome
