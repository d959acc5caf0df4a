"""Start or continue a run from its options: files, settings, journal and budget put together."""

import json
import random
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pydantic import JsonValue

from sim.llm.budget import Budget
from sim.llm.caller import Desk
from sim.llm.chat import ChatClient, Sampling
from sim.llm.journal import Journal, JournaledCall, JournalTotals
from sim.llm.prices import PriceTable
from sim.llm.retry import RetryPolicy, Throttle
from sim.modes.dialogue import Ending
from sim.plan import Plan, RoleModels, conditions_of
from sim.prompts.preset import load_preset
from sim.run_directory import RunDirectory
from sim.runner import Limits, Listener, RunSummary, run_plan
from sim.scenario_file import ScenarioFile
from sim.schema.base import Mode, opaque_id
from sim.schema.run import RunManifest
from sim.simulate import CheckOutcome, Recipe

__all__ = ["LaunchedRun", "RunOptions", "Surroundings", "launch", "models_of", "plan_of", "settings_of"]


@dataclass(frozen=True)
class RunOptions:
    """What the user asked for.

    Attributes
    ----------
    budget_usd, max_tokens_total
        For the whole run with all its starts; None for no limit.
    """

    scenarios: Path
    output: Path
    modes: tuple[Mode, ...]
    models: RoleModels
    preset: str = "default"
    repeats: int = 1
    seed: int = 0
    sampling: Sampling = field(default_factory=lambda: Sampling(temperature=0.7, max_tokens=512))
    writer_sampling: Sampling = field(default_factory=lambda: Sampling(temperature=0.7, max_tokens=4096))
    sends_seed: bool = True
    ending: Ending = field(default_factory=Ending)
    limits: Limits = field(default_factory=Limits)
    budget_usd: float | None = None
    max_tokens_total: int | None = None


@dataclass(frozen=True)
class Surroundings:
    """The outside world as a run needs it: time, waiting, chance (for waits only), who checks outcomes."""

    now: Callable[[], datetime]
    clock: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    chance: random.Random
    code_version: str
    check_outcome: CheckOutcome
    new_salt: Callable[[], str] = lambda: secrets.token_hex(16)
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    on_call: Callable[[JournaledCall], None] = lambda _: None
    on_desk: Callable[[Desk], None] = lambda _: None


@dataclass(frozen=True)
class LaunchedRun:
    """How the run stands after a start.

    Attributes
    ----------
    prefix_share
        Part of the prompts, each role's first aside, that the role's previous prompt already held.
    """

    summary: RunSummary
    totals: tuple[JournalTotals, ...]
    prefix_share: float | None
    spent_usd: float
    unpriced_calls: int


def settings_of(options: RunOptions, scenarios: ScenarioFile) -> Mapping[str, JsonValue]:
    """Name everything that decides what the run produces."""
    preset = load_preset(options.preset)
    return {
        "scenarios_sha256": scenarios.sha256,
        "modes": [mode.value for mode in options.modes],
        "writer_model": options.models.writer,
        "model_1": options.models.character_0,
        "model_2": options.models.character_1,
        "preset": options.preset,
        "prompts": json.loads(json.dumps(preset.hashes())),
        "repeats": options.repeats,
        "seed": options.seed,
        "sends_seed": options.sends_seed,
        "temperature": options.sampling.temperature,
        "top_p": options.sampling.top_p,
        "max_tokens": options.sampling.max_tokens,
        "writer_max_tokens": options.writer_sampling.max_tokens,
        "turn_limit": options.ending.turn_limit,
        "stale_after": options.ending.stale_after,
    }


def plan_of(options: RunOptions, scenarios: ScenarioFile, *, salt: str) -> Plan:
    """Plan a run; `salt` is its manifest's."""
    conditions = conditions_of(options.modes, options.models, preset=options.preset)
    key = json.dumps(settings_of(options, scenarios), sort_keys=True)
    return Plan(scenarios, conditions, repeats=options.repeats, key=key, salt=salt)


async def launch(
    options: RunOptions, client: ChatClient, prices: PriceTable, around: Surroundings, listener: Listener
) -> LaunchedRun:
    """Run whatever is not done yet.

    Raises
    ------
    SimError
        If the options, the scenarios or the run directory do not fit; nothing was sent then.
    """
    scenarios = ScenarioFile(options.scenarios)
    budget = Budget(prices, options.budget_usd, options.max_tokens_total)
    budget.check_models(models_of(options))
    directory = RunDirectory(options.output)
    manifest = directory.prepare(_manifest(options, scenarios, around))
    plan = plan_of(options, scenarios, salt=manifest.salt)
    try:
        with Journal(directory.journal) as journal:
            budget.start_from(journal.totals())
            desk = _desk(options, client, journal, budget, around)
            around.on_desk(desk)
            summary = await run_plan(
                plan,
                scenarios,
                recipe=_recipe(options, around),
                desk=desk,
                directory=directory,
                limits=options.limits,
                listener=listener,
            )
            return LaunchedRun(
                summary, journal.totals(), journal.prefix_share(), budget.spent_dollars, budget.unpriced_calls
            )
    finally:
        directory.close()


def _manifest(options: RunOptions, scenarios: ScenarioFile, around: Surroundings) -> RunManifest:
    salt = around.new_salt()
    plan = plan_of(options, scenarios, salt=salt)
    plan_hash = plan.plan_hash()
    return RunManifest(
        run_id=opaque_id("run", plan_hash),
        created_at=around.now(),
        code_version=around.code_version,
        salt=salt,
        settings=settings_of(options, scenarios),
        plan_hash=plan_hash,
        n_planned=len(plan),
    )


def models_of(options: RunOptions) -> set[str]:
    """Name the models that the run's conditions need."""
    conditions = conditions_of(options.modes, options.models, preset=options.preset)
    return {model for condition in conditions for model in condition.models.values()}


def _recipe(options: RunOptions, around: Surroundings) -> Recipe:
    return Recipe(
        preset=load_preset(options.preset),
        ending=options.ending,
        sampling=options.sampling,
        writer_sampling=options.writer_sampling,
        seed=options.seed,
        sends_seed=options.sends_seed,
        code_version=around.code_version,
        check_outcome=around.check_outcome,
    )


def _desk(
    options: RunOptions, client: ChatClient, journal: Journal, budget: Budget, around: Surroundings
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
