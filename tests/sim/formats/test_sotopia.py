import json
from pathlib import Path
from typing import Any

import pytest

from sim.formats.reading import Conversion
from sim.formats.sotopia import SotopiaSource, convert_sotopia
from sim.scenarios.sotopia import read_profiles
from sim.schema.base import Mode
from sim.schema.episode import EndReason, Role, TurnKind
from sim.schema.episodes_file import read_episodes
from sim.schema.scenario import MutualFriendCheck, Relationship
from tests.sim.formats.sotopia_records import (
    agents_messages,
    episode_log,
    export,
    mindreaders_messages,
    script_messages,
    write_lines,
    write_profiles,
)

MODES = {
    Mode.AGENTS: agents_messages,
    Mode.MINDREADERS: mindreaders_messages,
    Mode.SCRIPT: script_messages,
}


def converted(tmp_path: Path, *records: Any, source: SotopiaSource | None = None) -> Conversion:
    path = write_lines(tmp_path / "log.jsonl", *records)
    return convert_sotopia(path, source or SotopiaSource())


def with_profiles(tmp_path: Path, **fields: Any) -> SotopiaSource:
    return SotopiaSource(profiles=read_profiles(write_profiles(tmp_path)), **fields)


def test_convert_export_reads_turns_in_order(tmp_path: Path) -> None:
    (episode,) = converted(tmp_path, export(agents_messages())).episodes
    assert [(turn.speaker, turn.kind, turn.text) for turn in episode.turns] == [
        (0, TurnKind.SPEAK, 'Hi, do you know "Mo"?'),
        (1, TurnKind.NONVERBAL, "nods"),
        (0, TurnKind.NONE, ""),
        (1, TurnKind.LEAVE, ""),
    ]
    assert episode.end_reason is EndReason.LEFT
    assert episode.condition == "AGENTS:m1+m2"


def test_convert_export_rebuilds_scenario_without_tags(tmp_path: Path) -> None:
    (episode,) = converted(tmp_path, export(agents_messages())).episodes
    scenario = episode.scenario
    assert scenario is not None
    assert "<" not in scenario.model_dump_json()
    assert scenario.setting == "2 strangers meet."
    assert scenario.hidden_facts == ("They have 1 common friends: Mo.",)
    assert scenario.relationship is Relationship.STRANGER
    assert scenario.goals[1].text == "Find a common friend"
    assert scenario.goals[1].hints == ("Extra information: be quick", "Hint: ask")
    assert scenario.characters[1].secret == "Bo cannot cook"


@pytest.mark.parametrize("mode", MODES)
def test_convert_mode_is_audited_from_the_log(tmp_path: Path, mode: Mode) -> None:
    (episode,) = converted(
        tmp_path, episode_log(MODES[mode]()), source=with_profiles(tmp_path, mode=mode)
    ).episodes
    assert episode.mode is mode
    assert len(episode.turns) == 4


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("label", MODES)
def test_convert_mode_that_contradicts_the_label_is_refused(tmp_path: Path, mode: Mode, label: Mode) -> None:
    result = converted(tmp_path, episode_log(MODES[mode]()), source=with_profiles(tmp_path, mode=label))
    assert len(result.episodes) == (mode is label)
    assert all(f"a log of {mode}" in problem.found for problem in result.problems)


def test_convert_tag_that_contradicts_the_log_is_refused(tmp_path: Path) -> None:
    result = converted(tmp_path, export(agents_messages(), experiment_tag="gpt_script_v1"))
    assert not result.episodes
    assert "as the tag 'gpt_script_v1' says" in str(result.problems[0])


def test_convert_access_is_measured_from_the_contexts(tmp_path: Path) -> None:
    (episode,) = converted(tmp_path, export(agents_messages())).episodes
    first, _ = episode.information_access
    assert first.viewer is Role.CHARACTER_0
    assert set(first.fields) == {
        "setting",
        "name_0",
        "profile_0",
        "personality_0",
        "secret_0",
        "goal_0",
        "hints_0",
        "name_1",
    }


