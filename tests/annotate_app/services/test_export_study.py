"""Bundles: complete, blind, in an order that says nothing, and readable by the analysis."""

import csv
import json
from pathlib import Path

import pytest

from analysis.tables import LoadOptions, load_table
from annotate_app.errors import ExportError, NotAllowedError, NotFoundError
from annotate_app.services.rating import reopen
from annotate_app.services.studies import CreatedStudy, export_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import EventRow
from sim.schema.bundle import BUNDLE_COLUMNS, read_bundle_manifest
from sim.schema.episode import BlindEpisode, Episode
from sim.schema.heds import read_heds
from sim.schema.jsonl import read_jsonl_file
from sim.schema.ratings_csv import read_ratings_csv
from sim.schema.study import read_study_toml
from tests.annotate_app.studio import (
    OPERATOR,
    STRANGER,
    n_rows,
    new_study,
    rate_all,
    shown_item,
    some_answers,
    start,
    submit,
)


def rated_study(place: Workplace) -> CreatedStudy:
    """Two raters rate everything, one of them with a remark that a spreadsheet would execute."""
    study = new_study(place, n_pairs=3, n_raters=3)
    first = start(place, study.links[0].token)
    submit(place, first, shown_item(place, first), {"naturalness": "a"})
    view = shown_item(place, first)
    submit(place, first, view, {**some_answers(view), "remark": '=HYPERLINK("x")\nوداعا'})
    rate_all(place, first)
    rate_all(place, start(place, study.links[1].token))
    reopen(place, first, view.assignment)
    again = shown_item(place, first)
    submit(place, first, again, {**again.answers, "goal.a.0": 9})
    return study


def cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_blind_bundle_keeps_the_contract(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    bundle = export_study(place, OPERATOR, study.study_id, tmp_path / "out" / "bundle")
    assert (bundle.blind, bundle.n_items, bundle.n_raters, bundle.n_ratings) == (True, 3, 3, 37)
    manifest = read_bundle_manifest(bundle.folder)
    assert manifest.blind
    names = {path.name for path in bundle.folder.iterdir()}
    assert set(manifest.files) == names - {"manifest.json"}
    assert set(BUNDLE_COLUMNS) - names == {"conditions.csv", "guesses.csv"}
    for name in names & set(BUNDLE_COLUMNS):
        assert tuple(cells(bundle.folder / name)[0]) == BUNDLE_COLUMNS[name]
    assert not read_jsonl_file(bundle.folder / "episodes.jsonl", BlindEpisode).problems


def test_ratings_come_back_as_they_were_given(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    ratings = read_ratings_csv(folder / "ratings.csv")
    assert len(ratings) == 37
    assert '=HYPERLINK("x")\nوداعا' in {rating.value for rating in ratings}
    assert [rating.value for rating in ratings if rating.revision == 1] == [9.0]
    served = {row["assignment_id"]: row["served_first"] for row in rows(folder, "assignments.csv")}
    assert {rating.presentation[0] for rating in ratings} <= set(served.values())


def test_typed_text_cannot_become_a_formula(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    for path in folder.glob("*.csv"):
        typed = [cell for row in cells(path) for cell in row]
        assert not [cell for cell in typed if cell.startswith(("=", "+", "@", "\t"))]


def test_blind_bundle_names_no_condition(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    export_study(place, OPERATOR, study.study_id, tmp_path / "u", unblind_reason="SCRIPT wins")
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    for path in folder.iterdir():
        content = path.read_bytes()
        if path.name == "study.toml":
            document = read_study_toml(content.decode())
            content = document.model_copy(update={"contrasts": ()}).model_dump_json().encode()
        for word in (
            b"SCRIPT",
            b"AGENTS",
            b"golden-model",
            b"turn_limit",
            b"within_buyer_target",
            b"hidden_facts",
        ):
            assert word not in content, (path.name, word)


def test_order_of_rows_follows_opaque_ids(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    keys = {"items.csv": "item_id", "raters.csv": "rater_id", "assignments.csv": "assignment_id"}
    for name, key in keys.items():
        ids = [row[key] for row in rows(folder, name)]
        assert ids == sorted(ids)
    lines = (folder / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    episodes = [json.loads(line)["episode_id"] for line in lines]
    assert episodes == sorted(episodes)
    assert all(row["episode_1"] < row["episode_2"] for row in rows(folder, "items.csv"))


def test_unblinded_bundle_has_conditions_and_is_audited(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    bundle = export_study(place, OPERATOR, study.study_id, tmp_path / "u", unblind_reason="Analysis begins")
    assert not read_bundle_manifest(bundle.folder).blind
    assert {row["mode"] for row in rows(bundle.folder, "conditions.csv")} == {"SCRIPT", "AGENTS"}
    assert not read_jsonl_file(bundle.folder / "episodes.jsonl", Episode).problems
    (event,) = [row for row in rows(bundle.folder, "events.csv") if row["action"] == "unblinded"]
    assert json.loads(event["detail"]) == {"reason": "Analysis begins"}


def test_every_column_is_described(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "u", unblind_reason="To see").folder
    described = {(row["file"], row["column"]) for row in rows(folder, "data_dictionary.csv")}
    expected = {
        (name, column)
        for name, columns in BUNDLE_COLUMNS.items()
        for column in columns
        if name != "data_dictionary.csv"
    }
    assert described == expected
    goal = [row for row in rows(folder, "data_dictionary.csv") if row["dimension"] == "goal"]
    assert [(row["level"], row["allowed"][:7]) for row in goal] == [("interval", "0 to 10")]


@pytest.mark.parametrize("reason", ["", " \n"])
def test_unblinding_without_a_reason_is_refused(place: Workplace, tmp_path: Path, reason: str) -> None:
    study = new_study(place)
    events = n_rows(place, EventRow)
    with pytest.raises(ExportError, match="needs a reason"):
        export_study(place, OPERATOR, study.study_id, tmp_path / "b", unblind_reason=reason)
    assert n_rows(place, EventRow) == events
    assert not (tmp_path / "b").exists()


def test_folder_in_use_is_left_alone(sqlite_place: Workplace, tmp_path: Path) -> None:
    study = new_study(sqlite_place)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "mine.txt").write_text("mine")
    for target in (tmp_path / "b", tmp_path / "b" / "mine.txt", tmp_path / "b" / "mine.txt" / "c"):
        with pytest.raises(ExportError):
            export_study(sqlite_place, OPERATOR, study.study_id, target)
    assert [path.name for path in tmp_path.rglob("*") if "blindpair.db" not in path.name] == ["b", "mine.txt"]


def test_empty_folder_may_be_used(sqlite_place: Workplace, tmp_path: Path) -> None:
    study = new_study(sqlite_place)
    (tmp_path / "b").mkdir()
    bundle = export_study(sqlite_place, OPERATOR, study.study_id, tmp_path / "b")
    assert bundle.n_ratings == 0
    assert read_bundle_manifest(bundle.folder).study_id == study.study_id


def test_unknown_study_and_raters_get_no_bundle(sqlite_place: Workplace, tmp_path: Path) -> None:
    study = new_study(sqlite_place)
    with pytest.raises(NotFoundError):
        export_study(sqlite_place, OPERATOR, "none", tmp_path / "b")
    with pytest.raises(NotAllowedError):
        export_study(sqlite_place, STRANGER, study.study_id, tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_bundle_holds_a_datasheet_of_the_study(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    sheet = read_heds((folder / "heds.json").read_text(encoding="utf-8"))
    known = {answer.number: answer.value for answer in sheet.answers}
    assert (known["3.1.1"], known["3.2.1"], known["3.1.3.2"]) == ("3", "2", None)
    assert [one.criterion for one in sheet.criteria] == ["naturalness", "goal", "remark"]


def test_analysis_reads_the_bundle(place: Workplace, tmp_path: Path) -> None:
    study = rated_study(place)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    table = load_table([folder], LoadOptions())
    assert table is not None
