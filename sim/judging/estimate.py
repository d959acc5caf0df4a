"""What judging will take, before anything is sent."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sim.estimate import CHARACTERS_PER_TOKEN, cost_words
from sim.judging.judge import ask_judge
from sim.judging.launch import JudgeOptions, prepare
from sim.llm.chat import ChatRequest, Completion, Message, ReplySchema, Sampling
from sim.llm.prices import PriceTable
from sim.llm.scripted.client import SCRIPTED_MODEL, scripted_reply

__all__ = ["REASON_WORDS", "JudgeEstimate", "estimate_judge", "judge_estimate_lines"]

REASON_WORDS = 40
"""Guess of the length of a reason."""

_ITEMS_MEASURED = 50
_WORD = "word "


@dataclass(frozen=True, slots=True)
class JudgeEstimate:
    """What a judge takes if no answer has to be repeated.

    Attributes
    ----------
    cached_tokens
        The part of the prompts that a server with a prefix cache has already seen.
    cost_usd, cost_without_cache_usd
        None where the price is unknown.
    """

    judge_id: str
    judgements: int
    calls: int
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    cost_usd: float | None
    cost_without_cache_usd: float | None


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
    counter = _Counter()

    async def count() -> None:
        for item in measured:
            counter.sent.clear()
            async for _ in ask_judge(prepared.judge, item, counter):
                pass

    asyncio.run(count())
    scale = len(prepared.items) / len(measured)
    prompt, cached, completion = (
        round(scale * total / CHARACTERS_PER_TOKEN)
        for total in (counter.prompt, counter.cached, counter.completion)
    )
    price = prices.prices.get(options.model)
    return JudgeEstimate(
        judge_id=prepared.judge.judge_id,
        judgements=len(prepared.items),
        calls=round(scale * counter.calls),
        prompt_tokens=prompt,
        cached_tokens=cached,
        completion_tokens=completion,
        cost_usd=price and price.cost(prompt=prompt, completion=completion, cached=cached),
        cost_without_cache_usd=price and price.cost(prompt=prompt, completion=completion),
    )


def judge_estimate_lines(estimate: JudgeEstimate) -> Iterator[str]:
    """Say what judging takes."""
    yield (
        f"If nothing is judged yet and no answer is repeated, with reasons of {REASON_WORDS} words "
        f"({CHARACTERS_PER_TOKEN} characters a token):"
    )
    yield (
        f"  {estimate.judge_id}: {estimate.judgements} judgements, {estimate.calls} calls, "
        f"{estimate.prompt_tokens} prompt tokens ({estimate.cached_tokens} of them sent before), "
        f"{estimate.completion_tokens} completion tokens, "
        f"{cost_words(estimate.cost_usd, estimate.cost_without_cache_usd)}"
    )
    yield "Nothing was sent."


@dataclass
class _Counter:
    """An `Ask` that answers in form, with reasons of a fixed length, and counts characters."""

    calls: int = 0
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    sent: dict[str, int] = field(default_factory=dict[str, int])

    async def __call__(
        self, role: str, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Completion:
        size = sum(len(message.content) for message in messages)
        request = ChatRequest(SCRIPTED_MODEL, tuple(messages), Sampling(), reply_schema=reply_schema)
        answers = json.loads(scripted_reply(request))
        for answer in answers.values():
            answer["reason"] = _WORD * REASON_WORDS
        reply = json.dumps(answers, ensure_ascii=False)
        self.calls += 1
        self.prompt += size
        self.cached += self.sent.get(role, 0)
        self.completion += len(reply)
        self.sent[role] = size
        return Completion(reply)
