"""Studies: made from a batch with everything checked, watched, closed."""

import pytest

from annotate_app.design.principal import AdminPrincipal
from annotate_app.design.views import ClosedView, FinishedView, ItemView, WaitingView
from annotate_app.errors import NotAllowedError, NotFoundError, StudyError
from annotate_app.services.rating import reopen, session_view
from annotate_app.services.studies import (
    RaterState,
    StudyPlan,
    add_raters,
    close_study,
    create_study,
    find_study,
    list_studies,
    study_progress,
)
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import AssignmentRow, InvitationRow, ItemRow, RaterRow, RatingRow, StudyRow
from sim.schema.base import Mode
from sim.schema.study import Contrast
from tests.annotate_app.studio import (
    OPERATOR,
    STRANGER,
    episodes,
    join,
    n_rows,
    new_study,
    rate_all,
    rate_item,
    shown_item,
    start,
    upload,
)


def test_study_has_an_item_per_complete_pair(place: Workplace) -> None:
    upload(place, episodes(3)[:5])
    study = create_study(place, OPERATOR, StudyPlan(name="S", n_raters=2))
    assert (study.n_items, len(study.links)) == (2, 2)
    assert (n_rows(place, ItemRow), n_rows(place, RaterRow), n_rows(place, InvitationRow)) == (2, 2, 2)
    assert study.links[0].path == f"/join/{study.links[0].token}"


def test_everything_wrong_with_a_plan_is_named_at_once(place: Workplace) -> None:
    plan = StudyPlan(
        name=" ",
        batch_id="none",
        protocol="else",
        raters_per_item=0,
        n_raters=-1,
        items_per_rater=0,
        seed=-1,
    )
    upload(place, episodes(1))
    with pytest.raises(StudyError) as caught:
        create_study(place, OPERATOR, plan)
    assert len(caught.value.problems) == 7
    assert (n_rows(place, StudyRow), n_rows(place, RaterRow)) == (0, 0)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (StudyPlan(name="S"), "say which two"),
        (StudyPlan(name="S", contrast=Contrast(first="third", second="none")), "no condition 'none'"),
        (StudyPlan(name="S", contrast=Contrast(first="third", second="SCRIPT:golden-model")), "No pair"),
    ],
)
def test_conditions_must_be_clear(place: Workplace, plan: StudyPlan, words: str) -> None:
    rows = episodes(2)
    rows[3] = rows[3].model_copy(update={"condition": "third"})
    upload(place, rows[:2] + rows[3:])
    with pytest.raises(StudyError, match=words):
        create_study(place, OPERATOR, plan)
    assert n_rows(place, StudyRow) == 0


def test_one_condition_alone_is_nothing_to_compare(place: Workplace) -> None:
    upload(place, episodes(2)[::2])
    with pytest.raises(StudyError, match="one condition only"):
        create_study(place, OPERATOR, StudyPlan(name="S"))
    assert n_rows(place, StudyRow) == 0


def test_goals_are_not_asked_for_where_there_are_none(place: Workplace) -> None:
    people = {"scenario": None, "speakers": ("Ann", "Bo"), "mode": Mode.HUMAN, "outcome": None}
    upload(place, [episode.model_copy(update=people) for episode in episodes(1)])
    with pytest.raises(StudyError, match="no scenario and so no goals"):
        create_study(place, OPERATOR, StudyPlan(name="S"))
    create_study(place, OPERATOR, StudyPlan(name="S", protocol="naturalness-pair"))
    assert n_rows(place, StudyRow) == 1


def test_study_without_upload_is_refused(place: Workplace) -> None:
    with pytest.raises(StudyError, match="Upload an episodes file first"):
        create_study(place, OPERATOR, StudyPlan(name="S"))


def test_name_is_taken_once(place: Workplace) -> None:
    new_study(place)
    with pytest.raises(StudyError, match="already"):
        create_study(place, OPERATOR, StudyPlan(name="A study"))
    with pytest.raises(StudyError, match="has 201 characters, expected at most 200"):
        create_study(place, OPERATOR, StudyPlan(name="A" * 201))
    with pytest.raises(StudyError, match="NUL"):
        create_study(place, OPERATOR, StudyPlan(name="A\x00"))
    assert n_rows(place, StudyRow) == 1


def test_text_that_cannot_be_stored_is_refused(place: Workplace) -> None:
    upload(place, episodes(1))
    with pytest.raises(StudyError, match="the consent text, text: found"):
        create_study(place, OPERATOR, StudyPlan(name="S", consent_text="a\x00"))


def test_study_is_found_by_id_and_name(place: Workplace) -> None:
    study_id = new_study(place).study_id
    assert find_study(place, OPERATOR, study_id) == find_study(place, OPERATOR, "A study")
    with pytest.raises(NotFoundError, match="'A study'"):
        find_study(place, OPERATOR, "another")
    with pytest.raises(NotFoundError):
        study_progress(place, OPERATOR, "another")


