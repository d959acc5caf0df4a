"""Reading JSON Lines: every problem of a file in one reading, and any Unicode kept exactly."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import Problem
from sim.schema.base import Contract, Text
from sim.schema.episode import Episode
from sim.schema.jsonl import read_jsonl, write_jsonl
from tests.golden import records


class Note(Contract):
    text: Text
    number: int = 0


def read(*lines: bytes) -> tuple[list[Note], list[Problem]]:
    file = read_jsonl(lines, Note, source="notes.jsonl")
    return [located.record for located in file.records], list(file.problems)


@given(st.lists(st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])), max_size=5))
def test_any_unicode_survives_the_round_trip(texts: list[str]) -> None:
    stream = io.StringIO(newline="")
    write_jsonl(stream, [Note(text=text) for text in texts])
    notes, problems = read(*io.BytesIO(stream.getvalue().encode()))
    assert [note.text for note in notes] == texts
    assert not problems


@pytest.mark.parametrize(
    "content",
    [
        b'{"text": "a"}\n{"text": "b"}\n',
        b'\xef\xbb\xbf{"text": "a"}\n{"text": "b"}\n',
        b'{"text": "a"}\r\n{"text": "b"}\r\n',
        b'{"text": "a"}\n{"text": "b"}',
        b'{"text": "a"}\n\n{"text": "b"}\n\n  \n',
    ],
    ids=["plain", "byte order mark", "CRLF", "no last line end", "blank lines"],
)
def test_line_forms_of_a_sound_file_are_accepted(content: bytes) -> None:
    notes, problems = read(*io.BytesIO(content))
    assert [note.text for note in notes] == ["a", "b"]
    assert not problems


@pytest.mark.parametrize(
    ("line", "found", "expected"),
    [
        (b'{"text": "a', "a last line that was cut off", "a complete JSON object and a line end"),
        (b'{"text": "\xc3', "a last line that was cut off", "a complete JSON object and a line end"),
        (b'{"text": "\xff"}\n', "byte 0xff at position 11", "UTF-8 text"),
        (b'{"text": "a", "text": "b"}\n', "the key 'text' twice", "every key once"),
        (b"[" * 100_000 + b"\n", "deeper nesting than any record has", "one JSON object"),
        (b"[1]\n", "[1]", "an object"),
        (b'{"text": "a\\u0000"}\n', r"'a\x00'", "text without NUL characters (U+0000)"),
        (b'{"text": "\\ud800"}\n', r"'\ud800'", "Unicode text without lone surrogates"),
        (b'{"number": 1}\n', "nothing", "a value"),
        (b'{"text": "a", "number": 1.5}\n', "1.5", "a whole number"),
        (b'{"text": "a", "mood": 1}\n', "a field with 1", "no field of this name"),
    ],
)
def test_broken_line_says_what_was_found_and_expected(line: bytes, found: str, expected: str) -> None:
    notes, problems = read(b'{"text": "first"}\n', line)
    assert [note.text for note in notes] == ["first"]
    assert [(p.source, p.line, p.found, p.expected) for p in problems] == [
        ("notes.jsonl", 2, found, expected)
    ]


def test_text_that_is_not_json_is_quoted() -> None:
    _, (problem,) = read(b"nonsense\n")
    assert str(problem).startswith("notes.jsonl line 1: found 'nonsense' (Expecting value")


def test_newer_schema_version_is_named_and_nothing_else() -> None:
    file = read_jsonl([b'{"schema_version": 2, "unknown": 1}\n'], Episode, source="e.jsonl")
    (problem,) = file.problems
    assert problem.field == "schema_version"
    assert "a newer Blindpair wrote this line" in problem.expected


def test_every_problem_of_a_record_is_reported_with_its_field() -> None:
    fields: dict[str, Any] = records.EPISODES[0].model_dump(mode="json")
    fields["mode"] = "DREAM"
    fields["episode_id"] = "script-1"
    fields["turns"][2]["kind"] = "shout"
    fields["scenario"]["characters"][0]["age"] = "old"
    fields["outcome"]["price"] = -1
    del fields["provenance"]
    file = read_jsonl([json.dumps(fields).encode()], Episode, source="e.jsonl")
    assert {problem.field: problem.expected for problem in file.problems} == {
        "mode": "SCRIPT, AGENTS, MINDREADERS, REPLAY or HUMAN",
        "episode_id": "16 to 64 lower-case hexadecimal digits",
        "turns.2.kind": "speak, nonverbal, action, leave or none",
        "scenario.characters.0.age": "a whole number",
        "outcome.bargaining.price": "a number of at least 0.0",
        "provenance": "a value",
    }


def test_long_and_unprintable_values_are_shown_safely() -> None:
    _, problems = read(json.dumps({"text": 1, "number": "\x1b[31m" + "x" * 500}).encode())
    assert all("\x1b" not in str(problem) and len(str(problem)) < 200 for problem in problems)
    assert len(problems) == 2
