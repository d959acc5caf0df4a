"""What judging will take, said before anything is sent: the same prompts, counted."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sim.cli import sim_app
from sim.judging.estimate import REASON_WORDS, estimate_judge, judge_estimate_lines
from sim.judging.judge import ask_judge
from sim.judging.launch import JudgeOptions, prepare
from sim.llm.chat import ChatRequest, Completion, Message, ReplySchema, Sampling
from sim.llm.prices import Price, PriceTable
from sim.llm.scripted.client import scripted_reply
from sim.schema.jsonl import write_jsonl
from tests.golden.records import EPISODES


@pytest.fixture
def options(tmp_path: Path) -> JudgeOptions:
    source = tmp_path / "episodes.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        write_jsonl(stream, EPISODES)
    return JudgeOptions(source, "judge-model", "goal", output=tmp_path / "judged", samples=2)


async def sent_characters(options: JudgeOptions) -> list[int]:
    """The size of every prompt that a judge is sent."""
    sizes: list[int] = []

    async def ask(
        role: str, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Completion:
        sizes.append(sum(len(message.content) for message in messages))
        return Completion(scripted_reply(ChatRequest(role, tuple(messages), Sampling(), None, reply_schema)))

    prepared = prepare(options)
    for item in prepared.items:
        async for _ in ask_judge(prepared.judge, item, ask):
            pass
    return sizes


def test_estimate_counts_every_judgement(options: JudgeOptions) -> None:
    estimate = estimate_judge(options, PriceTable({"judge-model": Price(input=1_000_000, output=0)}))
    sizes = asyncio.run(sent_characters(options))
    assert (estimate.judgements, estimate.tokens.calls) == (8, len(sizes))
    assert estimate.tokens.prompt_tokens == round(sum(sizes) / 4)
    assert estimate.tokens.cost_usd == estimate.tokens.prompt_tokens
    assert estimate.tokens.completion_tokens > 8 * REASON_WORDS


def test_later_steps_count_what_was_sent_before(options: JudgeOptions) -> None:
    estimate = estimate_judge(replace(options, rubric="naturalness-then-goals"), PriceTable({}))
    assert estimate.tokens.calls == 2 * estimate.judgements
    assert 0 < estimate.tokens.cached_tokens < estimate.tokens.prompt_tokens
    assert "cost unknown" in "\n".join(judge_estimate_lines(estimate))


def test_estimating_needs_no_folder_and_writes_nothing(options: JudgeOptions) -> None:
    command = ["judge", str(options.source), "--judge-model", "gpt-4o", "--estimate"]
    result = CliRunner().invoke(sim_app, command, catch_exceptions=False)
    assert result.exit_code == 0
    assert result.output.endswith("Nothing was sent.\n")
    assert [path.name for path in options.source.parent.iterdir()] == [options.source.name]
