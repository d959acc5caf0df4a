"""Small episodes in the two shapes of Sotopia's files, written for the tests."""

import copy
import json
from pathlib import Path
from typing import Any

NAMES = ("Ana Ruiz", "Bo O'Hara")
GOALS = (
    (
        "Find a common friend. <extra_info> You know the following friends: \n Mo: School: X  \n Vi: "
        "School: Y \n</extra_info>"
    ),
    (
        "Find a common friend (<extra_info>Extra information: be quick<strategy_hint>Hint: "
        "ask</strategy_hint></extra_info>)"
    ),
)
TOLD_GOALS = (
    "Find a common friend.\nYou know the following friends:\nMo: School: X  \nVi: School: Y\n",
    "Find a common friend (Extra information: be quick Hint: ask)",
)
SCENARIO = '2 strangers meet. <p viewer="environment">They have 1 common friends: Mo.</p>'
BACKGROUNDS = (
    (
        "Ana Ruiz is a 31-year-old female vet. She/her pronouns. Ana cycles. Personality and values "
        "description: Ana is calm. Ana's secrets: Ana sold a dog"
    ),
    (
        "Bo O'Hara is a 45-year-old male chef. He/him pronouns. Bo sings. Personality and values "
        "description: Bo is loud. Bo's secrets: Bo cannot cook"
    ),
)
ACTS = (
    (0, 'said: "Hi, do you know "Mo"?"'),
    (1, "[non-verbal communication] nods"),
    (0, "did nothing"),
    (1, "left the conversation"),
)
ENVIRONMENT = {
    "env_id": "env1",
    "codename": "mutual_friend_1",
    "source": "tests",
    "scenario": SCENARIO,
    "agent_goals": list(GOALS),
    "relationship": "0",
}
AGENTS = (
    {
        "agent_id": "a1",
        "first_name": "Ana",
        "last_name": "Ruiz",
        "age": 31,
        "occupation": "Vet",
        "gender": "Woman",
        "gender_pronoun": "She/her",
        "public_info": "Ana cycles.",
        "personality_and_values": "Ana is calm.",
        "secret": "Ana sold a dog",
    },
    {
        "agent_id": "a2",
        "first_name": "Bo",
        "last_name": "O'Hara",
        "age": 45,
        "occupation": "Chef",
        "gender": "Man",
        "gender_pronoun": "He/him",
        "public_info": "Bo sings.",
        "personality_and_values": "Bo is loud.",
        "secret": "Bo cannot cook",
    },
)
SCORES = {
    "believability": 9.0,
    "relationship": -1.0,
    "knowledge": 2.0,
    "secret": 0.0,
    "social_rules": -3.0,
    "financial_and_material_benefits": 0.0,
    "goal": 7.0,
}


def context(backgrounds: tuple[str, str], goals: tuple[str, str], setting: str = "2 strangers meet. ") -> str:
    """Render what an agent is shown before the first turn."""
    return (
        f"\nHere is the context of this interaction:\nScenario: {setting}\n"
        f"Participants: {NAMES[0]} and {NAMES[1]}\n"
        f"{NAMES[0]}'s background: {backgrounds[0]}\n{NAMES[1]}'s background: {backgrounds[1]}\n"
        f"{NAMES[0]}'s goal: {goals[0]}\n{NAMES[1]}'s goal: {goals[1]}\nConversation Starts:\n"
    )


def agents_messages() -> list[list[list[str]]]:
    """Two contexts that withhold the partner, then acts, then observations only."""
    contexts = (
        context((BACKGROUNDS[0], ""), (TOLD_GOALS[0], "Unknown")),
        context(("", BACKGROUNDS[1]), ("Unknown", TOLD_GOALS[1])),
    )
    return _turns(contexts)


def mindreaders_messages() -> list[list[list[str]]]:
    """Both contexts whole, with the fact that the published code leaked."""
    whole = context(BACKGROUNDS, TOLD_GOALS, "2 strangers meet. They have 1 common friends: Mo.")
    return _turns((whole, whole))


