"""Rubrics as files: the same questions come back, and every problem is named."""

import pytest

from sim.errors import ContractError
from sim.schema.rubric import builtin_rubric, builtin_rubrics
from sim.schema.rubric_file import read_rubric_toml, write_rubric_toml


@pytest.mark.parametrize("name", builtin_rubrics())
def test_written_rubric_is_read_as_the_same(name: str) -> None:
    rubric = builtin_rubric(name)
    again = read_rubric_toml(write_rubric_toml(rubric).encode(), source="r.toml")
    assert (again, again.rubric_hash) == (rubric, rubric.rubric_hash)


def test_byte_order_mark_is_not_part_of_the_file() -> None:
    text = "\ufeff" + write_rubric_toml(builtin_rubric("paper"))
    assert read_rubric_toml(text.encode(), source="r.toml") == builtin_rubric("paper")


@pytest.mark.parametrize("content", [b"steps = [", b"\xff\xfe"])
def test_what_is_not_toml_is_said(content: bytes) -> None:
    with pytest.raises(ContractError, match="not TOML"):
        read_rubric_toml(content, source="r.toml")


def test_all_problems_are_named_at_once() -> None:
    text = """
rubric_id = "two words"
layout = "triple"
[[steps]]
visible = ["thoughts"]
[[steps.dimensions]]
dimension = "Nice"
target = "pair"
question = " "
level = "nominal"
answer = { kind = "scale", minimum = 3, maximum = 1 }
"""
    with pytest.raises(ContractError) as caught:
        read_rubric_toml(text.encode(), source="r.toml")
    fields = {problem.field for problem in caught.value.problems}
    assert {"rubric_id", "layout", "steps.0.visible.0", "steps.0.dimensions.0.dimension"} <= fields
    assert {"steps.0.dimensions.0.question", "steps.0.dimensions.0.answer.scale"} <= fields
    assert "steps" not in fields


def test_question_about_a_pair_does_not_fit_single_dialogues() -> None:
    text = write_rubric_toml(builtin_rubric("paper")).replace('layout = "pair"', 'layout = "single"')
    with pytest.raises(ContractError, match="no question about a pair"):
        read_rubric_toml(text.encode(), source="r.toml")


def test_layout_is_part_of_the_hash_only_where_it_is_not_the_usual_one() -> None:
    text = write_rubric_toml(builtin_rubric("goal"))
    single = read_rubric_toml(text.replace('"pair"', '"single"', 1).encode(), source="r.toml")
    assert single.rubric_hash != builtin_rubric("goal").rubric_hash


def test_empty_list_is_too_short() -> None:
    with pytest.raises(ContractError, match=r"steps: found \[\], expected at least 1"):
        read_rubric_toml(b'rubric_id = "r"\nsteps = []', source="r.toml")
