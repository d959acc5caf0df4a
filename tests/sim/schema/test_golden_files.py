"""The golden files are exactly what the contract writes, and reading them gives the records back."""

from pathlib import Path

import pytest

from analysis.estimate import Rows
from sim.errors import ContractError
from sim.schema.bundle import read_bundle_manifest
from sim.schema.episode import BlindEpisode, Episode, blind_episode
from sim.schema.jsonl import read_jsonl_file
from sim.schema.ratings_csv import read_ratings_csv
from sim.schema.run import FailureRecord, RunManifest
from sim.schema.study import read_study_toml
from tests.golden import records
from tests.golden.files import write_golden

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_golden_files_are_what_the_contract_writes(tmp_path: Path) -> None:
    write_golden(tmp_path)
    written = {
        path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    }
    kept = {path.relative_to(FIXTURES): path.read_bytes() for path in FIXTURES.rglob("*") if path.is_file()}
    assert written == kept


def test_run_directory_reads_back() -> None:
    run = FIXTURES / "run"
    episodes = read_jsonl_file(run / "episodes.jsonl", Episode)
    assert tuple(located.record for located in episodes.records) == records.EPISODES
    assert read_jsonl_file(run / "failures.jsonl", FailureRecord).records[0].record == records.FAILURES[0]
    assert RunManifest.model_validate_json((run / "manifest.json").read_bytes()) == records.RUN
    assert read_ratings_csv(run / "ratings.csv") == records.judge_ratings()


@pytest.mark.parametrize("name", ["bundle_blind", "bundle_unblinded"])
def test_bundle_reads_back(name: str) -> None:
    bundle = FIXTURES / name
    assert read_bundle_manifest(bundle).blind is (name == "bundle_blind")
    assert read_ratings_csv(bundle / "ratings.csv") == records.human_ratings()
    assert read_study_toml((bundle / "study.toml").read_text(encoding="utf-8")) == records.STUDY


def test_blind_bundle_holds_blind_episodes_only() -> None:
    episodes = read_jsonl_file(FIXTURES / "bundle_blind" / "episodes.jsonl", BlindEpisode)
    blind = {episode.episode_id: blind_episode(episode) for episode in records.EPISODES}
    assert {located.record.episode_id: located.record for located in episodes.records} == blind
    refused = read_jsonl_file(FIXTURES / "bundle_unblinded" / "episodes.jsonl", BlindEpisode)
    assert not refused.records
    assert {problem.field for problem in refused.problems} >= {"mode", "condition", "outcome", "provenance"}


def test_rows_read_back() -> None:
    assert Rows.model_validate_json((FIXTURES / "rows.json").read_bytes()) == records.ROWS


def test_bundle_that_was_changed_is_refused(tmp_path: Path) -> None:
    write_golden(tmp_path)
    (tmp_path / "bundle_blind" / "items.csv").write_text("item_id\n", encoding="utf-8")
    (tmp_path / "bundle_blind" / "raters.csv").unlink()
    with pytest.raises(ContractError) as refusal:
        read_bundle_manifest(tmp_path / "bundle_blind")
    assert [(problem.source, problem.found) for problem in refusal.value.problems] == [
        ("items.csv", "other content"),
        ("raters.csv", "no such file"),
    ]
