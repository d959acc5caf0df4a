"""Pilots apart, surplus answers counted and kept, raters known by number."""

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from analysis.conditions import load_study
from analysis.errors import OptionError
from analysis.tables import LoadOptions, load_table
from analysis.tables.items import episodes_of_other_purposes
from analysis.text import load_corpus
from sim.schema.bundle import BundleManifest, file_sha256
from sim.schema.rating import Purpose
from sim.schema.study import read_study_toml, write_study_toml

GOLDEN = Path(__file__).parents[2] / "fixtures" / "bundle_unblinded"
BLIND = Path(__file__).parents[2] / "fixtures" / "bundle_blind"
PILOT = LoadOptions(purposes=frozenset({Purpose.PILOT}))
Cells = dict[str, str]


def changed(folder: Path, name: str, change: Callable[[Cells], Cells]) -> None:
    """Change the rows of one of a bundle's tables."""
    path = folder / name
    with path.open(encoding="utf-8", newline="") as stream:
        rows = [change(row) for row in csv.DictReader(stream)]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    seal(folder, name)


def seal(folder: Path, name: str) -> None:
    manifest = BundleManifest.model_validate_json((folder / "manifest.json").read_bytes())
    files = {**manifest.files, name: file_sha256(folder / name)}
    text = manifest.model_copy(update={"files": files}).model_dump_json()
    (folder / "manifest.json").write_text(text, encoding="utf-8")


def pilot_bundle(folder: Path, *, source: Path = GOLDEN, items: Callable[[str], bool] = bool) -> Path:
    """Copy a golden bundle in which chosen items, by id, were a pilot."""
    shutil.copytree(source, folder)
    for name in ("ratings.csv", "items.csv"):
        changed(folder, name, lambda row: row | ({"purpose": "pilot"} if items(row["item_id"]) else {}))
    return folder


def renamed(folder: Path, study_id: str) -> Path:
    """Make it another study's bundle, which asks for goals on another scale."""
    path = folder / "study.toml"
    study = read_study_toml(path.read_text(encoding="utf-8"))
    text = write_study_toml(study.model_copy(update={"study_id": study_id}))
    path.write_text(text.replace("maximum = 10", "maximum = 11"), encoding="utf-8")
    seal(folder, "study.toml")
    return folder


def test_pilot_items_of_a_bundle_are_left_out_and_counted(tmp_path: Path) -> None:
    whole = load_table([GOLDEN])
    first = min(whole.item.compact().names)
    folder = pilot_bundle(tmp_path / "b", items=first.__eq__)
    main, pilot = load_table([folder]), load_table([folder], PILOT)
    assert first not in main.item.compact().names
    assert pilot.item.compact().names == (first,)
    assert main.left_out["purpose pilot"] >= len(pilot)
    assert len(main) + len(pilot) == len(whole)


def test_pilot_bundle_beside_the_study_is_counted_and_may_ask_otherwise(tmp_path: Path) -> None:
    pilot = renamed(pilot_bundle(tmp_path / "pilot", source=BLIND), "the-pilot")
    alone, both = load_table([GOLDEN]), load_table([GOLDEN, pilot])
    assert len(both) == len(alone)
    assert both.left_out["purpose pilot"] >= len(alone)
    assert both.rubric == alone.rubric
    assert both.condition is not None


def test_pilot_bundle_is_looked_at_alone_by_its_purpose(tmp_path: Path) -> None:
    pilot = renamed(pilot_bundle(tmp_path / "pilot"), "the-pilot")
    table = load_table([GOLDEN, pilot], PILOT)
    assert all(name.startswith("the-pilot:") for name in table.rater.compact().names)
    assert table.left_out["purpose main"] > 0
    assert len(load_table([pilot], PILOT)) == len(table)


def test_two_studies_that_ask_differently_are_refused(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path / "other")
    with pytest.raises(OptionError, match="another scale"):
        load_table([GOLDEN, renamed(tmp_path / "other", "other")])


def test_dialogues_of_a_pilot_are_not_described(tmp_path: Path) -> None:
    first = min(load_table([GOLDEN]).item.compact().names)
    folder = pilot_bundle(tmp_path / "b", items=first.__eq__)
    apart = episodes_of_other_purposes(folder, {Purpose.MAIN})
    study, whole = load_study([folder]), load_study([GOLDEN])
    assert len(apart) == 2
    assert set(whole.episodes) - set(study.episodes) == apart
    assert len(load_corpus(folder).dialogues) == len(whole.episodes) - 2
    assert len(load_corpus(folder, {Purpose.PILOT}).dialogues) == 2


def test_bundle_of_pilot_dialogues_alone_says_so(tmp_path: Path) -> None:
    folder = pilot_bundle(tmp_path / "b")
    with pytest.raises(OptionError, match="other purposes than main"):
        load_corpus(folder)


def test_surplus_ratings_stay_and_are_counted(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path / "b")
    changed(
        tmp_path / "b",
        "assignments.csv",
        lambda row: row | {"surplus": str(row["assignment_id"] == "a0").lower()},
    )
    whole, table = load_table([GOLDEN]), load_table([tmp_path / "b"])
    a0 = "b857e3972f6029e8fd30"
    assert whole.n_surplus == 0
    assert len(table) == len(whole)
    assert table.n_surplus == int((table.item.equals(a0) & table.rater.equals("r1")).sum()) > 0


def test_raters_are_known_by_number_in_one_study_only(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path / "other")
    path = tmp_path / "other" / "study.toml"
    study = read_study_toml(path.read_text(encoding="utf-8"))
    path.write_text(write_study_toml(study.model_copy(update={"study_id": "other"})), encoding="utf-8")
    seal(tmp_path / "other", "study.toml")
    assert load_table([GOLDEN]).rater_numbers == {"r1": 1, "r2": 2, "r3": 3}
    assert load_table([GOLDEN, tmp_path / "other"]).rater_numbers == {}
