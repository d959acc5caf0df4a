import asyncio
import random

import pytest

from sim.llm.chat import CallError, ChatRequest, Completion, Message, Sampling
from sim.llm.retry import RetryPolicy, Throttle, send
from sim.schema.run import FailureKind
from tests.sim.fakes import RecordingClient, replies

REQUEST = ChatRequest("m", (Message("user", "Hello"),), Sampling())
SLOW_DOWN = CallError(FailureKind.RATE_LIMIT, "slow down", transient=True, overload=True, retry_after=7)


class Time:
    """A clock that only waiting moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


def send_through(client: RecordingClient, time: Time, policy: RetryPolicy, *, n: int = 1) -> list[Completion]:
    async def go() -> list[Completion]:
        throttle = Throttle(4, clock=lambda: time.now, sleep=time.sleep)
        return await asyncio.gather(
            *(
                send(
                    client,
                    REQUEST,
                    throttle=throttle,
                    policy=policy,
                    chance=random.Random(1),
                    sleep=time.sleep,
                )
                for _ in range(n)
            )
        )

    return asyncio.run(go())


def test_the_server_is_waited_for_as_long_as_it_says() -> None:
    time = Time()
    send_through(RecordingClient(replies(SLOW_DOWN, "a")), time, RetryPolicy())
    assert time.waits == [7]


def test_without_a_word_the_wait_doubles() -> None:
    time = Time()
    broken = CallError(FailureKind.SERVER, "broken", transient=True)
    send_through(RecordingClient(replies(broken, broken, broken, "a")), time, RetryPolicy())
    assert [0.25 * 2**n <= wait <= 0.5 * 2**n for n, wait in enumerate(time.waits)] == [True] * 3


def test_patience_ends() -> None:
    client = RecordingClient(replies(SLOW_DOWN, SLOW_DOWN, SLOW_DOWN))
    with pytest.raises(CallError, match="slow down"):
        send_through(client, Time(), RetryPolicy(attempts=2))
    assert len(client.requests) == 2


def test_all_calls_wait_when_the_server_is_overloaded() -> None:
    time = Time()
    client = RecordingClient(replies(SLOW_DOWN, *"abcdefgh"))
    send_through(client, time, RetryPolicy(), n=8)
    assert time.now == 7


def test_overload_halves_and_answers_restore_what_is_allowed() -> None:
    async def go() -> list[int]:
        time = Time()
        throttle = Throttle(8, clock=lambda: time.now, sleep=time.sleep)
        throttle.overloaded(1)
        throttle.overloaded(1)
        allowed = [throttle.allowed]
        time.now = 2
        throttle.overloaded(1)
        allowed.append(throttle.allowed)
        for _ in range(60):
            throttle.answered()
        return [*allowed, throttle.allowed]

    assert asyncio.run(go()) == [4, 2, 8]


def test_no_more_calls_than_allowed_are_under_way() -> None:
    under_way: list[int] = [0, 0]

    class Counting:
        async def complete(self, request: ChatRequest) -> Completion:
            under_way[0] += 1
            under_way[1] = max(under_way)
            await asyncio.sleep(0)
            under_way[0] -= 1
            return Completion("a")

    time = Time()

    async def go() -> None:
        throttle = Throttle(3, clock=lambda: time.now, sleep=time.sleep)
        await asyncio.gather(
            *(
                send(
                    Counting(),
                    REQUEST,
                    throttle=throttle,
                    policy=RetryPolicy(),
                    chance=random.Random(1),
                    sleep=time.sleep,
                )
                for _ in range(20)
            )
        )

    asyncio.run(go())
    assert under_way[1] == 3
