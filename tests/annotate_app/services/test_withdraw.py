"""Whoever withdraws leaves what the study says, and nothing that was under way at that moment."""

import csv
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import ClosedView, FinishedView, ItemView
from annotate_app.errors import AppError, NotAllowedError, StaleFormError, UnknownInvitationError
from annotate_app.services.rating import (
    open_invitation,
    rater_of_cookie,
    reopen,
    save_draft,
    session_view,
    withdraw,
    withdrawal_view,
)
from annotate_app.services.studies import (
    CreatedStudy,
    StudyPlan,
    Withdrawal,
    close_study,
    create_study,
    export_study,
)
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.events import events_of_study
from annotate_app.store.items import item_counts
from annotate_app.store.models import AssignmentRow, DraftRow, EventRow, RatingRow
from annotate_app.store.raters import rater_of
from annotate_app.store.states import AssignmentState, RaterState
from sim.schema.study import read_study_toml
from tests.annotate_app.studio import (
    OPERATOR,
    episodes,
    join,
    n_rows,
    rate_all,
    rate_item,
    shown_item,
    some_answers,
    start,
    submit,
    upload,
)

RATINGS_PER_ITEM = 6


def a_study(
    place: Workplace, withdrawal: Withdrawal, *, n_pairs: int = 2, n_raters: int = 2, per_item: int = 1
) -> CreatedStudy:
    upload(place, episodes(n_pairs))
    plan = StudyPlan(
        name="W",
        raters_per_item=per_item,
        n_raters=n_raters,
        seed=11,
        withdrawal=withdrawal,
        lease_minutes=30,
    )
    return create_study(place, OPERATOR, plan)


def assert_counted(place: Workplace, study: CreatedStudy) -> None:
    """Count every item's places anew, and compare."""
    with place.database.reading() as session:
        rows = [row for row in assignments_of_study(session, study.study_id) if not row.surplus]
        for item in item_counts(session, study.study_id):
            own = [row for row in rows if row.item_id == item.item_id]
            taken = [row for row in own if row.state is not AssignmentState.RETURNED]
            assert item.n_running == sum(row.state is AssignmentState.RUNNING for row in own)
            assert item.n_completed == sum(row.state is AssignmentState.COMPLETED for row in own)
            assert item.n_forward == sum(row.served_first == item.episode_1 for row in taken)


def draft(place: Workplace, rater: RaterPrincipal, view: ItemView) -> None:
    save_draft(
        place,
        rater,
        assignment=view.assignment,
        step=view.step,
        revision=view.revision,
        answers={"naturalness": "a"},
    )


def test_kept_ratings_stay_and_the_item_in_hand_goes_to_somebody_else(place: Workplace) -> None:
    study = a_study(place, Withdrawal.KEEP)
    first, second = (start(place, link.token) for link in study.links)
    rate_item(place, first)
    view = shown_item(place, first)
    draft(place, first, view)
    assert withdrawal_view(place, first).keeps_ratings
    done = withdraw(place, first)
    assert (done.keeps_ratings, done.done, done.completion_code) == (True, 1, None)
    assert n_rows(place, RatingRow) == RATINGS_PER_ITEM
    assert n_rows(place, DraftRow) == 0
    assert_counted(place, study)
    assert rate_all(place, second) == 1
    assert_counted(place, study)


def test_deleted_ratings_are_gone_and_their_places_are_rated_by_others(place: Workplace) -> None:
    study = a_study(place, Withdrawal.DELETE)
    first, second = (start(place, link.token) for link in study.links)
    rate_item(place, first)
    submit(place, first, view := shown_item(place, first), some_answers(view))
    draft(place, first, shown_item(place, first))
    assert not withdrawal_view(place, first).keeps_ratings
    done = withdraw(place, first)
    assert (done.keeps_ratings, done.done) == (False, 1)
    assert [n_rows(place, table) for table in (RatingRow, DraftRow, AssignmentRow)] == [0, 0, 0]
    assert_counted(place, study)
    assert rate_all(place, second) == 2
    assert n_rows(place, RatingRow) == 2 * RATINGS_PER_ITEM
    assert_counted(place, study)


def test_withdrawing_is_on_record_without_what_was_rated(place: Workplace) -> None:
    study = a_study(place, Withdrawal.DELETE)
    rater = start(place, study.links[0].token)
    rate_item(place, rater)
    withdraw(place, rater)
    with place.database.reading() as session:
        last = events_of_study(session, study.study_id)[-1]
    assert (last.actor_id, last.action, last.detail) == (rater.rater_id, "withdrew", {"ratings": "deleted"})


@pytest.mark.parametrize("withdrawal", Withdrawal)
def test_after_withdrawing_cookie_link_and_open_pages_do_nothing(
    place: Workplace, withdrawal: Withdrawal
) -> None:
    study = a_study(place, withdrawal)
    token = study.links[0].token
    secret, rater = open_invitation(place, token), start(place, token)
    view = shown_item(place, rater)
    withdraw(place, rater)
    before = n_rows(place, EventRow)
    assert rater_of_cookie(place, secret) is None
    with pytest.raises(UnknownInvitationError, match="You withdrew"):
        open_invitation(place, token)
    actions: list[Callable[[], object]] = [
        lambda: session_view(place, rater),
        lambda: submit(place, rater, view, some_answers(view)),
        lambda: draft(place, rater, view),
        lambda: reopen(place, rater, view.assignment),
        lambda: withdraw(place, rater),
        lambda: withdrawal_view(place, rater),
    ]
    for action in actions:
        with pytest.raises(NotAllowedError):
            action()
    assert [n_rows(place, table) for table in (RatingRow, DraftRow)] == [0, 0]
    assert n_rows(place, EventRow) == before


