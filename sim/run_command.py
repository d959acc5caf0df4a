"""What `blindpair sim run` and `sim judge` do, from their options to the report on the terminal."""

import asyncio
import random
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console

from sim.endpoint import Endpoint, open_client
from sim.judging.launch import JudgedRun, JudgeOptions, launch_judge
from sim.launch import LaunchedRun, RunOptions, Surroundings, launch, models_of
from sim.llm.caller import Desk
from sim.llm.prices import read_prices
from sim.progress import ProgressBar
from sim.scenarios.outcomes import check_outcome

__all__ = ["judge_to_end", "report_lines", "run_to_end"]

_MOST_LISTED = 10


def run_to_end(options: RunOptions, endpoint: Endpoint, prices_file: Path | None) -> LaunchedRun:
    """Run until everything is done, or has to stop; Ctrl-C waits for the calls under way.

    Raises
    ------
    SimError
        If the options, the scenarios or the run directory do not fit.
    """

    async def run() -> LaunchedRun:
        prices = read_prices(prices_file)
        async with AsyncExitStack() as closing:
            client = await open_client(models_of(options), endpoint, closing)
            bar = closing.enter_context(ProgressBar(Console(stderr=True), prices, what="episodes"))
            return await launch(options, client, prices, _surroundings(bar), bar)

    return asyncio.run(run())


def judge_to_end(options: JudgeOptions, endpoint: Endpoint, prices_file: Path | None) -> JudgedRun:
    """Judge until everything is done, or has to stop; Ctrl-C waits for the calls under way.

    Raises
    ------
    SimError
        If the options, the episodes or the folder do not fit.
    """

    async def run() -> JudgedRun:
        prices = read_prices(prices_file)
        async with AsyncExitStack() as closing:
            client = await open_client({options.model}, endpoint, closing)
            bar = closing.enter_context(ProgressBar(Console(stderr=True), prices, what="judgements"))
            return await launch_judge(options, client, prices, _surroundings(bar), bar)

    return asyncio.run(run())


def _surroundings(bar: ProgressBar) -> Surroundings:
    return Surroundings(
        now=lambda: datetime.now(UTC),
        clock=time.monotonic,
        sleep=asyncio.sleep,
        chance=random.Random(),  # noqa: S311
        code_version=version("blindpair"),
        check_outcome=check_outcome,
        on_call=bar.on_call,
        on_desk=stop_on_interrupt,
    )


def stop_on_interrupt(desk: Desk) -> None:
    """Let Ctrl-C stop a run cleanly; a second one stops it at once."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        desk.stopping = True
        loop.remove_signal_handler(signal.SIGINT)

    loop.add_signal_handler(signal.SIGINT, stop)


def report_lines(options: RunOptions, run: LaunchedRun) -> Iterator[str]:
    """Say how the run stands: done, failed, spent, cached, incomplete."""
    summary = run.summary
    yield f"{options.output}: {summary.done} of {summary.planned} episodes done, {summary.new} of them now."
    calls = sum(total.calls for total in run.totals)
    tokens = sum(total.prompt_tokens + total.completion_tokens for total in run.totals)
    cost = f"${run.spent_usd:.4f}"
    if run.unpriced_calls:
        cost = f"{cost} and the unknown cost of {run.unpriced_calls} calls"
    yield f"{calls} calls, {tokens} tokens, {cost}."
    if run.prefix_share is not None:
        yield f"{run.prefix_share:.1%} of the prompts were the same speaker's previous prompt{_cached(run)}."
    yield from _failures(run)
    if summary.stopped_by is not None:
        yield str(summary.stopped_by)
    if summary.done < summary.planned:
        yield "Give the same command again to continue."


def _cached(run: LaunchedRun) -> str:
    known = [total for total in run.totals if total.cached_tokens is not None]
    prompt = sum(total.prompt_tokens for total in known)
    cached = sum(total.cached_tokens or 0 for total in known)
    return f"; the server found {cached / prompt:.1%} of all in its cache" if prompt and cached else ""


def _failures(run: LaunchedRun) -> Iterator[str]:
    summary = run.summary
    for failure in summary.failed[:_MOST_LISTED]:
        yield f"Failed ({failure.kind}): {failure.pair_id} {failure.condition}: {failure.message}"
    if len(summary.failed) > _MOST_LISTED:
        yield f"... and {len(summary.failed) - _MOST_LISTED} more, all in failures.jsonl."
    if summary.given_up:
        yield f"{summary.given_up} episodes failed as often as they are tried; --max-attempts tries again."
    if summary.incomplete_pairs:
        shown = ", ".join(summary.incomplete_pairs[:_MOST_LISTED])
        more = len(summary.incomplete_pairs) - _MOST_LISTED
        yield f"Pairs with a missing side: {shown}{f' and {more} more' if more > 0 else ''}."
