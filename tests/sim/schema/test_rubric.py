"""Rubrics: which answers a question allows, and that a rubric contradicts itself nowhere."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from sim.errors import ContractError
from sim.schema.base import Level, Target
from sim.schema.rubric import Rubric, Visible, builtin_rubric, builtin_rubrics
from sim.schema.scale import Answer
from sim.schema.study import Contrast, read_study_toml, write_study_toml
from tests.golden import records

OPTIONS = [
    {"value": "warm", "label": "Warm"},
    {"value": "cold", "label": "Cold"},
    {"value": "odd", "label": "Odd"},
]
ANSWERS: TypeAdapter[Answer] = TypeAdapter(Answer)
A, B = "a" * 16, "b" * 16


def answer(kind: str, **fields: Any) -> Answer:
    return ANSWERS.validate_python({"kind": kind, **fields})


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (answer("preference"), [A, B, "tie"], ["both_bad", "c" * 16, "A", 1.0]),
        (answer("preference", tie=False, both_bad=True), [A, "both_bad"], ["tie"]),
        (answer("scale", minimum=0, maximum=10), [0.0, 10.0, 7], [-1.0, 11.0, 0.5, "7", True, float("nan")]),
        (answer("number"), [-1e9, 0.5], ["1", False]),
        (answer("number", minimum=0, maximum=1), [0.0, 0.3, 1.0], [-0.1, 1.1]),
        (answer("yes_no"), ["yes", "no"], ["maybe", 1.0, "YES"]),
        (answer("choice", options=OPTIONS), ["warm", "odd"], ["hot", 1.0]),
        (
            answer("multiple_choice", options=OPTIONS),
            ["[]", '["warm"]', '["warm", "odd"]'],
            ["warm", '["odd", "warm"]', '["warm", "warm"]', '["hot"]', "{}", 1.0],
        ),
        (answer("text", max_characters=5), ["words", "é"], ["longer", " ", "a\x00", 1.0]),
    ],
)
def test_answer_allows_exactly_its_values(kind: Answer, good: list[Any], bad: list[Any]) -> None:
    assert [kind.expected(value, (A, B)) for value in good] == [None] * len(good)
    assert all(kind.expected(value, (A, B)) for value in bad)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "scale", "minimum": 3, "maximum": 3}, "a maximum above the minimum"),
        ({"kind": "scale", "minimum": 0, "maximum": 3, "anchors": {"9": "x"}}, "anchors on the scale"),
        ({"kind": "choice", "options": [OPTIONS[0], OPTIONS[0]]}, "options with different values"),
    ],
)
def test_contradicting_scale_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ANSWERS.validate_python(fields)


def test_default_protocol_locks_naturalness_before_goals_are_shown() -> None:
    first, second = builtin_rubric("naturalness-then-goals").steps
    assert first.locks
    assert not second.locks
    assert set(first.visible) == {Visible.SETTING, Visible.PROFILES}
    assert {Visible.GOALS, Visible.SECRETS} <= set(second.visible)
    assert [dimension.dimension for dimension in second.dimensions] == ["goal", "remark"]


def test_paper_protocol_forces_a_choice_with_everything_visible() -> None:
    (step,) = builtin_rubric("paper").steps
    assert Visible.GOALS in step.visible
    assert step.dimensions[0].answer.expected("tie", (A, B))


@pytest.mark.parametrize("name", builtin_rubrics())
def test_builtin_rubric_survives_the_round_trip_with_its_hash(name: str) -> None:
    study = records.STUDY.model_copy(update={"rubric": builtin_rubric(name)})
    assert read_study_toml(write_study_toml(study)).rubric.rubric_hash == builtin_rubric(name).rubric_hash


def test_rubric_hash_covers_the_wording() -> None:
    rubric = builtin_rubric("paper").model_dump(mode="json")
    rubric["steps"][0]["dimensions"][0]["question"] += "?"
    assert Rubric.model_validate(rubric).rubric_hash != builtin_rubric("paper").rubric_hash


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dimension": "remark"}, "every dimension once"),
        ({"target": Target.EPISODE}, "target 'pair' for a preference"),
        ({"level": None}, "a level of measurement"),
    ],
)
def test_contradicting_rubric_is_refused(change: dict[str, Any], message: str) -> None:
    fields = builtin_rubric("paper").model_dump(mode="json")
    fields["steps"][0]["dimensions"][0] |= change
    with pytest.raises(ValidationError, match=message):
        Rubric.model_validate(fields)


def test_free_text_has_no_level() -> None:
    fields = builtin_rubric("paper").model_dump(mode="json")
    fields["steps"][0]["dimensions"][1]["level"] = Level.NOMINAL
    with pytest.raises(ValidationError, match="none for that"):
        Rubric.model_validate(fields)


def test_unknown_builtin_rubric_names_those_there_are() -> None:
    with pytest.raises(KeyError, match="naturalness-then-goals, pairwise, paper"):
        builtin_rubric("charm")


@pytest.mark.parametrize("text", ["[study", "study_id = 'x'"])
def test_broken_study_document_is_refused(text: str) -> None:
    with pytest.raises(ContractError):
        read_study_toml(text)


def test_contrast_of_a_condition_with_itself_is_refused() -> None:
    with pytest.raises(ValidationError, match="two different conditions"):
        Contrast(first="SCRIPT", second="SCRIPT")