def test_nobody_withdraws_without_consent_or_from_another_study(sqlite_place: Workplace) -> None:
    study = a_study(sqlite_place, Withdrawal.DELETE)
    rater = join(sqlite_place, study.links[0].token)
    for principal in (rater, RaterPrincipal(rater.rater_id, "another"), RaterPrincipal("r", study.study_id)):
        with pytest.raises(NotAllowedError):
            withdraw(sqlite_place, principal)
        with pytest.raises(NotAllowedError):
            withdrawal_view(sqlite_place, principal)
    with sqlite_place.database.reading() as session:
        found = rater_of(session, rater.rater_id)
        assert found is not None
        assert found.state is RaterState.INVITED


def test_finished_rater_withdraws_and_keeps_the_code(place: Workplace) -> None:
    study = a_study(place, Withdrawal.DELETE)
    rater = start(place, study.links[0].token)
    rate_all(place, rater)
    view = session_view(place, rater)
    assert isinstance(view, FinishedView)
    done = withdraw(place, rater)
    assert (done.completion_code, done.done) == (view.completion_code, 2)
    assert n_rows(place, RatingRow) == 0
    assert_counted(place, study)


def test_reopened_item_is_left_as_it_was_submitted(place: Workplace) -> None:
    study = a_study(place, Withdrawal.KEEP)
    rater = start(place, study.links[0].token)
    reopen(place, rater, rate_item(place, rater))
    withdraw(place, rater)
    with place.database.reading() as session:
        rows = assignments_of_study(session, study.study_id)
    assert [(row.state, row.reopened_step) for row in rows] == [(AssignmentState.COMPLETED, None)]
    assert_counted(place, study)


def test_withdrawing_from_a_closed_study_deletes_too(place: Workplace) -> None:
    study = a_study(place, Withdrawal.DELETE)
    rater = start(place, study.links[0].token)
    rate_item(place, rater)
    close_study(place, OPERATOR, study.study_id)
    assert isinstance(session_view(place, rater), ClosedView)
    withdraw(place, rater)
    assert [n_rows(place, table) for table in (RatingRow, AssignmentRow)] == [0, 0]
    assert_counted(place, study)


def test_deleting_study_exports_only_that_somebody_withdrew(sqlite_place: Workplace, tmp_path: Path) -> None:
    study = a_study(sqlite_place, Withdrawal.DELETE, per_item=2)
    first, second = (start(sqlite_place, link.token) for link in study.links)
    rate_all(sqlite_place, first)
    rate_all(sqlite_place, second)
    withdraw(sqlite_place, first)
    export_study(sqlite_place, OPERATOR, study.study_id, tmp_path / "bundle")
    naming = {
        path.name: [line for line in path.read_text("utf-8").splitlines() if first.rater_id in line]
        for path in (tmp_path / "bundle").iterdir()
    }
    assert {name: len(lines) for name, lines in naming.items() if lines} == {"raters.csv": 1, "events.csv": 1}
    with (tmp_path / "bundle" / "raters.csv").open(encoding="utf-8", newline="") as stream:
        (row,) = [row for row in csv.DictReader(stream) if row["rater_id"] == first.rater_id]
    assert (row["status"], row["consented_at"], row["n_submitted"]) == ("withdrawn", "", "0")
    document = read_study_toml((tmp_path / "bundle" / "study.toml").read_text("utf-8"))
    assert document.withdrawal == "delete"


@pytest.mark.parametrize("withdrawal", Withdrawal)
def test_submission_in_another_tab_at_that_moment_leaves_nothing_half_done(
    place: Workplace, withdrawal: Withdrawal
) -> None:
    study = a_study(place, withdrawal, n_pairs=3, n_raters=8, per_item=4)
    raters = [start(place, link.token) for link in study.links]
    views: dict[RaterPrincipal, ItemView] = {}
    for rater in raters:
        submit(place, rater, view := shown_item(place, rater), some_answers(view))
        views[rater] = shown_item(place, rater)
    n_before = n_rows(place, RatingRow) // len(raters)
    stored = at_once(place, views)
    n_after = RATINGS_PER_ITEM - n_before
    expected = 0 if withdrawal is Withdrawal.DELETE else len(raters) * n_before + len(stored) * n_after
    assert n_rows(place, RatingRow) == expected
    assert n_rows(place, DraftRow) == 0
    assert n_rows(place, AssignmentRow) == (0 if withdrawal is Withdrawal.DELETE else len(raters))
    assert_counted(place, study)


def at_once(place: Workplace, views: dict[RaterPrincipal, ItemView]) -> set[str]:
    """Let every rater submit, type, look and withdraw in four tabs; whose last step was stored."""
    barrier = threading.Barrier(4 * len(views))
    stored: set[str] = set()
    failures: list[BaseException] = []

    def act(rater: RaterPrincipal, action: Callable[[], object], note: Callable[[str], object]) -> None:
        barrier.wait()
        try:
            action()
            note(rater.rater_id)
        except (NotAllowedError, StaleFormError):
            return
        except (AppError, AssertionError) as error:
            failures.append(error)

    def tabs(rater: RaterPrincipal, view: ItemView) -> list[threading.Thread]:
        actions: list[tuple[Callable[[], object], Callable[[str], object]]] = [
            (lambda: submit(place, rater, view, some_answers(view)), stored.add),
            (lambda: draft(place, rater, view), str),
            (lambda: session_view(place, rater), str),
            (lambda: withdraw(place, rater), str),
        ]
        return [threading.Thread(target=act, args=(rater, *one)) for one in actions]

    threads = [thread for rater, view in views.items() for thread in tabs(rater, view)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    return stored
