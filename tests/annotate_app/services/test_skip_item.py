"""An item that is skipped goes to somebody else, with a reason, and never comes back to who skipped it."""

import csv
from pathlib import Path

import pytest

from annotate_app.design.views import ClosedView, ItemView
from annotate_app.errors import InvalidAnswersError, NotAllowedError, StaleFormError
from annotate_app.services.rating import (
    SkipReason,
    is_current,
    save_draft,
    session_view,
    skip_item,
    submitted_items,
)
from annotate_app.services.studies import export_study, study_progress
from annotate_app.services.workplace import Workplace
from annotate_app.store.items import item_counts
from annotate_app.store.models import AssignmentRow, DraftRow, EventRow, RatingRow
from tests.annotate_app.studio import (
    OPERATOR,
    n_rows,
    new_study,
    rate_all,
    rate_item,
    shown_item,
    some_answers,
    start,
    submit,
)


def test_skipped_item_is_free_for_others_and_gone_for_its_rater(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=2, raters_per_item=1)
    first, second = (start(place, link.token) for link in study.links)
    skipped = shown_item(place, first)
    skip_item(place, first, assignment=skipped.assignment, reason="broken", remark=" cut off ")
    assert shown_item(place, first).assignment != skipped.assignment
    assert rate_all(place, first) == 1
    assert rate_all(place, second) == 1
    with place.database.reading() as session:
        counts = item_counts(session, study.study_id)
    assert [(count.n_completed, count.n_running) for count in counts] == [(1, 0), (1, 0)]


def test_reason_and_remark_are_exported(place: Workplace, tmp_path: Path) -> None:
    study = new_study(place, n_raters=1)
    rater = start(place, study.links[0].token)
    skip_item(
        place, rater, assignment=shown_item(place, rater).assignment, reason="upsetting", remark="=1+1 no"
    )
    export_study(place, OPERATOR, study.study_id, tmp_path / "bundle")
    with (tmp_path / "bundle" / "assignments.csv").open(encoding="utf-8", newline="") as stream:
        (row,) = [row for row in csv.DictReader(stream) if row["status"] == "skipped"]
    assert (row["skip_reason"], row["skip_remark"]) == ("upsetting", "'=1+1 no")
    with (tmp_path / "bundle" / "events.csv").open(encoding="utf-8", newline="") as stream:
        assert "skipped" in [event["action"] for event in csv.DictReader(stream)]


def test_what_was_submitted_stays_and_what_was_typed_goes(place: Workplace) -> None:
    rater = start(place, new_study(place, n_raters=1).links[0].token)
    view = shown_item(place, rater)
    submit(place, rater, view, some_answers(view))
    view = shown_item(place, rater)
    save_draft(
        place, rater, assignment=view.assignment, step=view.step, revision=0, answers={"remark": "half"}
    )
    stored = n_rows(place, RatingRow)
    skip_item(place, rater, assignment=view.assignment, reason="other")
    assert (n_rows(place, RatingRow), n_rows(place, DraftRow)) == (stored, 0)
    assert submitted_items(place, rater) == ()


def test_skipping_twice_is_one(place: Workplace) -> None:
    rater = start(place, new_study(place, n_raters=1).links[0].token)
    assignment = shown_item(place, rater).assignment
    skip_item(place, rater, assignment=assignment, reason="other")
    shown_item(place, rater)
    events, rows = n_rows(place, EventRow), n_rows(place, AssignmentRow)
    skip_item(place, rater, assignment=assignment, reason="broken")
    assert (n_rows(place, EventRow), n_rows(place, AssignmentRow)) == (events, rows)


def test_submitted_item_is_not_skipped(place: Workplace) -> None:
    rater = start(place, new_study(place, n_raters=1).links[0].token)
    assignment = rate_item(place, rater)
    with pytest.raises(StaleFormError, match="was submitted"):
        skip_item(place, rater, assignment=assignment, reason="other")


def test_answers_to_a_skipped_item_are_not_stored(place: Workplace) -> None:
    rater = start(place, new_study(place, n_raters=1).links[0].token)
    view = shown_item(place, rater)
    skip_item(place, rater, assignment=view.assignment, reason="other")
    with pytest.raises(StaleFormError):
        submit(place, rater, view, some_answers(view))
    assert n_rows(place, RatingRow) == 0


@pytest.mark.parametrize(
    ("reason", "remark", "key"),
    [
        ("", "", "reason"),
        ("bored", "", "reason"),
        ("other", "x" * 2001, "remark"),
        ("other", "\x00", "remark"),
    ],
)
def test_reason_is_asked_for_and_a_remark_has_bounds(
    place: Workplace, reason: str, remark: str, key: str
) -> None:
    rater = start(place, new_study(place, n_raters=1).links[0].token)
    view = shown_item(place, rater)
    with pytest.raises(InvalidAnswersError) as caught:
        skip_item(place, rater, assignment=view.assignment, reason=reason, remark=remark)
    assert [problem.key for problem in caught.value.problems] == [key]
    assert shown_item(place, rater).assignment == view.assignment


def test_item_of_somebody_else_is_not_skipped(place: Workplace) -> None:
    study = new_study(place, n_raters=2)
    first, second = (start(place, link.token) for link in study.links[:2])
    with pytest.raises(NotAllowedError):
        skip_item(place, second, assignment=shown_item(place, first).assignment, reason="other")


def test_whoever_skips_everything_is_told_that_nothing_is_left(place: Workplace) -> None:
    rater = start(place, new_study(place, n_pairs=1, n_raters=1).links[0].token)
    skip_item(place, rater, assignment=shown_item(place, rater).assignment, reason=SkipReason.CANNOT_JUDGE)
    assert session_view(place, rater) == ClosedView(done=0, completion_code=None)


def test_form_is_current_until_something_else_is_stored(place: Workplace) -> None:
    rater = start(place, new_study(place, n_raters=1).links[0].token)
    view = session_view(place, rater)
    assert isinstance(view, ItemView)
    form = {"assignment": view.assignment, "step": view.step, "revision": view.revision}
    assert is_current(place, rater, **form)  # pyright: ignore[reportArgumentType]
    submit(place, rater, view, some_answers(view))
    assert not is_current(place, rater, **form)  # pyright: ignore[reportArgumentType]


def test_researcher_sees_who_skipped_what_and_why(place: Workplace) -> None:
    study = new_study(place, n_pairs=1, n_raters=1)
    rater = start(place, study.links[0].token)
    skip_item(place, rater, assignment=shown_item(place, rater).assignment, reason="broken", remark="empty")
    (skip,) = study_progress(place, OPERATOR, study.study_id).skips
    assert (skip.rater, skip.reason, skip.remark) == (1, SkipReason.BROKEN, "empty")
