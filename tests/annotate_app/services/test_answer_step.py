"""Answers: stored once, in revisions, and refused as a whole."""

import threading
from dataclasses import replace

import pytest

from annotate_app.design.views import ItemView
from annotate_app.errors import InvalidAnswersError, NotAllowedError, StaleFormError
from annotate_app.services.rating import reopen, return_to_current, session_view, submitted_items
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import EventRow, RatingRow
from annotate_app.store.ratings import ratings_of_assignment
from sim.schema.rating import Status
from tests.annotate_app.studio import n_rows, new_study, rate_item, shown_item, some_answers, start, submit


def values(place: Workplace, view: ItemView) -> list[tuple[str, int, Status, str | float | None]]:
    with place.database.reading() as session:
        rows = ratings_of_assignment(session, view.assignment)
        return [(row.dimension, row.revision, row.status, row.value) for row in rows]


def test_locked_answer_is_stored_before_the_next_step_is_shown(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    view = shown_item(place, rater)
    assert (view.step, view.n_steps, view.revision, view.earlier) == (0, 2, 0, ())
    submit(place, rater, view, {"naturalness": "b"})
    assert n_rows(place, RatingRow) == 1
    after = shown_item(place, rater)
    assert (after.step, after.assignment) == (1, view.assignment)
    (earlier,) = after.earlier
    assert (earlier.question.key, earlier.answer, earlier.locked) == ("naturalness", "b", True)


def test_double_click_stores_once(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    view = shown_item(place, rater)
    submit(place, rater, view, {"naturalness": "b"})
    submit(place, rater, view, {"naturalness": "b"})
    assert n_rows(place, RatingRow) == 1
    last = shown_item(place, rater)
    submit(place, rater, last, some_answers(last))
    submit(place, rater, last, some_answers(last))
    assert n_rows(place, RatingRow) == 6


def test_simultaneous_double_click_stores_once(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    view = shown_item(place, rater)
    failures: list[Exception] = []

    def click() -> None:
        try:
            submit(place, rater, view, {"naturalness": "a"})
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    clicks = [threading.Thread(target=click) for _ in range(8)]
    for one in clicks:
        one.start()
    for one in clicks:
        one.join()
    assert failures == []
    assert n_rows(place, RatingRow) == 1


def test_locked_answer_cannot_be_changed(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    view = shown_item(place, rater)
    submit(place, rater, view, {"naturalness": "b"})
    with pytest.raises(StaleFormError, match="locked"):
        submit(place, rater, view, {"naturalness": "a"})
    assert n_rows(place, RatingRow) == 1


def test_stale_tab_with_other_answers_is_a_conflict(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    submit(place, rater, shown_item(place, rater), {"naturalness": "b"})
    view = shown_item(place, rater)
    submit(place, rater, view, some_answers(view, score=5))
    with pytest.raises(StaleFormError, match=r"another tab.*Reload"):
        submit(place, rater, view, some_answers(view, score=6))
    assert n_rows(place, RatingRow) == 6


def test_invalid_answers_store_nothing(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    view = shown_item(place, rater)
    events = n_rows(place, EventRow)
    with pytest.raises(InvalidAnswersError) as caught:
        submit(place, rater, view, {"naturalness": "neither"})
    assert [problem.key for problem in caught.value.problems] == ["naturalness"]
    assert (n_rows(place, RatingRow), n_rows(place, EventRow)) == (0, events)


def test_next_step_cannot_be_answered_before_the_first(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    view = shown_item(place, rater)
    goals = {f"goal.{side}.{place_}": 1 for side in "ab" for place_ in (0, 1)}
    for step in (1, 2, -1):
        with pytest.raises(StaleFormError):
            submit(place, rater, replace(view, step=step), goals)
    assert n_rows(place, RatingRow) == 0


def test_item_of_another_rater_is_refused(place: Workplace) -> None:
    first, second = (start(place, link.token) for link in new_study(place).links[:2])
    view = shown_item(place, first)
    for assignment in (view.assignment, "0" * 20):
        with pytest.raises(NotAllowedError):
            submit(place, second, replace(view, assignment=assignment), {"naturalness": "a"})
    assert n_rows(place, RatingRow) == 0


def test_revision_adds_changed_answers_only(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    assignment = rate_item(place, rater, score=5)
    reopen(place, rater, assignment)
    view = shown_item(place, rater)
    assert (view.assignment, view.step, view.revision, view.revising) == (assignment, 1, 1, True)
    assert view.answers == {f"goal.{side}.{n}": 5.0 for side in "ab" for n in (0, 1)}
    submit(place, rater, view, {**view.answers, "goal.a.1": 8, "remark": "Better now"})
    revised = [row for row in values(place, view) if row[1] == 1]
    assert [row[3] for row in revised if row[0] == "goal"] == [8.0]
    assert [row[3] for row in revised if row[0] == "remark"] == ["Better now"]
    assert shown_item(place, rater).assignment != assignment


def test_cleared_optional_answer_becomes_skipped(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    submit(place, rater, shown_item(place, rater), {"naturalness": "tie"})
    view = shown_item(place, rater)
    submit(place, rater, view, {**some_answers(view), "remark": "Hm"})
    reopen(place, rater, view.assignment)
    again = shown_item(place, rater)
    assert again.answers["remark"] == "Hm"
    submit(place, rater, again, {**again.answers, "remark": ""})
    remarks = [row[1:] for row in values(place, view) if row[0] == "remark"]
    assert remarks == [(0, Status.RATED, "Hm"), (1, Status.SKIPPED, None)]


def test_reopened_item_stays_open_until_left(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    assignment = rate_item(place, rater)
    current = shown_item(place, rater)
    reopen(place, rater, assignment)
    assert shown_item(place, rater).assignment == assignment
    return_to_current(place, rater)
    assert shown_item(place, rater) == current
    assert len(submitted_items(place, rater)) == 1


def test_resubmitting_unchanged_answers_adds_no_rows(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    assignment = rate_item(place, rater)
    rows = n_rows(place, RatingRow)
    reopen(place, rater, assignment)
    view = shown_item(place, rater)
    submit(place, rater, view, view.answers)
    submit(place, rater, view, view.answers)
    assert n_rows(place, RatingRow) == rows
    assert shown_item(place, rater).assignment != assignment


def test_revision_of_a_left_item_is_a_conflict(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    assignment = rate_item(place, rater, score=5)
    reopen(place, rater, assignment)
    view = shown_item(place, rater)
    return_to_current(place, rater)
    with pytest.raises(StaleFormError):
        submit(place, rater, view, some_answers(view, score=9))
    assert n_rows(place, RatingRow) == 6


def test_running_item_and_foreign_item_cannot_be_reopened(place: Workplace) -> None:
    first, second = (start(place, link.token) for link in new_study(place).links[:2])
    done = rate_item(place, first)
    with pytest.raises(NotAllowedError, match="submitted"):
        reopen(place, first, shown_item(place, first).assignment)
    with pytest.raises(NotAllowedError):
        reopen(place, second, done)
    assert session_view(place, first) == shown_item(place, first)


def test_preference_that_does_not_lock_can_be_revised(place: Workplace) -> None:
    rater = start(place, new_study(place, protocol="paper").links[0].token)
    view = shown_item(place, rater)
    submit(place, rater, view, {"naturalness": "a", "remark": "ok"})
    (item,) = submitted_items(place, rater)
    assert item.can_revise
    reopen(place, rater, item.assignment)
    again = shown_item(place, rater)
    assert again.answers == {"naturalness": "a", "remark": "ok"}
    submit(place, rater, again, {"naturalness": "b", "remark": "ok"})
    assert [row[3] for row in values(place, view) if row[1] == 1] != []


@pytest.mark.parametrize("seconds", [None, -1.0, float("nan"), float("inf")])
def test_time_that_was_not_measured_stays_empty(place: Workplace, seconds: float | None) -> None:
    rater = start(place, new_study(place).links[0].token)
    submit(place, rater, shown_item(place, rater), {"naturalness": "a"}, seconds=seconds)
    with place.database.reading() as session:
        (row,) = ratings_of_assignment(session, shown_item(place, rater).assignment)
        assert row.seconds is None
