"""Items that lie untouched go back to the queue; whoever returns keeps the draft; nothing is thrown away."""

import threading
from datetime import timedelta

import pytest

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import FinishedView, ItemView, WaitingView
from annotate_app.services.rating import save_draft, session_view
from annotate_app.services.studies import CreatedStudy, StudyPlan, create_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.assignments import assignments_of_study
from annotate_app.store.items import ItemCount, item_counts
from annotate_app.store.models import AssignmentRow
from annotate_app.store.states import AssignmentState
from tests.annotate_app.studio import (
    OPERATOR,
    TickingClock,
    episodes,
    rate_all,
    shown_item,
    some_answers,
    start,
    submit,
    upload,
)

LEASE = 30


def study_with_leases(
    place: Workplace, *, n_pairs: int = 1, n_raters: int = 2, per_item: int = 1
) -> CreatedStudy:
    upload(place, episodes(n_pairs))
    plan = StudyPlan(name="L", raters_per_item=per_item, n_raters=n_raters, lease_minutes=LEASE)
    return create_study(place, OPERATOR, plan)


def later(place: Workplace, minutes: float) -> None:
    clock = place.clock
    assert isinstance(clock, TickingClock)
    clock.now += timedelta(minutes=minutes)


def assignments(place: Workplace, study: CreatedStudy) -> dict[str, AssignmentRow]:
    with place.database.reading() as session:
        return {row.rater_id: row for row in assignments_of_study(session, study.study_id)}


def counts(place: Workplace, study: CreatedStudy) -> tuple[ItemCount, ...]:
    with place.database.reading() as session:
        return item_counts(session, study.study_id)


def two_raters(place: Workplace, study: CreatedStudy) -> tuple[RaterPrincipal, RaterPrincipal]:
    first, second = (start(place, link.token) for link in study.links)
    return first, second


def test_item_in_hand_is_not_given_away_before_its_lease_is_over(place: Workplace) -> None:
    study = study_with_leases(place)
    first, second = two_raters(place, study)
    shown_item(place, first)
    later(place, LEASE - 1)
    assert isinstance(session_view(place, second), WaitingView)


def test_untouched_item_goes_to_the_next_rater(place: Workplace) -> None:
    study = study_with_leases(place)
    first, second = two_raters(place, study)
    shown_item(place, first)
    later(place, LEASE + 1)
    shown_item(place, second)
    rows = assignments(place, study)
    assert rows[first.rater_id].state is AssignmentState.RETURNED
    assert rows[second.rater_id].state is AssignmentState.RUNNING
    assert [(one.n_running, one.n_completed) for one in counts(place, study)] == [(1, 0)]


def test_typing_and_answering_put_the_end_of_the_lease_off(place: Workplace) -> None:
    study = study_with_leases(place)
    first, second = two_raters(place, study)
    view = shown_item(place, first)
    later(place, LEASE - 1)
    assert save_draft(place, first, assignment=view.assignment, step=0, revision=0, answers={}) is not None
    later(place, LEASE - 1)
    submit(place, first, view, some_answers(view))
    later(place, LEASE - 1)
    assert isinstance(session_view(place, second), WaitingView)


def test_returning_rater_keeps_draft_and_place_while_it_is_free(place: Workplace) -> None:
    study = study_with_leases(place, n_pairs=2, n_raters=2)
    first, second = two_raters(place, study)
    view = shown_item(place, first)
    save_draft(place, first, assignment=view.assignment, step=0, revision=0, answers={"naturalness": "b"})
    later(place, LEASE + 1)
    other = shown_item(place, second)
    assert assignments(place, study)[first.rater_id].state is AssignmentState.RETURNED
    again = shown_item(place, first)
    assert (again.assignment, again.draft) == (view.assignment, {"naturalness": "b"})
    taken = {row.item_id for row in assignments(place, study).values()}
    expected = AssignmentState.RUNNING if len(taken) == 2 else AssignmentState.RETURNED
    assert assignments(place, study)[first.rater_id].state is expected
    assert other.assignment != view.assignment


