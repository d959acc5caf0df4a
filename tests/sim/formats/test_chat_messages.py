import json
from pathlib import Path
from typing import Any

import pytest

from sim.formats.openai_messages import convert_openai
from sim.formats.reading import Conversion
from sim.formats.sharegpt import convert_sharegpt
from sim.schema.base import Mode
from sim.schema.episode import Role
from tests.sim.formats.sotopia_records import write_lines

USER = {"role": "user", "content": "Hi"}
ASSISTANT = {"role": "assistant", "content": "Hello!"}
TALK = [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Yo"}]
SHAREGPT = {"id": "abc_0", "conversations": TALK}


def openai(tmp_path: Path, *records: Any) -> Conversion:
    return convert_openai(write_lines(tmp_path / "chats.jsonl", *records))


def test_convert_sharegpt_reads_a_conversation(tmp_path: Path) -> None:
    (episode,) = convert_sharegpt(write_lines(tmp_path / "chats.jsonl", SHAREGPT)).episodes
    assert episode.mode is Mode.HUMAN
    assert episode.speakers == ("Human", "Assistant")
    assert [(turn.speaker, turn.text) for turn in episode.turns] == [(0, "Hi"), (1, "Yo")]
    assert episode.pair_id == "sharegpt-abc_0"


def test_convert_openai_reads_messages_with_a_system_message(tmp_path: Path) -> None:
    system = {"role": "system", "content": "Be brief."}
    record = {"id": "1", "model": "m", "messages": [system, USER, ASSISTANT, USER]}
    (episode,) = openai(tmp_path, record).episodes
    assert [turn.speaker for turn in episode.turns] == [0, 1, 0]
    assert episode.labels == {"system": "Be brief."}
    assert episode.provenance.models == {Role.CHARACTER_1: "m"}


def test_convert_openai_reads_wildchat(tmp_path: Path) -> None:
    record = {
        "conversation_hash": "f00",
        "model": "gpt",
        "language": "English",
        "hashed_ip": "secret",
        "conversation": [{**USER, "toxic": False}, {**ASSISTANT, "toxic": False}],
    }
    (episode,) = openai(tmp_path, record).episodes
    assert episode.labels == {"language": "English"}
    assert "secret" not in episode.model_dump_json()


def test_convert_openai_joins_parts_of_text(tmp_path: Path) -> None:
    parts = {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}
    (episode,) = openai(tmp_path, {"messages": [parts, ASSISTANT]}).episodes
    assert episode.turns[0].text == "a\nb"


@pytest.mark.parametrize("as_document", [True, False])
def test_convert_openai_bare_list_is_one_conversation(tmp_path: Path, as_document: bool) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps([USER, ASSISTANT], indent=1 if as_document else None), encoding="utf-8")
    (episode,) = convert_openai(path).episodes
    assert len(episode.turns) == 2


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([USER, ASSISTANT, {"role": "tool", "content": "42"}], "messages.2: found a message by 'tool'"),
        ([USER, {"role": "system", "content": "x"}, ASSISTANT], "messages.1: found a message by 'system'"),
        ([USER, USER], "messages by user only"),
        ([{"role": "system", "content": "x"}], "messages by nobody only"),
        ([USER, {"role": "assistant", "content": ""}], "messages.1: found no words"),
        ([USER, {"role": "assistant", "content": None}], "messages.1.content: found None, expected text"),
        ([USER, {"role": "assistant"}], "messages.1.content: found nothing"),
        ([USER, 7], "messages.1: found 7"),
        ([USER, {"role": "assistant", "content": [{"type": "image_url"}]}], "messages.1.content.0"),
        ([], "an object with a list of messages"),
        ("x", "an object with a list of messages"),
    ],
)
def test_convert_openai_what_cannot_be_read_is_a_problem(
    tmp_path: Path, messages: Any, expected: str
) -> None:
    result = openai(tmp_path, {"messages": [USER, ASSISTANT]}, {"messages": messages})
    assert len(result.episodes) == 1
    assert expected in str(result.problems[0])
    assert result.problems[0].line == 2


def test_convert_sharegpt_third_sender_is_a_problem(tmp_path: Path) -> None:
    third = {"conversations": [*TALK, {"from": "function_call", "value": "x"}]}
    result = convert_sharegpt(write_lines(tmp_path / "chats.jsonl", third))
    assert "a message by 'function_call'" in str(result.problems[0])


def test_convert_openai_same_conversation_twice_is_a_problem(tmp_path: Path) -> None:
    record = {"messages": [USER, ASSISTANT]}
    assert "the same dialogue as at line 1" in str(openai(tmp_path, record, record).problems[0])


@pytest.mark.parametrize("field", ["pair_id", "condition", "setting"])
def test_convert_openai_fields_that_are_not_text_are_a_problem(tmp_path: Path, field: str) -> None:
    result = openai(tmp_path, {"messages": [USER, ASSISTANT], field: [1]})
    assert f"{field}: found [1], expected text" in str(result.problems[0])