def test_convert_script_says_that_a_hidden_fact_leaked(tmp_path: Path) -> None:
    (episode,) = converted(tmp_path, episode_log(script_messages()), source=with_profiles(tmp_path)).episodes
    assert "a hidden fact was shown to writer" in episode.provenance.note
    assert "They have" not in episode.scenario.setting if episode.scenario else False


def test_convert_agents_and_script_make_a_pair(tmp_path: Path) -> None:
    records = [
        episode_log(agents_messages(), pk="one"),
        episode_log(script_messages(), pk="two"),
        episode_log(script_messages(), pk="three"),
    ]
    result = converted(tmp_path, *records, source=with_profiles(tmp_path))
    pairs = [episode.pair_id for episode in result.episodes]
    assert pairs[0] == pairs[1] != pairs[2]
    lines = [(episode.model_dump_json() + "\n").encode() for episode in result.episodes]
    assert read_episodes(lines, source="out").problems == ()


def test_convert_check_comes_with_the_scenario(tmp_path: Path) -> None:
    (episode,) = converted(tmp_path, export(agents_messages())).episodes
    assert episode.scenario is not None
    assert episode.scenario.outcome_check == MutualFriendCheck(friend="Mo")


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (episode_log(agents_messages()), "--profiles DIR"),
        (export(script_messages()), "--profiles DIR"),
        (export(agents_messages(), scenario="Another <extra_info>"), "</extra_info>"),
        (export(agents_messages(), scenario="Another place."), "2 strangers meet."),
        (export(agents_messages(), agents_background={"Ana Ruiz": "x"}), "texts for Ana Ruiz and Bo O'Hara"),
        (export(agents_messages(), raw_messages=[]), "a context, acts and observations"),
        (export(agents_messages(), agent_ids=["a1"]), "agent_ids"),
        (7, "an object with a Sotopia episode"),
    ],
)
def test_convert_unreadable_record_is_a_problem_of_its_line(
    tmp_path: Path, record: Any, expected: str
) -> None:
    result = converted(tmp_path, export(agents_messages()), record)
    assert len(result.episodes) == 1
    assert result.n_skipped == 1
    assert expected in str(result.problems[0])
    assert result.problems[0].line == 2


def test_convert_two_acts_in_one_turn_are_refused(tmp_path: Path) -> None:
    messages = agents_messages()
    messages[0][3][2] = 'said: "me too"'
    (problem,) = converted(tmp_path, export(messages)).problems
    assert problem.field == "messages.0"
    assert problem.found == "two acts in one turn"


def test_convert_same_dialogue_twice_is_a_problem(tmp_path: Path) -> None:
    result = converted(tmp_path, export(agents_messages()), export(agents_messages()))
    assert len(result.episodes) == 1
    assert "the same dialogue as at line 1" in str(result.problems[0])


def test_convert_json_list_names_the_place(tmp_path: Path) -> None:
    path = tmp_path / "logs.json"
    path.write_text(json.dumps([export(agents_messages()), {}]), encoding="utf-8")
    result = convert_sotopia(path, SotopiaSource())
    assert len(result.episodes) == 1
    assert result.problems[0].field.startswith("[1].")


def test_convert_line_that_is_not_json_is_a_problem(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "log.jsonl", export(agents_messages()))
    path.write_text(path.read_text(encoding="utf-8") + "\n{oops\n", encoding="utf-8")
    result = convert_sotopia(path, SotopiaSource())
    assert len(result.episodes) == 1
    assert result.problems[0].line == 3


def test_convert_file_that_is_not_utf8_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"a": "\xff"}')
    assert convert_sotopia(path, SotopiaSource()).problems[0].expected == "UTF-8"


def test_convert_profiles_of_another_environment_are_refused(tmp_path: Path) -> None:
    profiles = read_profiles(write_profiles(tmp_path, env_id="env2"))
    result = converted(tmp_path, episode_log(agents_messages()), source=SotopiaSource(profiles=profiles))
    assert result.problems[0].field == "environment_id"
