"""Rows of Sotopia's four profile files, and scenarios made from them."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from sim.errors import ContractError, Problem, shown
from sim.scenarios.sotopia_checks import derive_check
from sim.scenarios.tagged_text import TagError, TaggedText, find_tags, read_tagged, tidy
from sim.schema.base import Identifier
from sim.schema.scenario import Character, Goal, MutualFriendCheck, Relationship, Scenario, ScenarioKind

__all__ = [
    "LICENCE",
    "AgentRow",
    "ComboRow",
    "EnvironmentRow",
    "RelationshipRow",
    "build_scenario",
    "character_of",
    "scenario_id_of",
]

LICENCE = "CC-BY-SA-4.0"
_KINDS = {"mutual_friend": ScenarioKind.COOPERATIVE, "craigslist_bargains": ScenarioKind.COMPETITIVE}


def _code(value: Any) -> Any:
    """Accept Sotopia's relationship codes as numbers or digits and turn them into names."""
    levels = list(Relationship)
    if isinstance(value, str | int) and re.fullmatch(r"[0-5]", str(value)):
        return levels[int(value)]
    raise ValueError("a relationship code from 0 (stranger) to 5 (family)")


Code = Annotated[Relationship, BeforeValidator(_code)]
TidyText = Annotated[str, AfterValidator(tidy)]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class EnvironmentRow(_Row):
    """A line of `environment_profiles.jsonl`; its texts still hold their tags."""

    env_id: Annotated[Identifier, Field(validation_alias=AliasChoices("env_id", "pk"))]
    codename: str
    source: str = ""
    scenario: str
    agent_goals: tuple[str, str]
    relationship: Code


class AgentRow(_Row):
    """A line of `agent_profiles.jsonl`."""

    agent_id: Annotated[Identifier, Field(validation_alias=AliasChoices("agent_id", "pk"))]
    first_name: TidyText
    last_name: TidyText
    age: int
    occupation: TidyText = ""
    gender: TidyText = ""
    gender_pronoun: TidyText = ""
    public_info: TidyText = ""
    personality_and_values: TidyText = ""
    secret: TidyText = ""


class RelationshipRow(_Row):
    """A line of `relationship_profiles.jsonl`."""

    agent1_id: Identifier = Field(validation_alias=AliasChoices("agent1_id", "agent_1_id"))
    agent2_id: Identifier = Field(validation_alias=AliasChoices("agent2_id", "agent_2_id"))
    relationship: Code


class ComboRow(_Row):
    """A line of `env_agent_combo_storages.jsonl`: one scenario."""

    env_id: Identifier
    agent_ids: tuple[Identifier, Identifier]


def character_of(agent: AgentRow) -> Character:
    """Turn a profile row into a character."""
    return Character(
        name=f"{agent.first_name} {agent.last_name}".strip(),
        age=agent.age,
        gender=agent.gender,
        pronouns=agent.gender_pronoun,
        occupation=agent.occupation,
        public_info=agent.public_info,
        personality=agent.personality_and_values,
        secret=agent.secret,
    )


def scenario_id_of(environment_id: str, agent_ids: tuple[str, str]) -> str:
    """Name a scenario by its environment and its characters, in speaking order."""
    return ".".join((environment_id, *agent_ids))


def build_scenario(
    environment: EnvironmentRow,
    characters: tuple[Character, Character],
    agent_ids: tuple[str, str],
    *,
    source: str,
    line: int | None,
) -> Scenario:
    """Fill an environment with two characters, with every tag resolved.

    Parameters
    ----------
    source, line
        Where the environment was read, for messages.

    Raises
    ------
    ContractError
        If tags cannot be resolved, any is left in a text, or the hidden fact contradicts the goals.
    """
    setting = _read(environment.scenario, "scenario", source, line)
    goals = tuple(
        _read(goal, f"agent_goals.{place}", source, line)
        for place, goal in enumerate(environment.agent_goals)
    )
    first, second = (_goal(goal, setting, goals, place) for place, goal in enumerate(goals))
    check = derive_check(setting.text, setting.hidden, (first, second))
    scenario = Scenario(
        scenario_id=scenario_id_of(environment.env_id, agent_ids),
        environment_id=environment.env_id,
        kind=next(
            (kind for name, kind in _KINDS.items() if environment.codename.startswith(name)),
            ScenarioKind.MIXED,
        ),
        setting=setting.text,
        hidden_facts=(*setting.hidden, *(fact for goal in goals for fact in goal.hidden)),
        relationship=environment.relationship,
        characters=characters,
        goals=(first, second),
        outcome_check=check.check,
        source=f"Sotopia, {environment.codename}" + (f" ({environment.source})" * bool(environment.source)),
        licence=LICENCE,
    )
    problems = [Problem(source, line, "", found, "what the goals say") for found in check.contradictions]
    problems += [Problem(source, line, field, f"the tag {tag}", "no tag") for field, tag in _tags(scenario)]
    if problems:
        raise ContractError(problems)
    return scenario


def _read(raw: str, field: str, source: str, line: int | None) -> TaggedText:
    try:
        return read_tagged(raw)
    except TagError as error:
        raise ContractError([Problem(source, line, field, error.found, error.expected)]) from None


def _goal(goal: TaggedText, setting: TaggedText, goals: tuple[TaggedText, ...], place: int) -> Goal:
    others = (text for other in (setting, *goals) for text in other.private[place])
    return Goal(text=goal.text, hints=(*goal.hints, *others))


def _tags(scenario: Scenario) -> list[tuple[str, str]]:
    texts = {"scenario": scenario.setting}
    for place, (character, goal) in enumerate(zip(scenario.characters, scenario.goals, strict=True)):
        texts[f"agent_goals.{place}"] = "\n".join((goal.text, *goal.hints))
        for field, value in character.model_dump(exclude={"age"}).items():
            texts[f"characters.{place}.{field}"] = value
    texts["hidden_facts"] = "\n".join(scenario.hidden_facts)
    if isinstance(scenario.outcome_check, MutualFriendCheck):
        texts["outcome_check"] = scenario.outcome_check.friend
    return [(field, shown(tag)) for field, text in texts.items() for tag in find_tags(text)]
