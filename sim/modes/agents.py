"""AGENTS: two speakers, each of whom sees only its own side."""

from typing import Literal

from sim.modes.dialogue import Ask, Dialogue, Ending, converse
from sim.modes.views import character_view
from sim.prompts.preset import Preset
from sim.schema.base import Mode
from sim.schema.scenario import Scenario

__all__ = ["simulate_agents"]

_MODE: Literal[Mode.AGENTS] = Mode.AGENTS


async def simulate_agents(scenario: Scenario, ask: Ask, preset: Preset, ending: Ending) -> Dialogue:
    """Simulate one dialogue, one call a turn.

    Raises
    ------
    CallError
        If a call fails or a turn stays unreadable after one repetition.
    """
    return await converse(
        scenario,
        view=lambda scenario, character: character_view(scenario, character, _MODE),
        ask=ask,
        preset=preset,
        ending=ending,
    )
