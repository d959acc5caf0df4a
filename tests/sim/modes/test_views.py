"""What the prompts really hold, read from what a recording client received."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.llm.chat import Message
from sim.modes.agents import simulate_agents
from sim.modes.context import write_context
from sim.modes.dialogue import Dialogue, Ending, write_rules
from sim.modes.mindreaders import simulate_mindreaders
from sim.modes.script import simulate_script
from sim.modes.views import (
    HiddenFactError,
    character_view,
    information_access,
    measured_access,
    role_of,
    writer_view,
)
from sim.prompts.preset import load_preset, preset_names
from sim.schema.base import Mode
from sim.schema.episode import Role
from sim.schema.scenario import Relationship, Scenario
from tests.sim.fakes import RecordingAsk, say
from tests.sim.modes.scenarios import pieces, scenarios

MODES = {Mode.SCRIPT: simulate_script, Mode.AGENTS: simulate_agents, Mode.MINDREADERS: simulate_mindreaders}
presets = st.sampled_from(preset_names())
SPOKEN = "Words of mine."


def answer(role: str, messages: Sequence[Message]) -> str:
    return f'Name0 said: "{SPOKEN}"\nName1 said: "{SPOKEN}"' if role == "writer" else say(SPOKEN)


def sent_prompts(mode: Mode, scenario: Scenario, preset: str) -> tuple[Dialogue, dict[str, str]]:
    """Per role, everything that was sent in its last request, which holds all earlier ones."""
    ask = RecordingAsk(answer)
    dialogue = asyncio.run(MODES[mode](scenario, ask, load_preset(preset), Ending(turn_limit=6)))
    return dialogue, {role: "\n".join(message.content for message in messages) for role, messages in ask.sent}


@settings(max_examples=25)
@given(scenarios, presets)
def test_agents_never_hold_the_partners_goal_secret_or_hints(scenario: Scenario, preset: str) -> None:
    _, prompts = sent_prompts(Mode.AGENTS, scenario, preset)
    for own, partner in ((0, 1), (1, 0)):
        prompt = prompts[f"character_{own}"]
        assert f"goal-{own}" in prompt
        assert f"secret-{own}" in prompt
        for field in ("goal", "secret", "hints"):
            assert f"{field}-{partner}" not in prompt


@settings(max_examples=25)
@given(scenarios, presets, st.sampled_from(list(MODES)))
def test_no_prompt_holds_a_hidden_fact(scenario: Scenario, preset: str, mode: Mode) -> None:
    _, prompts = sent_prompts(mode, scenario, preset)
    assert all("hidden-fact" not in prompt for prompt in prompts.values())


@settings(max_examples=25)
@given(scenarios)
def test_agents_and_mindreaders_differ_in_the_partners_information_only(scenario: Scenario) -> None:
    _, agents = sent_prompts(Mode.AGENTS, scenario, "default")
    _, mindreaders = sent_prompts(Mode.MINDREADERS, scenario, "default")
    for own, partner in ((0, 1), (1, 0)):
        role = f"character_{own}"
        ours, theirs = agents[role].split("\n"), mindreaders[role].split("\n")
        assert len(ours) == len(theirs)
        start = ours.index(f"About Name{partner}")
        different = {index for index, pair in enumerate(zip(ours, theirs, strict=True)) if len(set(pair)) > 1}
        assert different
        assert different <= set(range(start + 1, start + 6))


@settings(max_examples=25)
@given(scenarios)
def test_all_modes_share_their_instructions_word_for_word(scenario: Scenario) -> None:
    rules = write_rules(scenario, load_preset("default"), Ending(turn_limit=6))
    for mode in MODES:
        _, prompts = sent_prompts(mode, scenario, "default")
        assert all(prompt.count(rules) == 1 for prompt in prompts.values())


@settings(max_examples=25)
@given(scenarios, presets)
def test_script_and_mindreaders_see_everything(scenario: Scenario, preset: str) -> None:
    for mode in (Mode.SCRIPT, Mode.MINDREADERS):
        _, prompts = sent_prompts(mode, scenario, preset)
        for prompt in prompts.values():
            for field in ("occupation", "public", "personality", "secret", "goal", "hints"):
                assert f"{field}-0" in prompt
                assert f"{field}-1" in prompt


@pytest.mark.parametrize(
    ("relationship", "seen", "unseen"),
    [
        (Relationship.STRANGER, "Name1", "occupation-1"),
        (Relationship.KNOW_BY_NAME, "Name1", "public-1"),
        (Relationship.ACQUAINTANCE, "public-1", "personality-1"),
        (Relationship.FRIEND, "personality-1", "secret-1"),
        (Relationship.ROMANTIC, "personality-1", "goal-1"),
        (Relationship.FAMILY, "personality-1", "hints-1"),
    ],
)
@pytest.mark.parametrize("preset", preset_names())
def test_the_relationship_opens_the_partners_profile(
    relationship: Relationship, seen: str, unseen: str, preset: str
) -> None:
    _, prompts = sent_prompts(Mode.AGENTS, pieces(relationship), preset)
    assert seen in prompts["character_0"]
    assert unseen not in prompts["character_0"]
    assert str(relationship) not in prompts["character_0"].replace("Name", "")


@settings(max_examples=25)
@given(scenarios, presets)
def test_access_is_measured_as_the_view_states_it(scenario: Scenario, preset: str) -> None:
    for mode in (Mode.AGENTS, Mode.MINDREADERS):
        dialogue, _ = sent_prompts(mode, scenario, preset)
        views = [character_view(scenario, index, mode) for index in (0, 1)]
        assert dialogue.access == tuple(information_access(view) for view in views)
    dialogue, _ = sent_prompts(Mode.SCRIPT, scenario, preset)
    assert dialogue.access == (information_access(writer_view(scenario)),)


def test_hidden_and_empty_are_written_differently() -> None:
    scenario = pieces(Relationship.STRANGER)
    bare = scenario.characters[0].model_copy(update={"secret": ""})
    scenario = scenario.model_copy(update={"characters": (bare, scenario.characters[1])})
    context = write_context(character_view(scenario, 0, Mode.AGENTS), load_preset("default"))
    assert "Secret: None" in context
    assert "Secret: Unknown" in context


def test_roles_name_the_characters() -> None:
    assert [role_of(0), role_of(1)] == ["character_0", "character_1"]


def test_mindreaders_of_the_paper_are_told_that_their_goal_is_theirs_alone() -> None:
    _, prompts = sent_prompts(Mode.MINDREADERS, pieces(Relationship.STRANGER), "paper")
    assert "Note that Name0's goal is only visible to you." in prompts["character_0"]


def test_a_prompt_that_depends_on_hidden_facts_is_refused() -> None:
    with pytest.raises(HiddenFactError):
        measured_access(pieces(Relationship.FRIEND), Role.WRITER, lambda scenario: scenario.hidden_facts[0])
