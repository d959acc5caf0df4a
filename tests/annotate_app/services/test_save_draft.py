"""Drafts: kept, shown again, and never in the way."""

import pytest
from sqlalchemy import update

from annotate_app.errors import NotAllowedError
from annotate_app.services.rating import reopen, save_draft
from annotate_app.services.rating.save_draft import SavedDraft
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import DraftRow
from tests.annotate_app.studio import n_rows, new_study, rate_item, shown_item, start, submit


def test_draft_is_shown_again_and_gone_once_submitted(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    view = shown_item(place, rater)
    for side in "ab":
        draft = {"naturalness": side}
        saved = save_draft(place, rater, assignment=view.assignment, step=0, revision=0, answers=draft)
        assert saved == SavedDraft(problems=())
    assert shown_item(place, rater).draft == {"naturalness": "b"}
    submit(place, rater, view, {"naturalness": "b"})
    assert shown_item(place, rater).draft == {}
    assert n_rows(place, DraftRow) == 0


def test_draft_may_be_unfinished(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    submit(place, rater, shown_item(place, rater), {"naturalness": "b"})
    view = shown_item(place, rater)
    assert save_draft(
        place,
        rater,
        assignment=view.assignment,
        step=1,
        revision=0,
        answers={"goal.a.0": 3, "remark": "Half a", "else": 1},
        seconds=7.5,
    )
    assert shown_item(place, rater).seconds == 7.5
    assert shown_item(place, rater).draft == {"goal.a.0": 3, "remark": "Half a"}


@pytest.mark.parametrize(("step", "revision"), [(1, 0), (0, 1), (5, 0), (-1, 0)])
def test_draft_of_another_form_is_not_kept(place: Workplace, step: int, revision: int) -> None:
    rater = start(place, new_study(place).links[0].token)
    view = shown_item(place, rater)
    answers = {"naturalness": "a"}
    saved = save_draft(
        place, rater, assignment=view.assignment, step=step, revision=revision, answers=answers
    )
    assert saved is None
    assert n_rows(place, DraftRow) == 0


def test_draft_for_another_raters_item_is_refused(place: Workplace) -> None:
    first, second = (start(place, link.token) for link in new_study(place).links[:2])
    view = shown_item(place, first)
    with pytest.raises(NotAllowedError):
        save_draft(place, second, assignment=view.assignment, step=0, revision=0, answers={})
    assert n_rows(place, DraftRow) == 0


def test_draft_of_an_older_revision_is_not_shown(place: Workplace) -> None:
    rater = start(place, new_study(place).links[0].token)
    assignment = rate_item(place, rater)
    reopen(place, rater, assignment)
    view = shown_item(place, rater)
    draft = {"remark": "Old"}
    assert save_draft(place, rater, assignment=assignment, step=1, revision=1, answers=draft)
    with place.database.writing() as session:
        session.execute(update(DraftRow).values(revision=0))
    assert shown_item(place, rater) == view


@pytest.mark.parametrize(
    ("remark", "is_kept"), [("x" * 4001, True), ("x" * 100_001, False), ("a\ud800", False)]
)
def test_problems_with_a_remark_are_told_and_the_rest_is_kept(
    sqlite_place: Workplace, remark: str, is_kept: bool
) -> None:
    place = sqlite_place
    rater = start(place, new_study(place).links[0].token)
    submit(place, rater, shown_item(place, rater), {"naturalness": "b"})
    view = shown_item(place, rater)
    answers = {"goal.a.0": 3, "remark": remark}
    saved = save_draft(place, rater, assignment=view.assignment, step=1, revision=0, answers=answers)
    assert saved is not None
    assert [problem.key for problem in saved.problems] == ["remark"]
    assert shown_item(place, rater).draft == (
        {"goal.a.0": 3, "remark": remark} if is_kept else {"goal.a.0": 3}
    )
