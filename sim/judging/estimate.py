"""What judging will take, before anything is sent."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.judging.judge import ask_judge
from sim.judging.launch import JudgeOptions, prepare
from sim.llm.chat import ChatRequest, Message, ReplySchema, Sampling
from sim.llm.prices import PriceTable
from sim.llm.scripted.client import SCRIPTED_MODEL, scripted_reply
from sim.token_count import CHARACTERS_PER_TOKEN, CharacterCount, TokenCount, counted_tokens

__all__ = ["REASON_WORDS", "JudgeEstimate", "estimate_judge", "judge_estimate_lines"]

REASON_WORDS = 40
"""Guess of the length of a reason."""

_ITEMS_MEASURED = 50
_WORD = "word "


@dataclass(frozen=True, slots=True)
class JudgeEstimate:
    """What a judge takes if no answer has to be repeated."""

    judge_id: str
    judgements: int
    tokens: TokenCount


def estimate_judge(options: JudgeOptions, prices: PriceTable) -> JudgeEstimate:
    """Write the prompts of up to 50 judgements, answer them in form, count, and scale up.

    Raises
    ------
    SimError
        If episodes, rubric and layout do not fit.
    """
    prepared = prepare(options)
    step = max(1, len(prepared.items) // _ITEMS_MEASURED)
    measured = prepared.items[::step]
    counts = [CharacterCount(_judgement) for _ in measured]

    async def judge_all() -> None:
        for item, count in zip(measured, counts, strict=True):
            async for _ in ask_judge(prepared.judge, item, count):
                pass

    asyncio.run(judge_all())
    price = prices.prices.get(options.model)

    def dollars(prompt: int, completion: int, cached: int) -> float | None:
        return price and price.cost(prompt=prompt, completion=completion, cached=cached)

    scale = len(prepared.items) / len(measured)
    return JudgeEstimate(prepared.judge.judge_id, len(prepared.items), counted_tokens(counts, scale, dollars))


def judge_estimate_lines(estimate: JudgeEstimate) -> Iterator[str]:
    """Say what judging takes."""
    yield (
        f"If nothing is judged yet and no answer is repeated, with reasons of {REASON_WORDS} words "
        f"({CHARACTERS_PER_TOKEN} characters a token):"
    )
    yield f"  {estimate.judge_id}: {estimate.judgements} judgements, {estimate.tokens.words()}"
    yield "Nothing was sent."


def _judgement(messages: Sequence[Message], reply_schema: ReplySchema | None) -> str:
    """Answer in form, with reasons of a fixed length."""
    request = ChatRequest(SCRIPTED_MODEL, tuple(messages), Sampling(), reply_schema=reply_schema)
    answers = json.loads(scripted_reply(request))
    for answer in answers.values():
        answer["reason"] = _WORD * REASON_WORDS
    return json.dumps(answers, ensure_ascii=False)