def script_messages() -> list[list[list[str]]]:
    """A group of two whole contexts, then one group an act, and no trailing group."""
    whole = context(BACKGROUNDS, TOLD_GOALS, "2 strangers meet. They have 1 common friends: Mo.")
    groups = [[["Environment", name, whole] for name in NAMES]]
    for number, (speaker, act) in enumerate(ACTS):
        seen = f"Turn #{number}: environment is the agent\n"
        observations = [["Environment", name, seen] for name in NAMES]
        acts = [[NAMES[speaker], "Environment", act], [NAMES[1 - speaker], "Environment", "did nothing"]]
        groups.append(observations + acts)
    return groups


def export(messages: list[list[list[str]]], **fields: Any) -> dict[str, Any]:
    """Make a record of the JSON Lines export."""
    record = {
        "episode_id": "01H8XWN5V57J20F3JG7WWQKDAC",
        "environment_id": "env1",
        "agent_ids": ["a1", "a2"],
        "experiment_tag": "v1_clean",
        "experiment_model_name_pairs": ["judge-m", "m1", "m2"],
        "raw_messages": messages,
        "raw_rewards": [[2.0, {**SCORES, "overall_score": 2.0}], 0.0],
        "scenario": SCENARIO,
        "codename": "mutual_friend_1",
        "agents_background": dict(zip(NAMES, BACKGROUNDS, strict=True)),
        "social_goals": dict(zip(NAMES, GOALS, strict=True)),
        "reasoning": "Environment comments: terminated: Agent 2 is leaving; \nAgent 1 comments:\n"
        "goal: Ana found out.\nsecret: Kept,\nall of it.\nAgent 2 comments:\ngoal: Nothing.\n",
        "scores": {NAMES[0]: 7.0, NAMES[1]: 0.0},
    }
    return {**copy.deepcopy(record), **fields}


def episode_log(messages: list[list[list[str]]], **fields: Any) -> dict[str, Any]:
    """Make a record of the `EpisodeLog` form, which carries no scenario."""
    record = export(messages)
    log = {
        "pk": record["episode_id"],
        "environment": "env1",
        "agents": ["a1", "a2"],
        "tag": "v1_clean",
        "models": record["experiment_model_name_pairs"],
        "messages": messages,
        "reasoning": record["reasoning"],
        "rewards": record["raw_rewards"],
        "rewards_prompt": "",
    }
    return {**log, **fields}


def write_lines(path: Path, *records: Any) -> Path:
    """Write records as JSON Lines."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def write_profiles(folder: Path, **environment: Any) -> Path:
    """Write the four profile files of one environment and two agents."""
    write_lines(folder / "environment_profiles.jsonl", {**ENVIRONMENT, **environment})
    write_lines(folder / "agent_profiles.jsonl", *AGENTS)
    relationship = {"relationship_id": "r", "agent1_id": "a2", "agent2_id": "a1", "relationship": 0}
    write_lines(folder / "relationship_profiles.jsonl", relationship)
    combo = {"combo_id": "c", "env_id": "env1", "agent_ids": ["a1", "a2"]}
    write_lines(folder / "env_agent_combo_storages.jsonl", combo)
    return folder


def _turns(contexts: tuple[str, str]) -> list[list[list[str]]]:
    groups = [
        [["Environment", name, text] for name, text in zip(NAMES, contexts, strict=True)],
    ]
    for number, (speaker, act) in enumerate(ACTS):
        acts = ["did nothing", "did nothing"]
        acts[speaker] = act
        groups[-1] += [[name, "Environment", text] for name, text in zip(NAMES, acts, strict=True)]
        seen = f"Turn #{number}: {NAMES[speaker]} {act}\n"
        groups.append([["Environment", name, seen] for name in NAMES])
    return groups
