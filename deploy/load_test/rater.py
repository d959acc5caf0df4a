"""What one rater does: agrees, reads, answers step after step, and comes back when the server was away."""

import asyncio
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2

from deploy.load_test.page import AWAY, Item, Page

__all__ = ["Acknowledged", "Measured", "Rater", "Rhythm"]

_AGREE, _START = "I agree and want to take part", "Start rating"
_RETRY_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A step whose answers were followed by another item: they must be stored exactly so."""

    assignment: str
    step: int
    answers: Mapping[str, Any]


@dataclass
class Measured:
    """What all raters saw together; times are in seconds.

    Attributes
    ----------
    clicks
        From sending a step to having the next item's message, sent once and answered in one connection.
    drafts
        From posting a draft to its answer.
    n_runs
        Script runs for `clicks` steps.
    moved
        Set whenever a step is acknowledged.
    """

    clicks: list[float] = field(default_factory=list[float])
    drafts: list[float] = field(default_factory=list[float])
    acknowledged: list[Acknowledged] = field(default_factory=list[Acknowledged])
    errors: list[str] = field(default_factory=list[str])
    n_runs: int = 0
    n_reconnects: int = 0
    moved: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How raters work: `n_steps` answered steps each, one every `every` seconds or so."""

    n_steps: int
    every: float


class Rater:
    """One rater with one tab."""

    def __init__(
        self, page: Page, client: httpx2.AsyncClient, measured: Measured, chance: random.Random
    ) -> None:
        self.page = page
        self._client = client
        self._measured = measured
        self._chance = chance

    async def begin(self) -> None:
        """Go as far as the first item."""
        await self.page.open()
        for button in (_AGREE, _START):
            if button in self.page.buttons:
                await self.page.click(button)

    async def rate(self, rhythm: Rhythm) -> None:
        """Answer steps until enough are answered, or no item is left."""
        await asyncio.sleep(self._chance.uniform(0, rhythm.every))
        for _ in range(rhythm.n_steps):
            item = self.page.item
            if item is None:
                return
            answers = await self._fill_in(item, self._chance.uniform(0.6, 1.4) * rhythm.every)
            await self._answer(item, answers)

    async def _fill_in(self, item: Item, seconds: float) -> Mapping[str, Any]:
        """Choose answers one after the other; each change posts a draft, as the page does."""
        answers: dict[str, Any] = {}
        wanted = [question for question in item.data["questions"] if question["kind"] != "text"]
        for question in wanted:
            await asyncio.sleep(seconds / len(wanted))
            answers[question["id"]] = self._chance.choice(question["options"])["value"]
            began = time.perf_counter()
            try:
                status = await self.page.save_draft(self._client, answers)
            except AWAY:
                continue
            self._measured.drafts.append(time.perf_counter() - began)
            if status not in {200, 204, 503}:
                self._measured.errors.append(f"a draft was answered {status}")
        return answers

    async def _answer(self, item: Item, answers: Mapping[str, Any]) -> None:
        """Send a step until another item, or no more, shows that it is stored."""
        attempt, is_first, runs = f"{self._chance.random()}", True, self.page.n_runs
        began = time.perf_counter()
        while self._still_shows(item):
            try:
                shown = await self.page.submit(answers, attempt=attempt)
                took = time.perf_counter() - began
                if shown is not None:
                    await self.page.rest()
            except AWAY:
                is_first = False
                await self._come_back()
                continue
            if shown is not None and shown.problem is not None:
                self._measured.errors.append(shown.problem)
            if is_first and shown is not None and shown.key != item.key:
                self._measured.clicks.append(took)
                self._measured.n_runs += self.page.n_runs - runs
            is_first = False
        self._measured.acknowledged.append(
            Acknowledged(str(item.data["ref"]), int(item.data["step"]), answers)
        )
        self._measured.moved.set()

    def _still_shows(self, item: Item) -> bool:
        return self.page.item is not None and self.page.item.key == item.key

    async def _come_back(self) -> None:
        while True:
            self._measured.n_reconnects += 1
            try:
                await self.page.open()
            except AWAY:
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                if self.page.item is not None or self.page.buttons:
                    return
                # A page without either says that the database is away.
                await asyncio.sleep(_RETRY_SECONDS)
