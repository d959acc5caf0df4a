"""Simulate one planned episode."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from sim.llm.caller import Caller
from sim.llm.chat import Sampling
from sim.modes.agents import simulate_agents
from sim.modes.dialogue import Ask, Dialogue, Ending
from sim.modes.mindreaders import simulate_mindreaders
from sim.modes.script import simulate_script
from sim.plan import PlannedEpisode
from sim.prompts.preset import Preset
from sim.schema.base import Mode
from sim.schema.episode import Episode, Provenance, Role, Turn
from sim.schema.outcome import Outcome
from sim.schema.scenario import Scenario

__all__ = ["SIMULATED_MODES", "CheckOutcome", "Recipe", "simulate_dialogue", "simulate_episode"]

CheckOutcome = Callable[[Sequence[Turn], Scenario], Outcome | None]
_Simulate = Callable[[Scenario, Ask, Preset, Ending], Awaitable[Dialogue]]

_SIMULATE: Mapping[Mode, _Simulate] = {
    Mode.SCRIPT: simulate_script,
    Mode.AGENTS: simulate_agents,
    Mode.MINDREADERS: simulate_mindreaders,
}

SIMULATED_MODES = tuple(_SIMULATE)
"""The modes that can be simulated."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How every episode of a run is made.

    Attributes
    ----------
    sampling, writer_sampling
        For characters and for the writer.
    check_outcome
        Finds what came of the dialogue, None where the scenario has no check.
    """

    preset: Preset
    ending: Ending
    sampling: Sampling
    writer_sampling: Sampling
    seed: int
    sends_seed: bool
    code_version: str
    check_outcome: CheckOutcome

    def sampling_of(self, mode: Mode) -> Sampling:
        """Name the sampling of the calls in a mode."""
        return self.writer_sampling if mode is Mode.SCRIPT else self.sampling


async def simulate_dialogue(
    mode: Mode, scenario: Scenario, ask: Ask, preset: Preset, ending: Ending
) -> Dialogue:
    """Simulate one dialogue in a mode.

    Raises
    ------
    CallError
        If it failed.
    """
    return await _SIMULATE[mode](scenario, ask, preset, ending)


async def simulate_episode(
    planned: PlannedEpisode, scenario: Scenario, recipe: Recipe, caller: Caller, now: Callable[[], datetime]
) -> Episode:
    """Simulate one episode.

    Raises
    ------
    CallError
        If it failed: there is then no episode.
    StoppedError, BudgetReachedError, StorageError
        If the run has to stop.
    """
    started = now()
    mode = planned.condition.mode
    dialogue = await simulate_dialogue(mode, scenario, caller, recipe.preset, recipe.ending)
    paid = caller.paid()
    return Episode(
        episode_id=planned.episode_id,
        pair_id=planned.pair_id,
        scenario=scenario,
        mode=mode,
        condition=planned.condition.name,
        turns=dialogue.turns,
        end_reason=dialogue.end_reason,
        outcome=recipe.check_outcome(dialogue.turns, scenario),
        information_access=dialogue.access,
        provenance=Provenance(
            origin="simulated",
            models=_models_that_spoke(planned.condition.models, dialogue),
            sampling=_sampling(recipe, mode, paid.not_sent),
            prompt_hashes=recipe.preset.hashes(),
            seed=recipe.seed,
            code_version=recipe.code_version,
            started_at=started,
            finished_at=now(),
            usage=paid.usage,
            cost_usd=paid.cost_usd,
            note=dialogue.note,
        ),
    )


def _models_that_spoke(models: Mapping[Role, str], dialogue: Dialogue) -> Mapping[Role, str]:
    viewers = {access.viewer for access in dialogue.access}
    return {role: model for role, model in models.items() if role in viewers}


def _sampling(recipe: Recipe, mode: Mode, not_sent: Sequence[str]) -> Mapping[str, JsonValue]:
    sent: dict[str, JsonValue] = {**recipe.sampling_of(mode).as_sent()}
    if recipe.sends_seed:
        sent["seed"] = "one per call, from the run's seed"
    return {name: value for name, value in sent.items() if name not in not_sent}
