"""What researchers read about a protocol's questions."""

import pytest

from annotate_app.ui.components.rubric_preview import answers_of
from sim.schema import scale

OPTIONS = (scale.Option(value="warm", label="Warm"), scale.Option(value="cold", label="Cold"))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (scale.PreferenceAnswer(), "Dialogue A · No difference · Dialogue B"),
        (scale.PreferenceAnswer(tie=False, both_bad=True), "Dialogue A · Dialogue B · Both are bad"),
        (
            scale.ScaleAnswer(minimum=0, maximum=10, anchors={10: "all", 0: "none"}),
            "0 to 10 (0 none, 10 all)",
        ),
        (scale.ScaleAnswer(minimum=1, maximum=5), "1 to 5"),
        (scale.NumberAnswer(minimum=0), "a number from 0"),
        (scale.NumberAnswer(), "a number"),
        (scale.YesNoAnswer(), "Yes · No"),
        (scale.ChoiceAnswer(options=OPTIONS), "Warm · Cold"),
        (scale.MultipleChoiceAnswer(options=OPTIONS), "any of: Warm · Cold"),
        (scale.TextAnswer(max_characters=80), "text, up to 80 characters"),
    ],
)
def test_answers_are_listed_in_words(answer: scale.Answer, words: str) -> None:
    assert answers_of(answer) == words
