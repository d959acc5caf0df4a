"""Links that expire, are revoked and replaced: each says what happened, and nothing rated is lost."""

import threading
from datetime import timedelta

import pytest

from annotate_app.design.principal import RaterPrincipal
from annotate_app.errors import AppError, NotAllowedError, NotFoundError, StudyError, UnknownInvitationError
from annotate_app.services.rating import (
    open_invitation,
    rater_of_cookie,
    save_draft,
    session_view,
    why_ended,
    withdraw,
)
from annotate_app.services.recruitment import Platform, RecruitmentPlan, enter_study, open_recruitment
from annotate_app.services.running import LinkState, new_link, rater_times, revoke_rater
from annotate_app.services.studies import CreatedStudy, add_raters, study_progress
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import AssignmentRow, EventRow, RaterRow, RatingRow
from tests.annotate_app.studio import (
    OPERATOR,
    START,
    STRANGER,
    TickingClock,
    join,
    n_rows,
    new_study,
    rate_all,
    rate_item,
    shown_item,
    some_answers,
    start,
    submit,
)


def revoke(place: Workplace, study: CreatedStudy, number: int = 1) -> None:
    revoke_rater(place, OPERATOR, study.study_id, number)


def link_states(place: Workplace, study: CreatedStudy) -> list[LinkState]:
    return [one.link for one in rater_times(place, OPERATOR, study.study_id)]


def begun(place: Workplace) -> tuple[CreatedStudy, RaterPrincipal]:
    study = new_study(place, n_pairs=2, n_raters=2, raters_per_item=1)
    rater = start(place, study.links[0].token)
    rate_item(place, rater)
    return study, rater


def test_revoked_rater_is_shut_out_and_told_so(place: Workplace) -> None:
    study, rater = begun(place)
    cookie = open_invitation(place, study.links[0].token)
    view = shown_item(place, rater)
    ratings = n_rows(place, RatingRow)
    revoke(place, study)
    assert rater_of_cookie(place, cookie) is None
    assert "ended your access" in (why_ended(place, cookie) or "")
    with pytest.raises(UnknownInvitationError, match="ask whoever invited you"):
        open_invitation(place, study.links[0].token)
    for act in (
        lambda: submit(place, rater, view, some_answers(view)),
        lambda: session_view(place, rater),
        lambda: save_draft(place, rater, assignment=view.assignment, step=0, revision=0, answers={}),
    ):
        with pytest.raises(NotAllowedError, match="ended your access"):
            act()
    assert n_rows(place, RatingRow) == ratings
    assert link_states(place, study) == [LinkState.REVOKED, LinkState.OPEN]


def test_item_in_hand_of_a_revoked_rater_goes_to_another(place: Workplace) -> None:
    study, rater = begun(place)
    shown_item(place, rater)
    other = start(place, study.links[1].token)
    assert rate_all(place, other) == 0
    revoke(place, study)
    events = n_rows(place, EventRow)
    revoke(place, study)
    assert n_rows(place, EventRow) == events
    assert rate_all(place, other) == 1
    progress = study_progress(place, OPERATOR, study.study_id)
    assert [(one.n_completed, one.n_running) for one in progress.items] == [(1, 0)] * 2
    assert n_rows(place, AssignmentRow) == 3


def test_new_link_keeps_the_place_and_the_draft(place: Workplace) -> None:
    study, rater = begun(place)
    view = shown_item(place, rater)
    save_draft(place, rater, assignment=view.assignment, step=0, revision=0, answers={"naturalness": "b"})
    cookie = open_invitation(place, study.links[0].token)
    revoke(place, study)
    link = new_link(place, OPERATOR, study.study_id, 1)
    assert join(place, link.token) == rater
    again = shown_item(place, rater)
    assert (again.assignment, again.draft) == (view.assignment, {"naturalness": "b"})
    assert "replaced by a newer one" in (why_ended(place, cookie) or "")
    with pytest.raises(UnknownInvitationError, match="replaced by a newer one"):
        open_invitation(place, study.links[0].token)
    assert link_states(place, study) == [LinkState.OPEN] * 2
    assert n_rows(place, RaterRow) == 2


