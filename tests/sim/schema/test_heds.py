"""The datasheet has every field of the form."""

import json

import pytest

from sim.errors import ContractError
from sim.schema.heds import CRITERION_QUESTIONS, STUDY_QUESTIONS, read_heds
from tests.golden import records


def test_numbers_are_those_of_the_form() -> None:
    numbers = [question.number for question in (*STUDY_QUESTIONS, *CRITERION_QUESTIONS)]
    assert len(numbers) == len(set(numbers)) == 41 + 21
    assert all(question.element.startswith("heds-") for question in (*STUDY_QUESTIONS, *CRITERION_QUESTIONS))
    ends = [(STUDY_QUESTIONS[0].number, STUDY_QUESTIONS[-1].number), (numbers[41], numbers[-1])]
    assert ends == [("1.1.1", "5.4"), ("4.1.1", "4.3.12.2")]


@pytest.mark.parametrize("remove", [0, 20, 40])
def test_field_that_is_missing_is_named(remove: int) -> None:
    document = json.loads(records.HEDS.model_dump_json())
    gone = document["answers"].pop(remove)
    with pytest.raises(ContractError, match=gone["number"].replace(".", r"\.")):
        read_heds(json.dumps(document))


def test_blank_field_says_who_knows_it() -> None:
    document = json.loads(records.HEDS.model_dump_json())
    document["answers"][0]["note"] = ""
    with pytest.raises(ContractError, match="a note where there is no value"):
        read_heds(json.dumps(document))