def test_progress_counts_items_raters_and_orders(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=3, raters_per_item=3)
    first, second = (start(place, link.token) for link in study.links[:2])
    rate_all(place, first)
    rate_item(place, second)
    shown_item(place, second)
    progress = study_progress(place, OPERATOR, study.study_id)
    assert (progress.summary.n_completed, progress.summary.n_wanted) == (3, 6)
    assert sum(item.n_completed for item in progress.items) == 3
    assert sum(item.n_running for item in progress.items) == 1
    assert progress.worst_imbalance == 0
    assert [rater.state for rater in progress.raters] == [
        RaterState.FINISHED,
        RaterState.ACTIVE,
        RaterState.INVITED,
    ]
    assert [rater.last_at is None for rater in progress.raters] == [False, False, True]


def test_raters_are_added_to_an_open_study_only(place: Workplace) -> None:
    study = new_study(place, n_raters=1)
    (link,) = add_raters(place, OPERATOR, study.study_id, n_raters=1)
    assert link.number == 2
    join(place, link.token)
    close_study(place, OPERATOR, study.study_id)
    with pytest.raises(StudyError, match="closed"):
        add_raters(place, OPERATOR, study.study_id, n_raters=1)
    with pytest.raises(StudyError, match="From 1 to"):
        add_raters(place, OPERATOR, study.study_id, n_raters=0)
    assert n_rows(place, RaterRow) == 2


def test_closed_study_lets_a_begun_item_be_finished(place: Workplace) -> None:
    study = new_study(place, n_pairs=3)
    rater = start(place, study.links[0].token)
    done = rate_item(place, rater)
    shown_item(place, rater)
    close_study(place, OPERATOR, study.study_id)
    close_study(place, OPERATOR, study.study_id)
    rate_item(place, rater)
    view = session_view(place, rater)
    assert isinstance(view, ClosedView)
    assert (view.done, len(view.completion_code or "")) == (2, 8)
    assert session_view(place, rater) == view
    with pytest.raises(NotAllowedError, match="closed"):
        reopen(place, rater, done)
    assert n_rows(place, RatingRow) == 12


def test_closed_study_asks_newcomers_nothing(place: Workplace) -> None:
    study = new_study(place)
    rater = join(place, study.links[0].token)
    begun = start(place, study.links[1].token)
    close_study(place, OPERATOR, study.study_id)
    assert session_view(place, rater) == ClosedView(0, None)
    assert session_view(place, begun) == ClosedView(0, None)
    assert n_rows(place, AssignmentRow) == 0


def test_rater_waits_while_all_items_are_with_others(place: Workplace) -> None:
    study = new_study(place, n_pairs=1, n_raters=2, raters_per_item=1)
    first, second = (start(place, link.token) for link in study.links)
    shown_item(place, first)
    assert session_view(place, second) == WaitingView()
    assert n_rows(place, AssignmentRow) == 1


def test_rater_who_comes_when_everything_is_rated_is_not_left_waiting(place: Workplace) -> None:
    study = new_study(place, n_pairs=1, n_raters=2, raters_per_item=1)
    first, second = (start(place, link.token) for link in study.links)
    rate_item(place, first)
    assert session_view(place, second) == ClosedView(0, None)


def test_exhausted_study_finishes_those_who_rated(place: Workplace) -> None:
    study = new_study(place, n_pairs=2, n_raters=2, raters_per_item=1)
    first, second = (start(place, link.token) for link in study.links)
    rate_item(place, first)
    shown_item(place, second)
    view = session_view(place, first)
    assert isinstance(view, FinishedView)
    assert view.done == 1


def test_rater_gets_no_more_items_than_planned(place: Workplace) -> None:
    study = new_study(place, n_pairs=4, items_per_rater=2)
    rater = start(place, study.links[0].token)
    assert shown_item(place, rater).total == 2
    assert rate_all(place, rater) == 2
    assert isinstance(session_view(place, rater), FinishedView)


def test_finished_rater_may_reopen_and_comes_back_to_the_end(place: Workplace) -> None:
    rater = start(place, new_study(place, n_pairs=1).links[0].token)
    done = rate_item(place, rater)
    end = session_view(place, rater)
    reopen(place, rater, done)
    assert isinstance(session_view(place, rater), ItemView)
    rate_item(place, rater, score=9)
    assert session_view(place, rater) == end


def test_only_staff_sees_studies(place: Workplace) -> None:
    study = new_study(place)
    for stranger in (STRANGER, AdminPrincipal("none", "nobody")):
        for action in (list_studies, lambda at, who: study_progress(at, who, study.study_id)):
            with pytest.raises(NotAllowedError):
                action(place, stranger)
        with pytest.raises(NotAllowedError):
            create_study(place, stranger, StudyPlan(name="T"))
        with pytest.raises(NotAllowedError):
            close_study(place, stranger, study.study_id)
    assert n_rows(place, StudyRow) == 1
    assert list_studies(place, OPERATOR)[0].status == "open"