def test_expired_and_unknown_links_say_so(place: Workplace) -> None:
    study = new_study(place)
    (link,) = add_raters(
        place, OPERATOR, study.study_id, n_raters=1, expires_at=START + timedelta(minutes=30)
    )
    cookie = open_invitation(place, link.token)
    assert isinstance(place.clock, TickingClock)
    place.clock.now += timedelta(hours=1)
    with pytest.raises(UnknownInvitationError, match="has expired"):
        open_invitation(place, link.token)
    assert rater_of_cookie(place, cookie) is not None
    assert link_states(place, study)[-1] is LinkState.EXPIRED
    with pytest.raises(UnknownInvitationError, match="not known here"):
        open_invitation(place, "guess")
    assert why_ended(place, "guess") is None


def test_link_that_would_be_over_is_not_made(place: Workplace) -> None:
    study = new_study(place, n_raters=1)
    with pytest.raises(StudyError) as caught:
        add_raters(place, OPERATOR, study.study_id, n_raters=0, expires_at=START)
    assert len(caught.value.problems) == 2
    with pytest.raises(StudyError, match="expected a time to come"):
        new_link(place, OPERATOR, study.study_id, 1, expires_at=START)
    assert n_rows(place, RaterRow) == 1
    join(place, study.links[0].token)


def test_platform_rater_who_is_revoked_does_not_come_in_by_the_address(place: Workplace) -> None:
    study = new_study(place, n_raters=0)
    plan = RecruitmentPlan(Platform.PROLIFIC, completed_code="C")
    path = open_recruitment(place, OPERATOR, study.study_id, plan)
    token = path.removeprefix("/enter/").partition("?")[0]
    enter_study(place, token, {"PROLIFIC_PID": "one"})
    assert link_states(place, study) == [LinkState.PLATFORM]
    revoke(place, study)
    with pytest.raises(UnknownInvitationError, match="ended your access"):
        enter_study(place, token, {"PROLIFIC_PID": "one"})
    new_link(place, OPERATOR, study.study_id, 1)
    enter_study(place, token, {"PROLIFIC_PID": "one"})
    assert n_rows(place, RaterRow) == 1


def test_nobody_comes_back_who_withdrew_and_nobody_else_may_decide(place: Workplace) -> None:
    study, rater = begun(place)
    withdraw(place, rater)
    with pytest.raises(StudyError, match="no way back"):
        new_link(place, OPERATOR, study.study_id, 1)
    with pytest.raises(NotFoundError, match="no rater 9"):
        revoke(place, study, 9)
    for act in (
        lambda: revoke_rater(place, STRANGER, study.study_id, 2),
        lambda: new_link(place, STRANGER, study.study_id, 2),
        lambda: rater_times(place, STRANGER, study.study_id),
    ):
        with pytest.raises(AppError, match="administrators"):
            act()


def test_revoking_while_the_rater_works_leaves_exact_counts(place: Workplace) -> None:
    study = new_study(place, n_pairs=4, n_raters=6, raters_per_item=3)
    raters = [start(place, link.token) for link in study.links]

    def rate(rater: RaterPrincipal) -> None:
        try:
            rate_all(place, rater)
        except NotAllowedError:
            return

    threads = [threading.Thread(target=rate, args=(rater,)) for rater in raters]
    threads[3:3] = [threading.Thread(target=revoke, args=(place, study, number)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for rater in raters[2:]:
        rate_all(place, rater)
    progress = study_progress(place, OPERATOR, study.study_id)
    assert all((one.n_completed, one.n_running) == (3, 0) for one in progress.items)
    assert progress.worst_imbalance <= 1
