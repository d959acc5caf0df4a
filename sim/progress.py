"""Show how a run goes: a live bar on a terminal, a few plain lines elsewhere."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sim.llm.journal import JournaledCall
from sim.llm.prices import PriceTable
from sim.schema.episode import Episode
from sim.schema.run import FailureRecord

__all__ = ["ProgressBar"]


class ProgressBar:
    """Counts objects, calls, tokens, cost and failures on a terminal, and shows nothing elsewhere.

    Parameters
    ----------
    what
        Plural of what is made: episodes, judgements.
    """

    def __init__(self, console: Console, prices: PriceTable, *, what: str) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[spent]}"),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task(what, total=None, spent="")
        self._prices = prices
        self._calls = 0
        self._tokens = 0
        self._dollars = 0.0
        self._unpriced = False
        self._failed = 0

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def on_start(self, *, planned: int, done: int, given_up: int) -> None:
        """Show what there is to do."""
        self._progress.update(self._task, total=planned, completed=done + given_up)

    def on_episode(self, episode: Episode) -> None:  # noqa: ARG002
        """Count a completed episode."""
        self.advance()

    def advance(self) -> None:
        """Count one more object."""
        self._progress.advance(self._task)

    def on_failure(self, failure: FailureRecord) -> None:  # noqa: ARG002
        """Count a failure."""
        self._failed += 1
        self._progress.advance(self._task)

    def on_call(self, call: JournaledCall) -> None:
        """Count a paid call."""
        cost = self._prices.cost(call.model, call.completion)
        self._calls += 1
        self._tokens += (call.completion.prompt_tokens or 0) + (call.completion.completion_tokens or 0)
        self._dollars += cost or 0.0
        self._unpriced = self._unpriced or cost is None
        if not self._progress.disable:
            self._progress.update(self._task, spent=self._spent())

    def _spent(self) -> str:
        cost = "cost unknown" if self._unpriced else f"${self._dollars:.2f}"
        failed = f", {self._failed} failed" if self._failed else ""
        return f"{self._calls} calls, {self._tokens / 1000:.0f}k tokens, {cost}{failed}"
