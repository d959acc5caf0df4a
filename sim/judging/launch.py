"""Judge the episodes of a run or a file: from the options to `ratings.csv`."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sim.errors import ContractError, SimError
from sim.judging.items import Item, Layout, items_of, resolved_layout
from sim.judging.judge import Judge, JudgeListener, JudgeSummary, judge_items
from sim.judging.rubric_source import find_rubric
from sim.launch import Surroundings
from sim.llm.budget import Budget
from sim.llm.caller import Desk
from sim.llm.chat import ChatClient, Sampling
from sim.llm.journal import Journal, JournalTotals
from sim.llm.prices import PriceTable
from sim.llm.retry import Throttle
from sim.prompts.preset import load_preset
from sim.run_directory import RunDirectory
from sim.runner import Limits
from sim.schema.episode import Episode
from sim.schema.episodes_file import read_episodes_file
from sim.schema.rating import Rating
from sim.schema.ratings_csv import read_ratings_csv, write_ratings_csv
from sim.schema.rubric import Rubric

__all__ = ["JudgeOptions", "JudgedRun", "NoOutputError", "Prepared", "launch_judge", "prepare"]

_LONGEST_ID = 128


class NoOutputError(SimError):
    """A file of episodes needs a folder for what is written."""


@dataclass(frozen=True)
class JudgeOptions:
    """What the user asked for.

    Attributes
    ----------
    source
        A run's folder, or a file of episodes.
    output
        Where `ratings.csv` and the journal go; a run's own folder by default.
    judge_id
        The judge's `rater_id`; by default model, rubric and, where one was asked for, layout.
    contrast
        Compare only these two conditions.
    """

    source: Path
    model: str
    rubric: str
    output: Path | None = None
    judge_id: str | None = None
    layout: Layout = Layout.AUTO
    samples: int = 1
    contrast: tuple[str, str] | None = None
    sampling: Sampling = field(default_factory=lambda: Sampling(temperature=0.0, max_tokens=1024))
    seed: int | None = 0
    limits: Limits = field(default_factory=Limits)
    budget_usd: float | None = None
    max_tokens_total: int | None = None


@dataclass(frozen=True)
class Prepared:
    """What will be judged, by whom, and where that is written."""

    items: tuple[Item, ...]
    judge: Judge
    folder: Path


@dataclass(frozen=True)
class JudgedRun:
    """How judging stands after a start; `ratings` is the file that holds all judges' ratings."""

    summary: JudgeSummary
    ratings: Path
    rubric: Rubric
    totals: tuple[JournalTotals, ...]
    spent_usd: float
    unpriced_calls: int


def prepare(options: JudgeOptions) -> Prepared:
    """Read what is to be judged and decide how; nothing is written or sent.

    Raises
    ------
    SimError
        If episodes, rubric and layout do not fit.
    """
    rubric = find_rubric(options.rubric)
    layout = resolved_layout(rubric, options.layout)
    is_run = options.source.is_dir()
    episodes = _episodes(options.source / "episodes.jsonl" if is_run else options.source)
    folder = options.output or (options.source if is_run else None)
    if folder is None:
        raise NoOutputError(f"{options.source} is a file: say with --output DIR where the ratings go.")
    judge = Judge(
        judge_id=options.judge_id or _judge_id(options, rubric),
        model=options.model,
        rubric=rubric,
        preset=load_preset("judge"),
        sampling=options.sampling,
        seed=options.seed,
    )
    items = items_of(episodes, layout, samples=options.samples, contrast=options.contrast)
    return Prepared(items, judge, folder)


async def launch_judge(
    options: JudgeOptions,
    client: ChatClient,
    prices: PriceTable,
    around: Surroundings,
    listener: JudgeListener,
) -> JudgedRun:
    """Judge whatever is not judged yet, and write `ratings.csv` with what there is by then.

    Raises
    ------
    SimError
        If episodes, rubric, layout, budget or folder do not fit; nothing was sent then.
    """
    prepared = prepare(options)
    budget = Budget(prices, options.budget_usd, options.max_tokens_total)
    budget.check_models([options.model])
    directory = RunDirectory(prepared.folder)
    directory.open_for_judging()
    path = prepared.folder / "ratings.csv"
    others = _ratings_of_others(path, prepared.judge)
    try:
        with Journal(directory.journal) as journal:
            budget.start_from(journal.totals(judging=True))
            desk = _desk(options, client, journal, budget, around)
            around.on_desk(desk)
            summary = await judge_items(
                prepared.items,
                prepared.judge,
                desk=desk,
                directory=directory,
                limits=options.limits,
                listener=listener,
            )
            directory.write(path, _csv((*others, *summary.ratings)))
            totals = journal.totals(judging=True)
    finally:
        directory.close()
    return JudgedRun(
        summary, path, prepared.judge.rubric, totals, budget.spent_dollars, budget.unpriced_calls
    )


def _episodes(path: Path) -> tuple[Episode, ...]:
    if not path.exists():
        raise NoOutputError(f"{path}: no such file; is this the folder of a run?")
    file = read_episodes_file(path)
    if file.problems:
        raise ContractError(file.problems)
    return file.episodes


def _judge_id(options: JudgeOptions, rubric: Rubric) -> str:
    layout = "" if options.layout is Layout.AUTO else f":{options.layout}"
    tail = f":{rubric.rubric_id}{layout}"
    model = re.sub(r"[^A-Za-z0-9._:@/-]", "-", options.model).lstrip("._:@/-") or "judge"
    return f"{model[: _LONGEST_ID - len(tail)]}{tail}"


def _ratings_of_others(path: Path, judge: Judge) -> tuple[Rating, ...]:
    if not path.exists():
        return ()
    return tuple(rating for rating in read_ratings_csv(path) if rating.rater_id != judge.judge_id)


def _csv(ratings: Sequence[Rating]) -> str:
    text = io.StringIO()
    write_ratings_csv(text, ratings)
    return text.getvalue()


def _desk(
    options: JudgeOptions, client: ChatClient, journal: Journal, budget: Budget, around: Surroundings
) -> Desk:
    return Desk(
        client=client,
        journal=journal,
        budget=budget,
        throttle=Throttle(options.limits.concurrency, clock=around.clock, sleep=around.sleep),
        policy=around.policy,
        chance=around.chance,
        sleep=around.sleep,
        now=around.now,
        on_call=around.on_call,
    )
