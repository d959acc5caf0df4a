"""Every kind of answer is described in words."""

import pytest

from annotate_app.services.studies.data_dictionary import dictionary_rows
from sim.schema.base import Level, Target
from sim.schema.rubric import Dimension, Rubric, Step, Visible
from sim.schema.scale import (
    Answer,
    ChoiceAnswer,
    MultipleChoiceAnswer,
    NumberAnswer,
    Option,
    PreferenceAnswer,
    ScaleAnswer,
    TextAnswer,
    YesNoAnswer,
)

OPTIONS = (Option(value="yes", label="Yes"), Option(value="so-so", label="So so"))


@pytest.mark.parametrize(
    ("answer", "allowed"),
    [
        (PreferenceAnswer(tie=False, both_bad=True), "an episode id of the unit; both_bad"),
        (ScaleAnswer(minimum=1, maximum=3), "1 to 3"),
        (ScaleAnswer(minimum=1, maximum=3, anchors={3: "much", 1: "little"}), "1 to 3 (1 little; 3 much)"),
        (NumberAnswer(minimum=0), "at least 0"),
        (NumberAnswer(), ""),
        (YesNoAnswer(), "yes; no"),
        (ChoiceAnswer(options=OPTIONS), "yes; so-so"),
        (MultipleChoiceAnswer(options=OPTIONS), "a JSON list of: yes; so-so"),
        (TextAnswer(max_characters=10), "up to 10 characters"),
    ],
)
def test_allowed_values_are_said_for_every_kind(answer: Answer, allowed: str) -> None:
    level = None if isinstance(answer, TextAnswer) else Level.NOMINAL
    asked = Dimension(dimension="asked", target=Target.PAIR, question="What?", answer=answer, level=level)
    rubric = Rubric(rubric_id="r", steps=(Step(visible=(Visible.SETTING,), dimensions=(asked,)),))
    (row,) = [row for row in dictionary_rows(rubric, blind=True) if row[2] == "asked"]
    assert row[3:] == (answer.kind, level.value if level else "", allowed, "What?")
