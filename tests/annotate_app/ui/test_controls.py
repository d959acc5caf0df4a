"""Questions as the component draws them."""

from typing import Any

import pytest

from annotate_app.design.blind_item import Question, Side
from annotate_app.language import translation_of
from annotate_app.ui.components.controls import accessible_name, answer_label, control
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

SPOKEN = translation_of("en")
OPTIONS = (Option(value="x", label="The first"), Option(value="y", label="The second"))


def question(answer: Answer, side: Side | None = None) -> Question:
    return Question(
        key="goal.a.0",
        dimension="goal",
        text="How far did Ana reach this goal by the end?",
        help="",
        answer=answer,
        required=True,
        side=side,
        character=None if side is None else 0,
    )


def options(answer: Answer) -> list[dict[str, Any]]:
    return control(question(answer), SPOKEN)["options"]


def test_accessible_name_says_which_dialogue() -> None:
    scale = ScaleAnswer(minimum=0, maximum=10)
    assert accessible_name(question(scale), SPOKEN) == "How far did Ana reach this goal by the end?"
    assert (
        accessible_name(question(scale, "b"), SPOKEN)
        == "How far did Ana reach this goal by the end? (dialogue B)"
    )


@pytest.mark.parametrize(
    ("answer", "labels"),
    [
        (PreferenceAnswer(), ["Dialogue A", "No difference", "Dialogue B"]),
        (PreferenceAnswer(tie=False), ["Dialogue A", "Dialogue B"]),
        (PreferenceAnswer(both_bad=True), ["Dialogue A", "No difference", "Dialogue B", "Both are bad"]),
        (YesNoAnswer(), ["Yes", "No"]),
        (ChoiceAnswer(options=OPTIONS), ["The first", "The second"]),
        (MultipleChoiceAnswer(options=OPTIONS), ["The first", "The second"]),
    ],
)
def test_options_are_numbered_in_order(answer: Answer, labels: list[str]) -> None:
    shown = options(answer)
    assert [option["label"] for option in shown] == labels
    assert [option["key"] for option in shown] == ["1", "2", "3", "4"][: len(labels)]


def test_preference_is_answered_by_side() -> None:
    assert [option["value"] for option in options(PreferenceAnswer())] == ["a", "tie", "b"]


def test_scale_of_eleven_points_has_a_key_for_each() -> None:
    shown = options(ScaleAnswer(minimum=0, maximum=10, anchors={0: "not at all", 10: "completely"}))
    assert [option["key"] for option in shown] == [*"0123456789", "T"]
    assert [option["value"] for option in shown] == list(range(11))
    assert (shown[0]["anchor"], shown[5]["anchor"], shown[10]["anchor"]) == ("not at all", "", "completely")


@pytest.mark.parametrize(("low", "high"), [(-5, 0), (-10, 0), (-5, 5), (1, 7), (0, 20)])
def test_keys_of_a_scale_are_distinct(low: int, high: int) -> None:
    keys = [option["key"] for option in options(ScaleAnswer(minimum=low, maximum=high))]
    assert len(set(keys)) == len(keys)
    assert "" not in keys


def test_long_scale_has_keys_while_they_last() -> None:
    keys = [option["key"] for option in options(ScaleAnswer(minimum=0, maximum=100))]
    assert keys[-1] == ""


def test_typed_answers_have_no_options() -> None:
    assert "options" not in control(question(NumberAnswer(minimum=0, maximum=5)), SPOKEN)
    assert (
        control(question(TextAnswer(max_characters=7, placeholder="Remark")), SPOKEN)["max_characters"] == 7
    )


def test_control_says_which_dialogue_it_belongs_to() -> None:
    scale = ScaleAnswer(minimum=0, maximum=10)
    assert [control(question(scale, side), SPOKEN)["dialogue"] for side in ("a", "b", None)] == [0, 1, None]


@pytest.mark.parametrize(
    ("answer", "value", "label"),
    [
        (PreferenceAnswer(), "a", "Dialogue A"),
        (PreferenceAnswer(), "tie", "No difference"),
        (ScaleAnswer(minimum=0, maximum=10), 7.0, "7"),
        (NumberAnswer(), 2.5, "2.5"),
        (TextAnswer(), "as typed", "as typed"),
        (YesNoAnswer(), None, "–"),
    ],
)
def test_answer_label_uses_the_words_of_the_control(
    answer: Answer, value: str | float | None, label: str
) -> None:
    assert answer_label(question(answer), value, SPOKEN) == label
