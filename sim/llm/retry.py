"""Send a call with patience: repeated attempts, and fewer at once where the server is overloaded."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sim.llm.chat import CallError, ChatClient, ChatRequest, Completion

__all__ = ["RetryPolicy", "Throttle", "send"]

Clock = Callable[[], float]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a call is sent, and how long to wait between.

    Attributes
    ----------
    attempts
        Sendings in all.
    first_wait, longest_wait
        Seconds; the wait doubles from one to the other, shortened at random by up to a half. A server that
        says how long to wait is taken at its word.
    """

    attempts: int = 8
    first_wait: float = 0.5
    longest_wait: float = 60.0

    def wait(self, failures: int, chance: random.Random) -> float:
        """Say how many seconds to wait after so many failures (1, 2, ...)."""
        full = min(self.longest_wait, self.first_wait * 2.0 ** (failures - 1))
        return full * (0.5 + chance.random() / 2)


class Throttle:
    """How many calls may be under way: halved when the server is overloaded, grown back call by call.

    Parameters
    ----------
    most
        Calls under way at once when all is well.
    """

    def __init__(self, most: int, *, clock: Clock, sleep: Sleep) -> None:
        self._most = most
        self._allowed = float(most)
        self._under_way = 0
        self._waiting = 0
        self._closed_until = 0.0
        self._clock = clock
        self._sleep = sleep
        self._changed = asyncio.Condition()

    @property
    def allowed(self) -> int:
        """Calls that may be under way now."""
        return max(1, int(self._allowed))

    async def __aenter__(self) -> None:
        if self._under_way >= self.allowed:
            await self._room()
        self._under_way += 1
        while (wait := self._closed_until - self._clock()) > 0:
            await self._sleep(wait)

    async def __aexit__(self, *_: object) -> None:
        self._under_way -= 1
        if self._waiting:
            async with self._changed:
                self._changed.notify_all()

    async def _room(self) -> None:
        self._waiting += 1
        try:
            async with self._changed:
                await self._changed.wait_for(lambda: self._under_way < self.allowed)
        finally:
            self._waiting -= 1

    def overloaded(self, wait: float) -> None:
        """Let nobody call for so many seconds, and then only half as many at once."""
        now = self._clock()
        if now >= self._closed_until:
            self._allowed = max(1.0, self._allowed / 2)
        self._closed_until = max(self._closed_until, now + wait)

    def answered(self) -> None:
        """Allow a little more, up to the most."""
        self._allowed = min(float(self._most), self._allowed + 1 / self._allowed)


async def send(
    client: ChatClient,
    request: ChatRequest,
    *,
    throttle: Throttle,
    policy: RetryPolicy,
    chance: random.Random,
    sleep: Sleep,
) -> Completion:
    """Send a call until it is answered.

    Raises
    ------
    CallError
        At once where a repetition cannot help, else after the last attempt.
    """
    failures = 0
    while True:
        async with throttle:
            try:
                completion = await client.complete(request)
            except CallError as error:
                failures += 1
                if not error.transient or failures >= policy.attempts:
                    raise
                wait = policy.wait(failures, chance) if error.retry_after is None else error.retry_after
                if error.overload:
                    throttle.overloaded(wait)
            else:
                throttle.answered()
                return completion
        await sleep(wait)
