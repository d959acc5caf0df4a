"""From the screen to the contract and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate_app.design.answers import KeptDraft, contract_answers, kept_draft, screen_value, unit_of
from annotate_app.design.blind_item import questions_of
from annotate_app.errors import InvalidAnswersError
from sim.schema.base import Target
from sim.schema.rubric import builtin_rubric

SERVED = ("f" * 20, "0" * 20)
FIRST, SECOND = (
    questions_of(step, ("Ann", "Bo"), n_episodes=2) for step in builtin_rubric("naturalness-then-goals").steps
)
GOALS = {"goal.a.0": 0, "goal.a.1": 10, "goal.b.0": 5, "goal.b.1": 7}


def test_preferred_side_becomes_the_episode_shown_there() -> None:
    (answer,) = contract_answers(FIRST, {"naturalness": "b"}, SERVED)
    assert answer.value == SERVED[1]
    assert (answer.unit_id, answer.target) == (f"{SERVED[1]}+{SERVED[0]}", Target.PAIR)


def test_tie_stays_a_tie() -> None:
    assert contract_answers(FIRST, {"naturalness": "tie"}, SERVED)[0].value == "tie"


def test_scores_go_to_the_characters_unit() -> None:
    answers = contract_answers(SECOND, GOALS, SERVED)
    assert [(answer.unit_id, answer.value) for answer in answers[:4]] == [
        (f"{SERVED[0]}#0", 0.0),
        (f"{SERVED[0]}#1", 10.0),
        (f"{SERVED[1]}#0", 5.0),
        (f"{SERVED[1]}#1", 7.0),
    ]


def test_open_optional_question_has_no_value() -> None:
    assert contract_answers(SECOND, {**GOALS, "remark": "  "}, SERVED)[4].value is None


def test_every_problem_is_named_at_once() -> None:
    with pytest.raises(InvalidAnswersError) as caught:
        contract_answers(SECOND, {"goal.a.0": 11, "goal.a.1": 2.5, "goal.b.0": True, "other": 1}, SERVED)
    keys = [problem.key for problem in caught.value.problems]
    assert keys == ["goal.a.0", "goal.a.1", "goal.b.0", "goal.b.1", "other"]


def test_problem_with_a_preference_names_no_episode() -> None:
    with pytest.raises(InvalidAnswersError) as caught:
        contract_answers(FIRST, {"naturalness": SERVED[0]}, SERVED)
    assert str(caught.value) == "naturalness: Please choose one of the answers shown."


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 10**400])
def test_number_that_cannot_be_kept_is_refused(number: float) -> None:
    with pytest.raises(InvalidAnswersError):
        contract_answers(SECOND, {**GOALS, "goal.a.0": number}, SERVED)
    assert kept_draft(SECOND, {"goal.a.0": number}).answers == {}


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "x" * 4001])
def test_text_that_cannot_be_stored_is_refused(text: str) -> None:
    with pytest.raises(InvalidAnswersError):
        contract_answers(SECOND, {**GOALS, "remark": text}, SERVED)


def test_draft_keeps_known_questions_and_storable_values() -> None:
    draft = kept_draft(SECOND, {"goal.a.0": 3, "goal.a.1": None, "other": 1, "remark": "half a th"})
    assert draft == KeptDraft({"goal.a.0": 3, "remark": "half a th"}, ())


@pytest.mark.parametrize(
    ("remark", "is_kept", "message"),
    [
        ("x" * 4000, True, None),
        ("x" * 4001, True, "This text is too long to be submitted (4001 of 4000 characters)."),
        ("x" * 100_001, False, "This text is too long to be kept (100001 of 100000 characters)."),
        ("a\x00", False, "This text has a character that cannot be kept; delete it, or paste as plain text."),
        (
            "\udc00",
            False,
            "This text has a character that cannot be kept; delete it, or paste as plain text.",
        ),
        ("\U0001f600" * 4000, True, None),
    ],
)
def test_draft_says_what_is_wrong_with_a_text(remark: str, is_kept: bool, message: str | None) -> None:
    draft = kept_draft(SECOND, {"remark": remark})
    assert ("remark" in draft.answers) is is_kept
    assert [problem.message for problem in draft.problems] == ([message] if message else [])


def test_question_about_one_episode_has_its_unit() -> None:
    (question, *_) = questions_of(
        builtin_rubric("naturalness-then-goals").steps[0], ("Ann", "Bo"), n_episodes=1
    )
    assert unit_of(question, SERVED[:1]) == SERVED[0]


@given(st.sampled_from(["a", "b", "tie"]), st.permutations(SERVED))
def test_screen_value_is_the_inverse(side: str, served: list[str]) -> None:
    order = (served[0], served[1])
    (answer,) = contract_answers(FIRST, {"naturalness": side}, order)
    assert screen_value(FIRST[0], answer.value, order) == side
