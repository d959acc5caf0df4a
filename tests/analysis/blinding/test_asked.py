"""What raters answer last of all counts as guesses."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from analysis.blinding import FINAL_GUESS, asked_guesses, guess_rows
from analysis.cli import analyze_app
from analysis.conditions import load_study
from analysis.errors import TableError
from analysis.estimate import Scope
from analysis.registry import Settings
from sim.schema.bundle import DO_NOT_KNOW, GUESS_COLUMNS, BundleManifest, file_sha256
from sim.schema.ratings_csv import write_csv
from sim.schema.unit import pair_unit
from tests.analysis.simulated_files import write_bundle
from tests.analysis.simulated_study import Pair, SimulatedStudy, simulate

Guesser = Callable[[Pair, np.random.Generator], str]


def knows(pair: Pair, _: np.random.Generator) -> str:
    return pair.first.episode_id


def tosses_a_coin(pair: Pair, rng: np.random.Generator) -> str:
    return pair.episodes[int(rng.integers(2))].episode_id


def dares_nothing(_: Pair, __: np.random.Generator) -> str:
    return DO_NOT_KNOW


@pytest.fixture(scope="module")
def simulated() -> SimulatedStudy:
    return simulate(seed=3)


def bundle_with(folder: Path, study: SimulatedStudy, guesser: Guesser, *, excluded: str = "") -> Path:
    """Write a bundle in which every rater guesses of every pair; asked for the first mode."""
    write_bundle(folder, study)
    rng = np.random.default_rng(5)
    rows = [
        (rater, pair.item_id, pair_unit(a, b), f"{a} {b}", "first", "rated", guesser(pair, rng), 3, "")
        for rater in study.raters
        for pair in study.pairs
        for a, b in [tuple(episode.episode_id for episode in pair.episodes)]
    ]
    with (folder / "guesses.csv").open("w", encoding="utf-8", newline="") as stream:
        write_csv(stream, GUESS_COLUMNS, rows)
    if excluded:
        _exclude(folder / "raters.csv", excluded)
    manifest = BundleManifest.model_validate_json((folder / "manifest.json").read_bytes())
    files = {path.name: file_sha256(path) for path in folder.iterdir() if path.name != "manifest.json"}
    signed = manifest.model_copy(update={"files": files})
    (folder / "manifest.json").write_text(signed.model_dump_json(), encoding="utf-8")
    return folder


def _exclude(path: Path, rater: str) -> None:
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        row["excluded"] = str(row["rater_id"] == rater).lower()
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_csv(stream, list(rows[0]), [list(row.values()) for row in rows])


def overall(folder: Path) -> dict[str, tuple[float | None, float | None, float | None]]:
    guesses = asked_guesses(folder, load_study([folder]))
    assert guesses is not None
    rows = [row for row in guess_rows(guesses, Settings()) if row.scope is Scope.OVERALL]
    return {row.statistic: (row.value, row.low, row.high) for row in rows}


def test_raters_who_know_are_right(tmp_path: Path, simulated: SimulatedStudy) -> None:
    rows = overall(bundle_with(tmp_path / "b", simulated, knows))
    assert rows["guess_accuracy"][0] == 1
    assert (rows["do_not_know_rate"][0], rows["blinding_index"][0]) == (0, 1)


def test_raters_who_toss_a_coin_are_at_chance(tmp_path: Path, simulated: SimulatedStudy) -> None:
    value, low, high = overall(bundle_with(tmp_path / "b", simulated, tosses_a_coin))["guess_accuracy"]
    assert value == pytest.approx(0.5, abs=0.1)
    assert low is not None
    assert high is not None
    assert low < 0.5 < high


def test_raters_who_dare_nothing_are_counted(tmp_path: Path, simulated: SimulatedStudy) -> None:
    rows = overall(bundle_with(tmp_path / "b", simulated, dares_nothing))
    assert rows["guess_accuracy"][0] is None
    assert (rows["do_not_know_rate"][0], rows["blinding_index"][0]) == (1, 0)


def test_excluded_raters_do_not_count(tmp_path: Path, simulated: SimulatedStudy) -> None:
    rater = next(iter(simulated.raters))
    folder = bundle_with(tmp_path / "b", simulated, knows, excluded=rater)
    guesses = asked_guesses(folder, load_study([folder]))
    assert guesses is not None
    assert len(guesses.right) == (len(simulated.raters) - 1) * len(simulated.pairs)


def test_guess_of_another_dialogue_is_refused(tmp_path: Path, simulated: SimulatedStudy) -> None:
    other = simulated.pairs[0].first.episode_id
    folder = bundle_with(tmp_path / "b", simulated, lambda _, __: other)
    with pytest.raises(TableError, match=r"guesses.csv line 3"):
        asked_guesses(folder, load_study([folder]))


def test_missing_column_is_named(tmp_path: Path, simulated: SimulatedStudy) -> None:
    folder = write_bundle(tmp_path / "b", simulated)
    study = load_study([folder])
    assert asked_guesses(folder, study) is None
    (folder / "guesses.csv").write_text("rater_id,value\nr,do_not_know\n", encoding="utf-8")
    with pytest.raises(TableError, match="also item_id"):
        asked_guesses(folder, study)


def test_blinding_command_counts_them(tmp_path: Path, simulated: SimulatedStudy) -> None:
    folder = bundle_with(tmp_path / "b", simulated, knows)
    result = CliRunner().invoke(analyze_app, ["blinding", str(folder), "--json"], catch_exceptions=False)
    rows = json.loads(result.stdout)["rows"]
    accuracy = [
        row for row in rows if row["dimension"] == FINAL_GUESS and row["statistic"] == "guess_accuracy"
    ]
    assert [row["value"] for row in accuracy if row["condition"] is None] == [1]
