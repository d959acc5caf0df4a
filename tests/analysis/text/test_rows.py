import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from analysis.cli import analyze_app
from analysis.errors import OptionError, TableError
from analysis.estimate import Estimate, Scope
from analysis.registry import Settings
from analysis.text import corpus_of, load_corpus, text_rows
from tests.analysis.simulated_study import Design, Truth, simulate

FIXTURES = Path(__file__).parents[2] / "fixtures"
STUDY = simulate(Design(n_environments=12, pairs_per_environment=2, n_raters=2, raters_per_item=1), seed=5)


@pytest.fixture(scope="module")
def rows() -> tuple[Estimate, ...]:
    return text_rows(corpus_of(STUDY.episodes), Settings())


def one(
    rows: tuple[Estimate, ...], statistic: str, condition: str | None = None, reference: str | None = None
) -> Estimate:
    (row,) = (r for r in rows if (r.statistic, r.condition, r.reference) == (statistic, condition, reference))
    return row


def test_words_per_turn_is_a_mean_over_turns(rows: tuple[Estimate, ...]) -> None:
    lengths = [len(t.text.split()) for e in STUDY.episodes if e.condition == "SCRIPT" for t in e.turns]
    row = one(rows, "words_per_turn", "SCRIPT")
    assert row.value == pytest.approx(np.mean(lengths))
    assert (row.n_units, row.n_clusters) == (24, 12)


def test_difference_holds_the_truth(rows: tuple[Estimate, ...]) -> None:
    row = one(rows, "stage_directions_per_turn", "SCRIPT", "AGENTS")
    assert row.low is not None
    assert row.high is not None
    assert row.low < -Truth().tell_tale < row.high < 0


def test_rows_of_all_dialogues_are_unique(rows: tuple[Estimate, ...]) -> None:
    names = [row.statistic for row in rows if row.scope is Scope.OVERALL]
    assert len(set(names)) == len(names)


def test_shares_stay_between_zero_and_one(rows: tuple[Estimate, ...]) -> None:
    row = one(rows, "deal_rate", "SCRIPT")
    assert row.high is not None
    assert row.high <= 1


def test_property_that_applies_to_no_dialogue_has_no_row(rows: tuple[Estimate, ...]) -> None:
    assert not [row for row in rows if row.statistic == "friend_found_rate"]


def test_property_that_applies_to_one_condition_alone_says_so() -> None:
    script = STUDY.episodes[0].model_copy(update={"condition": "other", "outcome": None})
    rows = text_rows(corpus_of([script, *STUDY.episodes[1:]]), Settings())
    assert one(rows, "deal_rate", "other").note == "applies to no dialogue"


@pytest.mark.parametrize("name", ["bundle_unblinded", "run", "run/episodes.jsonl"])
def test_text_command_reads_bundles_runs_and_files(name: str) -> None:
    result = CliRunner().invoke(analyze_app, ["text", str(FIXTURES / name), "--json"], catch_exceptions=False)
    assert {"SCRIPT:golden-model", None} <= {row["condition"] for row in json.loads(result.stdout)["rows"]}


def test_text_command_of_a_blind_bundle_knows_no_conditions() -> None:
    arguments = ["text", str(FIXTURES / "bundle_blind")]
    result = CliRunner().invoke(analyze_app, arguments, catch_exceptions=False)
    assert "words_per_turn" in result.stdout
    assert "SCRIPT" not in result.stdout


def test_load_corpus_refuses_what_has_no_episodes(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="found no episodes"):
        load_corpus(tmp_path)
    (tmp_path / "episodes.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(OptionError, match="found no episode"):
        load_corpus(tmp_path)
    (tmp_path / "episodes.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"episodes\.jsonl line 1"):
        load_corpus(tmp_path)


def test_table_of_ratings_is_no_corpus_and_says_so_once(tmp_path: Path) -> None:
    table = tmp_path / "ratings.csv"
    table.write_text("item_id,rater_id,value\ni,a,1\n", encoding="utf-8")
    with pytest.raises(OptionError, match=r"found a table; dialogues are read from episodes\.jsonl"):
        load_corpus(table)
