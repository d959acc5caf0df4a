"""What the rating page does with what the component sends, and what it shows."""

from dataclasses import replace

import pytest

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ItemView
from annotate_app.language import translation_of
from annotate_app.services.rating import session_view, submitted_items
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import RatingRow
from annotate_app.ui.components.rating_item import Notice, item_data, item_key
from annotate_app.ui.views.rating import open_item, submit_step, unread_step
from tests.annotate_app.studio import n_rows, rate_item, shown_item, some_answers, start
from tests.annotate_app.ui.sample_study import HOSTILE, MARKED, make_study

SPOKEN = translation_of("en")


@pytest.fixture
def rater(place: Workplace) -> RaterPrincipal:
    return start(place, make_study(place, n_pairs=2).links[0].token)


def sent(view: ItemView, answers: dict[str, object]) -> dict[str, object]:
    return {
        "ref": view.assignment,
        "step": view.step,
        "revision": view.revision,
        "answers": answers,
        "seconds": 3.2,
        "attempt": "x",
    }


def test_a_sent_step_is_stored_and_the_next_step_shown(place: Workplace, rater: RaterPrincipal) -> None:
    view = shown_item(place, rater)
    assert submit_step(place, rater, sent(view, {"naturalness": "a"})) is None
    following = shown_item(place, rater)
    assert (following.step, following.assignment) == (1, view.assignment)
    assert item_key(following) != item_key(view)


def test_the_same_message_twice_is_stored_once(place: Workplace, rater: RaterPrincipal) -> None:
    view = shown_item(place, rater)
    message = sent(view, {"naturalness": "b"})
    assert submit_step(place, rater, message) is None
    assert submit_step(place, rater, message) is None
    assert n_rows(place, RatingRow) == 1


def test_a_form_that_left_the_page_unanswered_is_said_not_dropped(
    place: Workplace, rater: RaterPrincipal
) -> None:
    view = shown_item(place, rater)
    notice = unread_step(place, rater, view)
    assert notice is not None
    assert "could not be read" in notice.text
    submit_step(place, rater, sent(view, {"naturalness": "b"}))
    assert unread_step(place, rater, view) is None


def test_a_form_of_somebody_else_is_refused_even_unread(place: Workplace, rater: RaterPrincipal) -> None:
    view = replace(shown_item(place, rater), assignment="another")
    notice = unread_step(place, rater, view)
    assert notice is not None
    assert notice.kind == "problem"


def test_problems_are_named_by_question_and_answers_stay(place: Workplace, rater: RaterPrincipal) -> None:
    submit_step(place, rater, sent(shown_item(place, rater), {"naturalness": "a"}))
    view = shown_item(place, rater)
    notice = submit_step(place, rater, sent(view, {"goal.a.0": 7, "goal.a.1": 99, "goal.b.0": None}))
    assert notice is not None
    assert {"goal.a.1", "goal.b.0", "goal.b.1"} <= set(notice.problems)
    data = item_data(view, (), notice, SPOKEN)
    assert data["draft"]["answers"]["goal.a.0"] == 7
    assert {problem["id"] for problem in data["problems"]} == set(notice.problems)


def test_a_stale_form_is_a_conflict_and_changes_nothing(place: Workplace, rater: RaterPrincipal) -> None:
    view = shown_item(place, rater)
    submit_step(place, rater, sent(view, {"naturalness": "a"}))
    notice = submit_step(place, rater, sent(view, {"naturalness": "b"}))
    assert notice is not None
    assert notice.kind == "problem"
    assert notice.answers is None
    assert n_rows(place, RatingRow) == 1


@pytest.mark.parametrize(
    "message",
    [None, "text", {}, {"ref": "x", "step": -1, "revision": 0, "answers": {}}, {"ref": "x", "answers": []}],
)
def test_an_unreadable_message_is_refused(place: Workplace, rater: RaterPrincipal, message: object) -> None:
    notice = submit_step(place, rater, message)
    assert notice is not None
    assert "Reload" in notice.text
    assert n_rows(place, RatingRow) == 0


def test_an_earlier_item_is_reopened_and_left_again(place: Workplace, rater: RaterPrincipal) -> None:
    first = rate_item(place, rater)
    current = shown_item(place, rater)
    assert open_item(place, rater, {"ref": first}) is None
    reopened = shown_item(place, rater)
    assert (reopened.assignment, reopened.revising) == (first, True)
    assert open_item(place, rater, {"ref": None}) is None
    assert session_view(place, rater) == current


def test_opening_somebody_elses_item_is_refused(place: Workplace, rater: RaterPrincipal) -> None:
    notice = open_item(place, rater, {"ref": "nobody"})
    assert isinstance(notice, Notice)
    assert open_item(place, rater, {"ref": 5}) is not None


def test_dialogue_lines_are_passed_on_unchanged(place: Workplace, rater: RaterPrincipal) -> None:
    for _ in range(2):
        view = shown_item(place, rater)
        if "(0)" in view.item.a[0].text:
            break
        rate_item(place, rater)
    data = item_data(shown_item(place, rater), (), None, SPOKEN)
    shown = [turn["text"] for turn in data["dialogues"][0]["turns"]]
    assert [line for line in (*HOSTILE, MARKED[1]) if line not in shown] == []


def test_leaving_and_silence_look_the_same_in_both_dialogues(place: Workplace, rater: RaterPrincipal) -> None:
    data = item_data(shown_item(place, rater), (), None, SPOKEN)
    ends = [[turn["form"] for turn in dialogue["turns"][-2:]] for dialogue in data["dialogues"]]
    assert ends == [["stage", "stage"], ["stage", "stage"]]


def test_what_is_locked_is_shown_in_words(place: Workplace, rater: RaterPrincipal) -> None:
    submit_step(place, rater, sent(shown_item(place, rater), {"naturalness": "tie"}))
    data = item_data(shown_item(place, rater), (), None, SPOKEN)
    assert [answer["answer"] for answer in data["locked"]] == ["No difference"]
    assert data["words"]["submit"] == "Submit"


def test_a_step_that_locks_says_so(place: Workplace, rater: RaterPrincipal) -> None:
    view = shown_item(place, rater)
    assert some_answers(view) == {"naturalness": "a"}
    assert item_data(view, (), None, SPOKEN)["words"]["submit"] == "Lock answer and continue"


def test_earlier_items_are_listed(place: Workplace, rater: RaterPrincipal) -> None:
    rate_item(place, rater)
    data = item_data(shown_item(place, rater), submitted_items(place, rater), None, SPOKEN)
    assert [(item["label"], item["current"]) for item in data["earlier"]] == [("Item 1", False)]
