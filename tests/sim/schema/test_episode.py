"""What an episode must be, and what is left of it when it is made blind."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from sim.schema.base import Mode, opaque_id
from sim.schema.episode import BlindEpisode, Episode, blind_episode, speaker_names
from sim.schema.episodes_file import read_episodes
from tests.golden import records

BARGAIN, _, FRIENDS, _ = records.EPISODES


def fields_of(episode: Episode) -> dict[str, Any]:
    return episode.model_dump(mode="json")


def test_blind_episode_has_no_field_from_which_its_condition_can_be_told() -> None:
    assert set(BlindEpisode.model_fields) == {
        "schema_version",
        "episode_id",
        "pair_id",
        "setting",
        "speakers",
        "turns",
        "prefix_turns",
        "scenario",
    }


def test_blind_episode_holds_no_hidden_fact_and_no_answer() -> None:
    blind = blind_episode(FRIENDS).model_dump_json()
    assert "hidden_facts" not in blind
    assert "common friend" not in blind
    assert "outcome" not in blind
    assert "golden-model" not in blind


def test_blind_episode_keeps_the_dialogue_as_it_is() -> None:
    blind = blind_episode(BARGAIN)
    assert blind.turns == BARGAIN.turns
    assert speaker_names(blind) == ("Dr. Inés Núñez-Öz", "松本 蓮")


def test_people_without_a_scenario_are_named_by_the_episode() -> None:
    fields = fields_of(BARGAIN) | {"scenario": None, "speakers": ["Ann", "Bob"], "mode": "HUMAN"}
    assert speaker_names(Episode.model_validate(fields)) == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scenario": None, "speakers": ["A", "B"]}, "a scenario for mode SCRIPT"),
        ({"scenario": None}, "either a scenario or the speakers' names"),
        ({"speakers": ["A", "B"]}, "either a scenario or the speakers' names"),
        ({"prefix_turns": 9}, "prefix_turns no greater than the 5 turns"),
        ({"turns": []}, "at least 1 item"),
        ({"turns": [{"index": 1, "speaker": 0, "kind": "speak", "text": "x"}]}, "turns numbered 0, 1, 2"),
        (
            {"turns": [{"index": 0, "speaker": 0, "kind": "speak", "text": " "}]},
            "a text for a turn of kind 'speak'",
        ),
        ({"turns": [{"index": 0, "speaker": 2, "kind": "speak", "text": "x"}]}, "Input should be 0 or 1"),
    ],
)
def test_contradicting_episode_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Episode.model_validate(fields_of(BARGAIN) | change)


def test_file_is_checked_across_its_lines() -> None:
    other = fields_of(BARGAIN) | {"episode_id": opaque_id("another")}
    same_id = fields_of(FRIENDS) | {"pair_id": "elsewhere", "scenario": fields_of(FRIENDS)["scenario"]}
    moved = fields_of(records.EPISODES[1])
    moved["scenario"]["setting"] = "Another bike."
    lines = [fields_of(BARGAIN), other, fields_of(FRIENDS), same_id, moved]
    file = read_episodes([json.dumps(fields).encode() + b"\n" for fields in lines], source="e.jsonl")
    assert [(problem.line, problem.field, problem.expected) for problem in file.problems] == [
        (2, "condition", "one episode per condition in a pair"),
        (4, "episode_id", "an id of its own"),
        (5, "scenario", "one scenario per pair"),
    ]


def test_file_without_episodes_is_a_problem() -> None:
    (problem,) = read_episodes([b"\n"], source="e.jsonl").problems
    assert str(problem) == "e.jsonl: found no episode, expected at least one."


def test_opaque_id_is_stable_and_depends_on_every_part() -> None:
    assert opaque_id("a", "b") == opaque_id("a", "b")
    assert len({opaque_id("a", "b"), opaque_id("ab"), opaque_id("b", "a"), opaque_id("a", "b", "")}) == 4
    assert set(opaque_id(Mode.SCRIPT)) <= set("0123456789abcdef")
    for parts in ((), ("a\x1fb",)):
        with pytest.raises(ValueError, match="at least one part"):
            opaque_id(*parts)


def test_episode_setting_only_where_there_is_no_scenario() -> None:
    with pytest.raises(ValueError, match="a setting only where there is no scenario"):
        Episode.model_validate({**fields_of(BARGAIN), "setting": "A market."})


def test_episode_setting_of_human_dialogue_reaches_the_blind_form() -> None:
    fields = {
        **fields_of(BARGAIN),
        "scenario": None,
        "speakers": ["A", "B"],
        "mode": "HUMAN",
        "setting": "A café.",
    }
    assert blind_episode(Episode.model_validate(fields)).setting == "A café."
