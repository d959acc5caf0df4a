"""Write a bundle's files into an empty folder."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from sqlalchemy.orm import Session

from annotate_app.services.studies.bundle_heds import study_heds
from annotate_app.services.studies.bundle_rows import (
    Row,
    assignment_rows,
    check_rows,
    condition_rows,
    erased_raters,
    event_rows,
    item_rows_of,
    rater_rows,
    ratings_of,
)
from annotate_app.services.studies.bundle_study import answer_rows, guess_rows, study_document
from annotate_app.services.studies.data_dictionary import dictionary_rows
from annotate_app.services.studies.registrations import preregistration_file
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.episodes import blind_documents, stored_episodes
from annotate_app.store.exclusions import latest_decisions
from annotate_app.store.items import items_of
from annotate_app.store.models import ItemRow, StudyRow
from annotate_app.store.raters import raters_of_study
from annotate_app.store.studies import rubric_with_hash, rubrics_of
from sim.schema.bundle import BUNDLE_COLUMNS, BundleManifest, file_sha256
from sim.schema.ratings_csv import write_csv, write_ratings_csv
from sim.schema.study import StudyDocument, write_study_toml

__all__ = ["BundleCounts", "write_bundle"]

_ALTERED = "altered_episodes.jsonl"


@dataclass(frozen=True, slots=True)
class BundleCounts:
    """How much a bundle holds."""

    n_items: int
    n_raters: int
    n_ratings: int


def write_bundle(
    session: Session, study: StudyRow, folder: Path, *, blind: bool, now: datetime
) -> BundleCounts:
    """Write every file of the bundle, the manifest with their hashes last."""
    items = items_of(session, study.study_id)
    altered = _altered(items)
    shown = {one for item in items for one in (item.episode_1, item.episode_2) if one}
    episode_ids = sorted(shown - altered)
    ratings = ratings_of(session, study, items)
    with (folder / "ratings.csv").open("w", encoding="utf-8", newline="") as stream:
        write_ratings_csv(stream, ratings)
    tables = _tables(session, study, items, blind=blind)
    if blind:
        documents = blind_documents(session, episode_ids)
        lines = [documents[episode_id] for episode_id in episode_ids]
    else:
        episodes = stored_episodes(session, episode_ids)
        lines = [episodes[episode_id].model_dump_json() for episode_id in episode_ids]
        tables["guesses.csv"] = guess_rows(session, study.study_id)
        tables["conditions.csv"] = condition_rows([episodes[episode_id] for episode_id in episode_ids])
    for name, rows in tables.items():
        _write_table(folder / name, rows)
    _write_text(folder / "episodes.jsonl", "".join(f"{line}\n" for line in lines))
    if altered:
        documents = blind_documents(session, altered)
        _write_text(folder / _ALTERED, "".join(f"{documents[one]}\n" for one in sorted(altered)))
    _write_text(folder / "study.toml", write_study_toml(study_document(session, study)))
    _write_text(folder / "rubrics.jsonl", _rubric_lines(session, study.study_id))
    registered = preregistration_file(session, study)
    if registered is not None:
        _write_text(folder / "preregistration.json", registered.model_dump_json(indent=2) + "\n")
    heds = study_heds(session, study, registered)
    _write_text(folder / "heds.json", heds.model_dump_json(indent=2) + "\n")
    _write_manifest(folder, study.study_id, blind=blind, now=now)
    return BundleCounts(len(items), len(tables["raters.csv"]), len(ratings))


def _altered(items: Iterable[ItemRow]) -> frozenset[str]:
    """List the altered episodes of attention checks."""
    checks = [item for item in items if item.intact is not None]
    return frozenset(
        one for item in checks for one in (item.episode_1, item.episode_2) if one and one != item.intact
    )


def _tables(
    session: Session, study: StudyRow, items: Iterable[ItemRow], *, blind: bool
) -> dict[str, list[Row]]:
    assignments = assignments_of_study(session, study.study_id)
    raters = raters_of_study(session, study.study_id)
    erased = erased_raters(study, raters)
    decisions = latest_decisions(session, study.study_id)
    reasons = {rater_id: one.reason for rater_id, one in decisions.items() if one.excluded}
    hashes = {row.rubric_hash for row in assignments}
    rubrics = {one: rubric_with_hash(session, study.study_id, one) for one in hashes}
    return {
        "items.csv": item_rows_of(items),
        "checks.csv": check_rows(items),
        "raters.csv": rater_rows(raters, assignments, reasons, blind=blind, erased=erased),
        "assignments.csv": assignment_rows(assignments, rubrics),
        "questionnaire_answers.csv": answer_rows(session, study.study_id),
        "events.csv": event_rows(session, study.study_id, blind=blind, erased=erased),
        "data_dictionary.csv": list(_described(study_document(session, study), blind=blind)),
    }


def _described(document: StudyDocument, *, blind: bool) -> Iterator[Row]:
    asked = [one for one in (document.before, document.after, document.final) if one is not None]
    return dictionary_rows(document.rubric, blind=blind, asked=asked)


def _write_manifest(folder: Path, study_id: str, *, blind: bool, now: datetime) -> None:
    hashes: Mapping[str, str] = {path.name: file_sha256(path) for path in sorted(folder.iterdir())}
    manifest = BundleManifest(
        blind=blind,
        study_id=study_id,
        exported_at=now,
        code_version=version("blindpair"),
        files=hashes,
    )
    _write_text(folder / "manifest.json", manifest.model_dump_json(indent=2) + "\n")


def _write_table(path: Path, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_csv(stream, BUNDLE_COLUMNS[path.name], rows)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _rubric_lines(session: Session, study_id: str) -> str:
    """Write every version of a study's questions, one JSON object a line, oldest first."""
    return "".join(
        f"{json.dumps(one, ensure_ascii=False)}\n"
        for one in (
            {
                "version": row.version,
                "rubric_hash": row.rubric_hash,
                "created_at": row.created_at.isoformat(),
                "rubric": json.loads(row.document),
            }
            for row in rubrics_of(session, study_id)
        )
    )
