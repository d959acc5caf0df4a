"""Stay within a budget: a call is sent only if even its most expensive reply still fits."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from sim.errors import SimError
from sim.llm.chat import ChatRequest, Completion
from sim.llm.journal import JournalTotals
from sim.llm.prices import PriceTable

__all__ = ["Budget", "BudgetReachedError", "Reservation", "UnknownPriceError"]

_TOKENS_PER_MESSAGE = 8


class BudgetReachedError(SimError):
    """The next call might exceed the budget, so it was not sent."""

    exit_status = 1


class UnknownPriceError(SimError):
    """A budget in dollars needs the price of every model."""


@dataclass(frozen=True, slots=True)
class Reservation:
    """The most that one call can take."""

    tokens: int
    dollars: float


_NOTHING = Reservation(0, 0.0)


@dataclass
class Budget:
    """What may be spent, what was spent, and what the calls under way may still take.

    Attributes
    ----------
    dollars, tokens
        The limits, for the whole run with all its starts; None for no limit.
    """

    prices: PriceTable
    dollars: float | None = None
    tokens: int | None = None
    spent_dollars: float = 0.0
    spent_tokens: int = 0
    unpriced_calls: int = 0
    _reserved: list[Reservation] = field(default_factory=list[Reservation])
    _settled: asyncio.Condition = field(default_factory=asyncio.Condition)

    def check_models(self, models: Iterable[str]) -> None:
        """Refuse a dollar budget for models without a price.

        Raises
        ------
        UnknownPriceError
            With every such model.
        """
        unknown = sorted({model for model in models if model not in self.prices.prices})
        if self.dollars is not None and unknown:
            raise UnknownPriceError(
                f"--budget-usd needs the price of {', '.join(unknown)}, which no table knows. "
                "Give it in a file with --prices FILE, or limit tokens with --max-tokens-total."
            )

    def start_from(self, totals: Iterable[JournalTotals]) -> None:
        """Count what earlier starts of the run have spent."""
        for total in totals:
            price = self.prices.prices.get(total.model)
            self.unpriced_calls += total.calls if price is None else total.uncounted_calls
            self.spent_tokens += total.prompt_tokens + total.completion_tokens + total.uncounted_tokens
            if price is not None:
                self.spent_dollars += price.cost(
                    prompt=total.prompt_tokens,
                    completion=total.completion_tokens,
                    cached=min(total.cached_tokens or 0, total.prompt_tokens),
                ) + price.cost(prompt=0, completion=total.uncounted_tokens)

    async def reserve(self, request: ChatRequest) -> Reservation:
        """Set aside the most that a call can take, waiting for calls under way where that decides.

        Raises
        ------
        BudgetReachedError
            If it would not fit even if the calls under way took nothing.
        """
        if not self._limited:
            return _NOTHING
        most = self._most(request)
        async with self._settled:
            while not self._fits(most):
                if not self._reserved:
                    raise BudgetReachedError(self._message())
                await self._settled.wait()
            self._reserved.append(most)
        return most

    async def settle(self, reservation: Reservation, model: str, completion: Completion | None) -> None:
        """Replace a reservation by what the call really took; None for a call without a reply."""
        if completion is not None:
            self._count(model, completion, most=reservation)
        if self._limited:
            self._reserved.remove(reservation)
            async with self._settled:
                self._settled.notify_all()

    @property
    def _limited(self) -> bool:
        return self.dollars is not None or self.tokens is not None

    def _count(self, model: str, completion: Completion, most: Reservation) -> None:
        counts = (completion.prompt_tokens, completion.completion_tokens)
        cost = self.prices.cost(model, completion)
        self.unpriced_calls += cost is None
        if None in counts:
            self.spent_tokens += most.tokens
            self.spent_dollars += most.dollars
            return
        self.spent_tokens += sum(count or 0 for count in counts)
        self.spent_dollars += cost or 0.0

    def _most(self, request: ChatRequest) -> Reservation:
        """Bound a call: no tokenizer makes more tokens of a text than it has UTF-8 bytes."""
        prompt = sum(len(message.content.encode()) + _TOKENS_PER_MESSAGE for message in request.messages)
        completion = request.sampling.max_tokens
        price = self.prices.prices.get(request.model)
        dollars = 0.0 if price is None else price.cost(prompt=prompt, completion=completion)
        return Reservation(prompt + completion, dollars)

    def _fits(self, most: Reservation) -> bool:
        tokens = self.spent_tokens + most.tokens + sum(held.tokens for held in self._reserved)
        dollars = self.spent_dollars + most.dollars + sum(held.dollars for held in self._reserved)
        return (self.tokens is None or tokens <= self.tokens) and (
            self.dollars is None or dollars <= self.dollars
        )

    def _message(self) -> str:
        limits = [
            f"${self.dollars:g}" if self.dollars is not None else "",
            f"{self.tokens} tokens" if self.tokens is not None else "",
        ]
        return (
            f"The budget of {' and '.join(filter(None, limits))} is reached: ${self.spent_dollars:.4f} and "
            f"{self.spent_tokens} tokens are spent, and the next call might take more than is left. "
            "The same command with a larger budget continues."
        )
