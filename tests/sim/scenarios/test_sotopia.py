from pathlib import Path

import pytest

from sim.errors import ContractError
from sim.scenarios.sotopia import import_sotopia
from sim.scenarios.summary import summary_of
from sim.schema.scenario import MutualFriendCheck, Relationship, ScenarioKind
from tests.sim.formats.sotopia_records import write_lines, write_profiles


def test_import_reads_a_scenario(tmp_path: Path) -> None:
    (scenario,) = import_sotopia(write_profiles(tmp_path))
    assert scenario.scenario_id == "env1.a1.a2"
    assert scenario.kind is ScenarioKind.COOPERATIVE
    assert scenario.relationship is Relationship.STRANGER
    assert [character.name for character in scenario.characters] == ["Ana Ruiz", "Bo O'Hara"]
    assert scenario.outcome_check == MutualFriendCheck(friend="Mo")
    assert "<" not in scenario.model_dump_json()


def test_import_keeps_the_friends_a_goal_lists(tmp_path: Path) -> None:
    (scenario,) = import_sotopia(write_profiles(tmp_path))
    assert scenario.goals[0].text == "Find a common friend."
    assert scenario.goals[0].hints[0].split("\n")[1:] == ["Mo: School: X", "Vi: School: Y"]


def test_import_missing_files_are_all_named(tmp_path: Path) -> None:
    with pytest.raises(ContractError) as caught:
        import_sotopia(tmp_path)
    assert [problem.source for problem in caught.value.problems] == [
        "environment_profiles.jsonl",
        "agent_profiles.jsonl",
    ]


@pytest.mark.parametrize(
    ("name", "record", "expected"),
    [
        ("env_agent_combo_storages.jsonl", {"env_id": "env1", "agent_ids": ["a1", "a1"]}, "two different"),
        ("env_agent_combo_storages.jsonl", {"env_id": "env9", "agent_ids": ["a1", "a2"]}, "an env_id of"),
        ("env_agent_combo_storages.jsonl", {"env_id": "env1", "agent_ids": ["a1", "a9"]}, "an agent_id of"),
        ("agent_profiles.jsonl", {"agent_id": "a1"}, "first_name"),
        (
            "relationship_profiles.jsonl",
            {"agent1_id": "a1", "agent2_id": "a2", "relationship": "3"},
            "two who are stranger",
        ),
        (
            "relationship_profiles.jsonl",
            {"agent1_id": "a1", "agent2_id": "a2", "relationship": "9"},
            "a relationship code from 0",
        ),
    ],
)
def test_import_problems_are_named(
    tmp_path: Path, name: str, record: dict[str, object], expected: str
) -> None:
    write_lines(write_profiles(tmp_path) / name, record)
    with pytest.raises(ContractError, match=expected):
        import_sotopia(tmp_path)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("scenario", "A place <b>here</b>", "the tag <b>"),
        ("scenario", "A place <extra_info>here", "</extra_info>"),
        ("agent_goals", ["Do it", "<strategy_hint>"], "</strategy_hint>"),
        (
            "agent_goals",
            [
                "Find. <extra_info>You know the following friends:\nVi: School: X</extra_info>",
                "Find. <extra_info>You know the following friends:\nVi: School: X</extra_info>",
            ],
            "Mo as hidden fact but Vi in the lists",
        ),
    ],
)
def test_import_texts_that_cannot_be_read_are_refused(
    tmp_path: Path, field: str, value: object, expected: str
) -> None:
    write_profiles(tmp_path, **{field: value})
    with pytest.raises(ContractError, match=expected):
        import_sotopia(tmp_path)


def test_import_same_combination_twice_is_refused(tmp_path: Path) -> None:
    combo = {"env_id": "env1", "agent_ids": ["a1", "a2"]}
    write_lines(write_profiles(tmp_path) / "env_agent_combo_storages.jsonl", combo, combo)
    with pytest.raises(ContractError, match="as on line 1"):
        import_sotopia(tmp_path)


def test_summary_counts_what_there_is(tmp_path: Path) -> None:
    summary = summary_of(import_sotopia(write_profiles(tmp_path)))
    assert summary.startswith("1 scenarios in 1 environments; cooperative 1; outcome checks: 1 common")
