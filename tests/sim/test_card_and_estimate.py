from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from annotate_app.cli import app
from sim.card import collect_facts, write_card
from sim.errors import ContractError, SimError
from sim.estimate import estimate_lines, estimate_run
from sim.launch import RunOptions
from sim.llm.prices import Price, PriceTable, read_prices
from sim.plan import RoleModels
from sim.scenarios.builtin import builtin_scenarios
from sim.schema.base import Mode
from sim.schema.jsonl import write_jsonl
from tests.golden.records import BARGAIN, EPISODES, FAILURES, FRIENDS, RUN

MODELS = RoleModels("writer", "one", "two")
PRICES = PriceTable(
    {name: Price(input=1_000_000, cached_input=0, output=0) for name in ("writer", "one", "two")}
)


@pytest.fixture
def options(tmp_path: Path) -> RunOptions:
    scenarios = tmp_path / "scenarios.jsonl"
    scenarios.write_text(f"{BARGAIN.model_dump_json()}\n{FRIENDS.model_dump_json()}\n", encoding="utf-8")
    return RunOptions(scenarios, tmp_path / "run", (Mode.SCRIPT, Mode.AGENTS), MODELS, repeats=3)


def card() -> str:
    return write_card(RUN, collect_facts(EPISODES), FAILURES, prefix_share=0.951)


def test_card_tells_who_saw_what() -> None:
    rows = {line.split("|")[1].strip(): line for line in card().splitlines() if "character_0" in line}
    (row,) = rows.values()
    cells = [cell.strip() for cell in row.split("|")[3:-1]]
    assert cells == ["yes"] * 7 + ["yes", "no", "no", "no", "no", "no"] + ["no"]


def test_card_counts_episodes_endings_and_failures() -> None:
    text = card()
    assert "| SCRIPT:golden-model | 2 | 4.5 |" in text
    assert "left 1, turn_limit 1" in text
    assert "bargaining: agreed 1, mutual_friend: both 1" in text
    assert "- MINDREADERS:golden-model cut_off: 1" in text
    assert "95.1%" in text


def test_card_says_that_the_papers_wording_was_used() -> None:
    manifest = RUN.model_copy(update={"settings": {"preset": "paper"}})
    text = write_card(manifest, collect_facts(EPISODES), (), prefix_share=None)
    assert "published wording" in text
    assert "published wording" not in card()


def test_estimate_counts_every_call(options: RunOptions) -> None:
    script, agents = estimate_run(options, PRICES, words_per_turn=30)
    assert (script.episodes, script.tokens.calls) == (6, 6)
    assert (agents.episodes, agents.tokens.calls) == (6, 120)


def test_at_twenty_turns_nine_tenths_of_the_prompts_were_sent_before(options: RunOptions) -> None:
    with options.scenarios.open("w", encoding="utf-8") as stream:
        write_jsonl(stream, builtin_scenarios())
    _, agents = estimate_run(options, PRICES, words_per_turn=30)
    one_turn = replace(options, ending=replace(options.ending, turn_limit=2))
    _, first = estimate_run(one_turn, PRICES, words_per_turn=30)
    assert agents.tokens.cached_tokens / (agents.tokens.prompt_tokens - first.tokens.prompt_tokens) >= 0.9


def test_estimate_prices_what_a_cache_saves(options: RunOptions) -> None:
    _, agents = estimate_run(options, PRICES, words_per_turn=30)
    assert agents.tokens.cost_usd == pytest.approx(agents.tokens.prompt_tokens - agents.tokens.cached_tokens)
    assert agents.tokens.cost_without_cache_usd == pytest.approx(agents.tokens.prompt_tokens)


def test_estimate_says_that_a_price_is_unknown(options: RunOptions) -> None:
    lines = list(estimate_lines(estimate_run(options, PriceTable({}), words_per_turn=30)))
    assert "cost unknown" in lines[1]
    assert "and what is unknown" in lines[-1]


def test_commands_write_the_card_and_the_estimate(options: RunOptions) -> None:
    runner = CliRunner()
    run = ["sim", "run", "-s", str(options.scenarios), "-o", str(options.output), "-m", "scripted"]
    assert runner.invoke(app, run).exit_code == 0
    assert runner.invoke(app, ["sim", "card", str(options.output)]).exit_code == 0
    assert "# Simulation Card" in (options.output / "card.md").read_text(encoding="utf-8")
    estimate = runner.invoke(app, ["sim", "estimate", "-s", str(options.scenarios), "-m", "gpt-4o-mini"])
    assert "Nothing was sent." in estimate.output
    judge = runner.invoke(app, ["sim", "judge", str(options.output), "-m", "scripted"])
    assert "4 of 4 judgements done" in judge.output
    wrong = runner.invoke(app, ["sim", "judge", str(options.output), "-m", "scripted", "--contrast", "A"])
    assert isinstance(wrong.exception, SimError)


def test_a_folder_without_a_run_has_no_card(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["sim", "card", str(tmp_path)])
    assert isinstance(result.exception, ContractError)


def test_own_prices_come_before_the_packages(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        '[models."gpt-4o"]\ninput = 1\noutput = 2\n[models.mine]\ninput = 3\noutput = 4\n'
    )
    prices = read_prices(tmp_path / "mine.toml").prices
    assert (prices["gpt-4o"].input, prices["mine"].output, prices["scripted"].input) == (1, 4, 0)


@pytest.mark.parametrize("text", ["models = ", "[models.x]\ninput = -1\noutput = 0"])
def test_a_price_table_with_problems_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(ContractError, match=r"mine\.toml"):
        read_prices(tmp_path / "mine.toml")
