"""The calls of one episode or judgement: taken from the journal where they are paid, else sent and paid."""

import hashlib
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sim.errors import SimError
from sim.llm.budget import Budget
from sim.llm.chat import (
    CallError,
    ChatClient,
    ChatRequest,
    Completion,
    FinishReason,
    Message,
    ReplySchema,
    Sampling,
)
from sim.llm.journal import CallKey, Journal, JournaledCall
from sim.llm.readable import UnreadableReplyError
from sim.llm.retry import RetryPolicy, Throttle, send
from sim.schema.episode import Role, TokenUsage
from sim.schema.run import FailureKind, FailureRecord

__all__ = ["Caller", "Desk", "PaidCalls", "StoppedError"]

_SEED_BYTES = 4
_LARGEST_SEED = 0x7FFFFFFF
_REPLY_WAS_UNUSABLE = frozenset(
    {FailureKind.CUT_OFF, FailureKind.REFUSAL, FailureKind.UNREADABLE, FailureKind.OUT_OF_RANGE}
)


class StoppedError(SimError):
    """The run is stopping, so no further call is sent."""

    exit_status = 1


@dataclass
class Desk:
    """Everything that all calls of a run share.

    Attributes
    ----------
    stopping
        Once true, no further call is sent; calls under way are still answered, journaled and used.
    """

    client: ChatClient
    journal: Journal
    budget: Budget
    throttle: Throttle
    policy: RetryPolicy
    chance: random.Random
    sleep: Callable[[float], Awaitable[None]]
    now: Callable[[], datetime]
    stopping: bool = False
    on_call: Callable[[JournaledCall], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class PaidCalls:
    """What one object's calls add up to."""

    usage: TokenUsage
    cost_usd: float | None
    not_sent: tuple[str, ...]


@dataclass
class Caller:
    """Asks on behalf of one object, in the order in which the object asks.

    A call is told from all others by its object, its number, and how often a reply to it was found unusable.
    So an object that failed half way is taken up where it failed, and only what was unusable is asked again.

    Parameters
    ----------
    models
        Model name per role.
    seed
        The run's seed; None to send no seeds at all.
    seed_name
        What the seeds of the calls are derived from, beside the run's; empty for the object's id.
    failures
        The object's earlier failures, oldest first.
    """

    desk: Desk
    object_id: str
    models: Mapping[Role, str] | str
    sampling: Sampling
    seed: int | None
    failures: Sequence[FailureRecord] = ()
    seed_name: str = ""
    _next: int = 0
    _calls: list[JournaledCall] = field(default_factory=list[JournaledCall])
    _known: Mapping[CallKey, JournaledCall] | None = None
    _sent: dict[str, tuple[Message, ...]] = field(default_factory=dict[str, tuple[Message, ...]])

    async def __call__(
        self, role: str, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Completion:
        """Ask once.

        Raises
        ------
        CallError
            If there is no reply, or it was cut off or refused.
        StoppedError, BudgetReachedError, StorageError
            If the run has to stop; nothing was sent, or what was sent is lost only in the last case.
        """
        index, self._next = self._next, self._next + 1
        sent = tuple(messages)
        request = self._request(role, sent, reply_schema, index)
        key = CallKey(self.object_id, index, self._attempt(index), request.body_hash())
        if self._known is None:
            self._known = self.desk.journal.calls_of(self.object_id)
        call = self._known.get(key)
        if call is None:
            call = await self._pay(role, request, key)
        self._sent[role] = sent
        self._calls.append(call)
        return _usable(call.completion, request.sampling)

    def paid(self) -> PaidCalls:
        """Add up the calls so far."""
        completions = [call.completion for call in self._calls]
        costs = [self.desk.budget.prices.cost(call.model, call.completion) for call in self._calls]
        known = [cost for cost in costs if cost is not None]
        return PaidCalls(
            TokenUsage(
                calls=len(completions),
                prompt_tokens=_sum(completion.prompt_tokens for completion in completions),
                completion_tokens=_sum(completion.completion_tokens for completion in completions),
                cached_tokens=_sum(completion.cached_tokens for completion in completions),
            ),
            sum(known) if len(known) == len(costs) else None,
            tuple(sorted({name for completion in completions for name in completion.not_sent})),
        )

    def answered_at(self) -> str:
        """Say when the last reply came (ISO 8601, UTC), which a resumed run does not change."""
        return self._calls[-1].answered_at

    def failure_of(self, error: CallError) -> FailureRecord:
        """Write down that the object failed; the call is the first of those that have to be asked again."""
        calls = error.calls if isinstance(error, UnreadableReplyError) else 1
        return FailureRecord(
            object_id=self.object_id,
            kind=error.kind,
            call_index=max(0, self._next - calls),
            attempt=len(self.failures),
            message=str(error),
            failed_at=self.desk.now(),
        )

    def _request(
        self, role: str, messages: tuple[Message, ...], reply_schema: ReplySchema | None, index: int
    ) -> ChatRequest:
        model = self.models if isinstance(self.models, str) else self.models[Role(role)]
        seed = None if self.seed is None else self._seed(index)
        return ChatRequest(model, messages, self.sampling, seed, reply_schema)

    def _seed(self, index: int) -> int:
        text = f"{self.seed}|{self.seed_name or self.object_id}|{index}|{self._attempt(index)}"
        digest = hashlib.sha256(text.encode()).digest()
        return int.from_bytes(digest[:_SEED_BYTES], "big") & _LARGEST_SEED

    def _attempt(self, index: int) -> int:
        unusable = [failure for failure in self.failures if failure.kind in _REPLY_WAS_UNUSABLE]
        return max(
            (n for n, failure in enumerate(unusable, start=1) if failure.call_index <= index), default=0
        )

    async def _pay(self, role: str, request: ChatRequest, key: CallKey) -> JournaledCall:
        desk = self.desk
        if desk.stopping:
            raise StoppedError("The run is stopping.")
        reservation = await desk.budget.reserve(request)
        try:
            completion = await self._send(request)
        except BaseException:
            await desk.budget.settle(reservation, request.model, None)
            raise
        await desk.budget.settle(reservation, request.model, completion)
        call = JournaledCall(
            key=key,
            role=role,
            model=request.model,
            completion=completion,
            prompt_characters=_characters(request.messages),
            prefix_characters=self._prefix(role, request.messages),
            answered_at=desk.now().isoformat(),
        )
        await desk.journal.record(call)
        desk.on_call(call)
        return call

    async def _send(self, request: ChatRequest) -> Completion:
        desk = self.desk
        return await send(
            desk.client,
            request,
            throttle=desk.throttle,
            policy=desk.policy,
            chance=desk.chance,
            sleep=desk.sleep,
        )

    def _prefix(self, role: str, messages: tuple[Message, ...]) -> int | None:
        before = self._sent.get(role)
        if before is None:
            return None
        if messages[: len(before)] == before:
            return _characters(before)
        return _characters(message for message, old in zip(messages, before, strict=False) if message == old)


def _characters(messages: Iterable[Message]) -> int:
    return sum(len(message.content) for message in messages)


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _usable(completion: Completion, sampling: Sampling) -> Completion:
    if completion.finish is FinishReason.LENGTH:
        raise CallError(
            FailureKind.CUT_OFF,
            f"The reply was cut off at {sampling.max_tokens} tokens; allow more with --max-tokens "
            "(or --writer-max-tokens for SCRIPT).",
        )
    if completion.finish is FinishReason.REFUSAL:
        raise CallError(FailureKind.REFUSAL, f"The model refused: {completion.text[:200]!r}.")
    return completion
