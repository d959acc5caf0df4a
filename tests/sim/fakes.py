"""Stand-ins for the outside world, shared by the tests of simulation and judging."""

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sim.llm.budget import Budget
from sim.llm.caller import Caller, Desk
from sim.llm.chat import ChatClient, ChatRequest, Completion, Message, ReplySchema, Sampling
from sim.llm.journal import Journal
from sim.llm.prices import PriceTable
from sim.llm.retry import RetryPolicy, Throttle
from sim.schema.episode import Episode
from sim.schema.run import FailureRecord

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


async def no_wait(seconds: float) -> None:
    await asyncio.sleep(0)


@dataclass
class RecordingClient:
    """Answers with the next reply, or by a function, and keeps every request."""

    answer: Callable[[ChatRequest], Completion | str]
    requests: list[ChatRequest] = field(default_factory=list[ChatRequest])

    async def complete(self, request: ChatRequest) -> Completion:
        self.requests.append(request)
        answer = self.answer(request)
        return Completion(answer) if isinstance(answer, str) else answer


def replies(*texts: str | Completion | Exception) -> Callable[[ChatRequest], Completion | str]:
    """Answer with one text after the other; an exception among them is raised."""
    left = list(texts)

    def answer(request: ChatRequest) -> Completion | str:
        text = left.pop(0)
        if isinstance(text, Exception):
            raise text
        return text

    return answer


def say(text: str, kind: str = "speak") -> str:
    return json.dumps({"action_type": kind, "argument": text})


@dataclass
class RecordingAsk:
    """An `Ask` without journal or budget that keeps what each role was sent."""

    answer: Callable[[str, Sequence[Message]], str]
    sent: list[tuple[str, tuple[Message, ...]]] = field(default_factory=list[tuple[str, tuple[Message, ...]]])

    async def __call__(
        self, role: str, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Completion:
        self.sent.append((role, tuple(messages)))
        return Completion(self.answer(role, messages))


class Silent:
    """A listener that only counts."""

    def __init__(self) -> None:
        self.episodes: list[Episode] = []
        self.failures: list[FailureRecord] = []

    def on_start(self, *, planned: int, done: int, given_up: int) -> None:
        self.planned = planned

    def on_episode(self, episode: Episode) -> None:
        self.episodes.append(episode)

    def on_failure(self, failure: FailureRecord) -> None:
        self.failures.append(failure)


@asynccontextmanager
async def open_desk(folder: Path, client: ChatClient, budget: Budget | None = None) -> AsyncGenerator[Desk]:
    with Journal(folder / "calls.sqlite") as journal:
        budget = budget or Budget(PriceTable({}))
        budget.start_from(journal.totals())
        yield Desk(
            client=client,
            journal=journal,
            budget=budget,
            throttle=Throttle(4, clock=lambda: 0.0, sleep=no_wait),
            policy=RetryPolicy(attempts=3),
            chance=random.Random(1),
            sleep=no_wait,
            now=lambda: NOON,
        )


def caller_of(desk: Desk, object_id: str = "e1", failures: Sequence[FailureRecord] = ()) -> Caller:
    return Caller(desk, object_id, "model", Sampling(max_tokens=50), seed=7, failures=failures)
