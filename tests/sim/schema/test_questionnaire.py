"""Questionnaires: read with every problem named, with a hash of every word."""

import pytest

from sim.errors import ContractError
from sim.schema.questionnaire import read_questionnaire_toml, write_questionnaire_toml

AGE = """
title = "About you"

[[questions]]
question = "age"
text = "How old are you?"
answer = { kind = "number", minimum = 18, maximum = 120 }

[[questions]]
question = "languages"
text = "Which languages do you read?"
required = false
answer = { kind = "multiple_choice", options = [
    { value = "en", label = "English" }, { value = "ar", label = "العربية" }] }
"""


def test_questionnaire_comes_back_as_it_was_written() -> None:
    read = read_questionnaire_toml(AGE.encode(), source="about.toml")
    again = read_questionnaire_toml(write_questionnaire_toml(read).encode(), source="again.toml")
    assert again == read
    assert again.questionnaire_hash == read.questionnaire_hash
    assert not read.is_optional


def test_hash_covers_every_word() -> None:
    read = read_questionnaire_toml(AGE.encode(), source="about.toml")
    changed = read_questionnaire_toml(AGE.replace("old", "young").encode(), source="about.toml")
    assert changed.questionnaire_hash != read.questionnaire_hash


def test_every_problem_is_named_with_file_and_field() -> None:
    text = """
[[questions]]
question = "Which One"
text = " "
answer = { kind = "preference" }
mandatory = true
"""
    with pytest.raises(ContractError) as caught:
        read_questionnaire_toml(text.encode(), source="about.toml")
    fields = {problem.field for problem in caught.value.problems}
    assert fields == {
        "questions.0.question",
        "questions.0.text",
        "questions.0.answer",
        "questions.0.mandatory",
    }
    assert all(problem.source == "about.toml" for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("questions = [", "not TOML"),
        ("questions = []", "at least 1"),
        (AGE.replace('"languages"', '"age"'), "every question once"),
        (AGE.replace("Which languages do you read?", "How old are you?"), "every text once"),
    ],
)
def test_broken_questionnaire_is_refused(text: str, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        read_questionnaire_toml(text.encode(), source="about.toml")