def test_late_rating_is_kept_as_surplus_and_takes_no_place(place: Workplace) -> None:
    study = study_with_leases(place)
    first, second = two_raters(place, study)
    submit(place, first, view := shown_item(place, first), some_answers(view))
    later(place, LEASE + 1)
    rate_all(place, second)
    late = shown_item(place, first)
    assert late.step == 1
    submit(place, first, late, some_answers(late))
    rows = assignments(place, study)
    assert {row.rater_id: row.surplus for row in rows.values()} == {
        first.rater_id: True,
        second.rater_id: False,
    }
    assert {row.state for row in rows.values()} == {AssignmentState.COMPLETED}
    assert [(one.n_running, one.n_completed) for one in counts(place, study)] == [(0, 1)]
    assert isinstance(session_view(place, first), FinishedView)


def test_late_rating_takes_a_place_that_is_free_at_last(place: Workplace) -> None:
    study = study_with_leases(place)
    first, second = two_raters(place, study)
    view = shown_item(place, first)
    submit(place, first, view, some_answers(view))
    later(place, LEASE + 1)
    other = shown_item(place, second)
    later(place, LEASE + 1)
    late = shown_item(place, first)
    assert not late.is_returned
    assert shown_item(place, second).is_returned
    submit(place, first, late, some_answers(late))
    submit(place, second, other, some_answers(other))
    rows = assignments(place, study)
    assert not rows[first.rater_id].surplus
    assert rows[second.rater_id].state is AssignmentState.RETURNED
    assert rows[second.rater_id].step == 1


@pytest.mark.parametrize("jump", [timedelta(days=-400), timedelta(days=400)])
def test_clock_that_jumps_loses_nothing(place: Workplace, jump: timedelta) -> None:
    study = study_with_leases(place, per_item=2)
    first, second = two_raters(place, study)
    view = shown_item(place, first)
    assert isinstance(place.clock, TickingClock)
    place.clock.now += jump
    rate_all(place, second)
    submit(place, first, view, some_answers(view))
    rate_all(place, first)
    rows = assignments(place, study)
    assert {row.state for row in rows.values()} == {AssignmentState.COMPLETED}
    (item,) = counts(place, study)
    assert item.n_completed + sum(row.surplus for row in rows.values()) == 2
    assert (item.n_running, abs(item.n_forward - item.n_reverse) <= 1) == (0, True)


def test_submitting_while_the_lease_runs_out_never_exceeds_the_wanted_number(place: Workplace) -> None:
    study = study_with_leases(place, n_pairs=2, n_raters=8, per_item=2)
    raters = [start(place, link.token) for link in study.links]
    views: dict[RaterPrincipal, ItemView] = {}
    for rater in raters:
        if isinstance(view := session_view(place, rater), ItemView):
            submit(place, rater, view, some_answers(view))
            views[rater] = shown_item(place, rater)
    later(place, LEASE + 1)
    late = [
        threading.Thread(target=submit, args=(place, rater, view, some_answers(view)))
        for rater, view in views.items()
    ]
    asking = [
        threading.Thread(target=session_view, args=(place, rater)) for rater in raters if rater not in views
    ]
    for thread in [*late, *asking]:
        thread.start()
    for thread in [*late, *asking]:
        thread.join()
    rows = assignments(place, study)
    assert all(rows[rater.rater_id].state is AssignmentState.COMPLETED for rater in views)
    for one in counts(place, study):
        own = [row for row in rows.values() if row.item_id == one.item_id and not row.surplus]
        assert one.n_completed == sum(row.state is AssignmentState.COMPLETED for row in own)
        assert one.n_running == sum(row.state is AssignmentState.RUNNING for row in own)
        assert one.n_completed + one.n_running <= 2
