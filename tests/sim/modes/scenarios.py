"""Scenarios made of recognisable pieces, so that a leak is seen as a word in a prompt."""

from hypothesis import strategies as st

from sim.schema.scenario import Character, Goal, Relationship, Scenario, ScenarioKind


def pieces(relationship: Relationship, tag: str = "") -> Scenario:
    """Every field holds its own name, such as `secret-1`, once."""
    return Scenario(
        scenario_id="s1",
        environment_id="e1",
        kind=ScenarioKind.MIXED,
        setting=f"setting-0{tag}",
        hidden_facts=(f"hidden-fact{tag}",),
        relationship=relationship,
        characters=(_character(0, tag), _character(1, tag)),
        goals=(
            Goal(text=f"goal-0{tag}", hints=(f"hints-0{tag}",)),
            Goal(text=f"goal-1{tag}", hints=(f"hints-1{tag}",)),
        ),
    )


def _character(index: int, tag: str) -> Character:
    return Character(
        name=f"Name{index}",
        gender=f"gender-{index}{tag}",
        pronouns=f"pronouns-{index}{tag}",
        occupation=f"occupation-{index}{tag}",
        public_info=f"public-{index}{tag}",
        personality=f"personality-{index}{tag}",
        secret=f"secret-{index}{tag}",
    )


relationships = st.sampled_from(list(Relationship))
tags = st.text(st.characters(categories=("L", "P", "S"), exclude_characters="\x00"), max_size=8)
scenarios = st.builds(pieces, relationships, tags)
