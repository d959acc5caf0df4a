"""Run a plan: bounded concurrency, resumable at any moment, failures as records, clean stops."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sim.errors import SimError
from sim.llm.caller import Caller, Desk
from sim.llm.chat import CallError
from sim.plan import Plan, PlannedEpisode
from sim.run_directory import RunDirectory
from sim.schema.episode import Episode
from sim.schema.run import FailureRecord
from sim.schema.scenario import Scenario
from sim.simulate import Recipe, simulate_episode
from sim.workers import Shift

__all__ = ["Limits", "Listener", "RunSummary", "Scenarios", "run_plan"]


class Scenarios(Protocol):
    """Scenarios by position."""

    def __getitem__(self, position: int) -> Scenario:
        """Read one scenario."""
        ...


class Listener(Protocol):
    """Hears how the run goes."""

    def on_start(self, *, planned: int, done: int, given_up: int) -> None:
        """Hear what there is to do."""
        ...

    def on_episode(self, episode: Episode) -> None:
        """Hear of a completed episode."""
        ...

    def on_failure(self, failure: FailureRecord) -> None:
        """Hear of an episode that failed."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """How much at once, and how often.

    Attributes
    ----------
    max_attempts
        Starts at which a failed episode is tried; one attempt a start.
    """

    concurrency: int = 8
    max_attempts: int = 3


@dataclass
class RunSummary:
    """How the run stands.

    Attributes
    ----------
    failed
        Failures of this start.
    given_up
        Episodes that failed as often as they are tried.
    stopped_by
        Why the run stopped early; None where it went through, or its user stopped it.
    interrupted
        Whether its user stopped it.
    incomplete_pairs
        Pairs with some of their episodes, but not all; in plan order.
    """

    planned: int
    done: int = 0
    new: int = 0
    failed: list[FailureRecord] = field(default_factory=list[FailureRecord])
    given_up: int = 0
    stopped_by: SimError | None = None
    interrupted: bool = False
    incomplete_pairs: list[str] = field(default_factory=list[str])


class _Run:
    """The state that the workers of one start share."""

    def __init__(
        self,
        scenarios: Scenarios,
        recipe: Recipe,
        desk: Desk,
        directory: RunDirectory,
        listener: Listener,
        summary: RunSummary,
    ) -> None:
        self.scenarios = scenarios
        self.recipe = recipe
        self.desk = desk
        self.directory = directory
        self.listener = listener
        self.summary = summary
        self.shift = Shift(desk)
        self.done = directory.done_ids()
        self.failures = directory.earlier_failures()

    def to_do(self, plan: Plan, limits: Limits) -> Iterator[PlannedEpisode]:
        for planned in plan:
            attempts = len(self.failures.get(planned.episode_id, ()))
            if planned.episode_id not in self.done and attempts < limits.max_attempts:
                yield planned

    async def simulate(self, planned: PlannedEpisode) -> None:
        mode = planned.condition.mode
        caller = Caller(
            desk=self.desk,
            object_id=planned.episode_id,
            models=planned.condition.models,
            sampling=self.recipe.sampling_of(mode),
            seed=self.recipe.seed if self.recipe.sends_seed else None,
            failures=self.failures.get(planned.episode_id, ()),
            seed_name=planned.name,
        )
        scenario = self.scenarios[planned.scenario]
        try:
            episode = await simulate_episode(planned, scenario, self.recipe, caller, self.desk.now)
        except CallError as error:
            self._failed(planned, caller.failure_of(error), error)
            return
        self.shift.succeeded()
        self.directory.add(self.directory.episodes, episode)
        self.done.add(episode.episode_id)
        self.summary.new += 1
        self.listener.on_episode(episode)

    def _failed(self, planned: PlannedEpisode, failure: FailureRecord, error: CallError) -> None:
        if not self.shift.failed(error):
            return
        record = failure.model_copy(
            update={
                "pair_id": planned.pair_id,
                "mode": planned.condition.mode,
                "condition": planned.condition.name,
                "model": "+".join(dict.fromkeys(planned.condition.models.values())),
            }
        )
        self.directory.add(self.directory.failures, record)
        self.summary.failed.append(record)
        self.listener.on_failure(record)


async def run_plan(
    plan: Plan,
    scenarios: Scenarios,
    *,
    recipe: Recipe,
    desk: Desk,
    directory: RunDirectory,
    limits: Limits,
    listener: Listener,
) -> RunSummary:
    """Simulate whatever of a plan is not done yet.

    A failed episode is a record and is tried again on the next start; a spent budget, a full disk or a server
    that refuses everything stops the run with everything kept that was paid for.

    Raises
    ------
    ContractError
        If the directory's records cannot be read.
    """
    summary = RunSummary(planned=len(plan))
    run = _Run(scenarios, recipe, desk, directory, listener, summary)
    before = len(run.done)
    summary.given_up = _given_up(run.failures, run.done, limits)
    listener.on_start(planned=len(plan), done=before, given_up=summary.given_up)
    await run.shift.work_through(run.to_do(plan, limits), run.simulate, concurrency=limits.concurrency)
    summary.stopped_by = run.shift.stopped_by
    summary.interrupted = desk.stopping and summary.stopped_by is None
    summary.done = before + summary.new
    summary.given_up = _given_up(directory.earlier_failures(), run.done, limits)
    summary.incomplete_pairs = list(_incomplete_pairs(plan, run.done))
    return summary


def _given_up(failures: Mapping[str, Sequence[FailureRecord]], done: set[str], limits: Limits) -> int:
    return sum(
        len(records) >= limits.max_attempts and object_id not in done and records[0].mode is not None
        for object_id, records in failures.items()
    )


def _incomplete_pairs(plan: Plan, done: set[str]) -> Iterator[str]:
    pair_id, n_planned, n_done = "", 0, 0
    for planned in plan:
        if planned.pair_id != pair_id:
            if 0 < n_done < n_planned:
                yield pair_id
            pair_id, n_planned, n_done = planned.pair_id, 0, 0
        n_planned += 1
        n_done += planned.episode_id in done
    if 0 < n_done < n_planned:
        yield pair_id
