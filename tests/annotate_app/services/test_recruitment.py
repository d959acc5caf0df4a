"""People whom a platform sends: one rater per person, never too many, and back with the right code."""

import threading
from decimal import Decimal

import pytest

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import DeclinedView, FinishedView, WayBack
from annotate_app.errors import AppError, StudyError, UnknownInvitationError
from annotate_app.services.rating import decline, give_consent, rater_of_cookie, session_view, start_rating
from annotate_app.services.recruitment import (
    Platform,
    Reconciliation,
    RecruitmentPlan,
    close_recruitment,
    enter_study,
    open_recruitment,
    reconcile_prolific,
)
from annotate_app.services.studies import CreatedStudy, close_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import RaterRow
from tests.annotate_app.studio import OPERATOR, STRANGER, n_rows, new_study, rate_all

PROLIFIC = RecruitmentPlan(Platform.PROLIFIC, completed_code="C1DONE", declined_code="C2NO")


def study_of(place: Workplace, *, n_pairs: int = 1) -> CreatedStudy:
    return new_study(place, n_pairs=n_pairs, n_raters=1, raters_per_item=5)


def token_of(path: str) -> str:
    return path.removeprefix("/enter/").partition("?")[0]


def come(place: Workplace, token: str, person: str, *, held: str | None = None) -> RaterPrincipal:
    principal = rater_of_cookie(place, enter_study(place, token, {"PROLIFIC_PID": person}, held=held))
    assert principal is not None
    return principal


def rate_everything(place: Workplace, rater: RaterPrincipal) -> None:
    give_consent(place, rater, version="1")
    start_rating(place, rater)
    rate_all(place, rater)


def test_address_for_prolific_has_its_placeholders(place: Workplace) -> None:
    path = open_recruitment(place, OPERATOR, study_of(place).study_id, PROLIFIC)
    assert path.endswith(
        "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )


def test_same_person_is_the_same_rater_however_often_they_come(place: Workplace) -> None:
    token = token_of(open_recruitment(place, OPERATOR, study_of(place).study_id, PROLIFIC))
    assert come(place, token, "person1") == come(place, token, "person1") != come(place, token, "person2")
    assert n_rows(place, RaterRow) == 3


def test_person_on_many_devices_at_once_is_one_rater(place: Workplace) -> None:
    token = token_of(open_recruitment(place, OPERATOR, study_of(place).study_id, PROLIFIC))
    found: set[RaterPrincipal] = set()
    threads = [threading.Thread(target=lambda: found.add(come(place, token, "one"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1
    assert n_rows(place, RaterRow) == 2


def test_never_more_people_come_in_than_may(place: Workplace) -> None:
    plan = RecruitmentPlan(Platform.PROLIFIC, most_raters=3, completed_code="C")
    token = token_of(open_recruitment(place, OPERATOR, study_of(place).study_id, plan))
    refused: list[str] = []

    def try_to_come(person: str) -> None:
        try:
            come(place, token, person)
        except UnknownInvitationError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=try_to_come, args=(f"p{n}",)) for n in range(7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (n_rows(place, RaterRow), len(refused)) == (1 + 3, 4)
    assert all("all the people it needs" in words for words in refused)


def test_open_door_knows_people_by_their_cookie(place: Workplace) -> None:
    plan = RecruitmentPlan(Platform.OPEN, most_raters=2)
    token = token_of(open_recruitment(place, OPERATOR, study_of(place).study_id, plan))
    first = enter_study(place, token, {})
    assert enter_study(place, token, {}, held=first) == first
    second = enter_study(place, token, {}, held="somebody else's")
    assert rater_of_cookie(place, second) != rater_of_cookie(place, first)
    with pytest.raises(UnknownInvitationError, match="all the people"):
        enter_study(place, token, {})


@pytest.mark.parametrize(
    "sent", [{}, {"PROLIFIC_PID": ""}, {"PROLIFIC_PID": "<script>"}, {"prolific_pid": "x"}]
)
def test_nobody_comes_in_without_saying_who_they_are(place: Workplace, sent: dict[str, str]) -> None:
    token = token_of(open_recruitment(place, OPERATOR, study_of(place).study_id, PROLIFIC))
    with pytest.raises(UnknownInvitationError, match="Prolific"):
        enter_study(place, token, sent)
    assert n_rows(place, RaterRow) == 1


def test_closed_door_lets_those_in_who_were_there_before(place: Workplace) -> None:
    study = study_of(place)
    token = token_of(open_recruitment(place, OPERATOR, study.study_id, PROLIFIC))
    before = come(place, token, "early")
    close_recruitment(place, OPERATOR, study.study_id)
    close_recruitment(place, OPERATOR, study.study_id)
    assert come(place, token, "early") == before
    with pytest.raises(UnknownInvitationError, match="nobody new"):
        come(place, token, "late")


def test_new_address_takes_the_place_of_the_old(place: Workplace) -> None:
    study = study_of(place)
    old = token_of(open_recruitment(place, OPERATOR, study.study_id, PROLIFIC))
    new = token_of(open_recruitment(place, OPERATOR, study.study_id, PROLIFIC))
    with pytest.raises(UnknownInvitationError, match="not known"):
        come(place, old, "x")
    come(place, new, "x")


def test_plan_is_refused_with_every_problem(place: Workplace) -> None:
    study = study_of(place)
    plan = RecruitmentPlan(Platform.PROLIFIC, most_raters=0, declined_code="no spaces")
    with pytest.raises(StudyError) as caught:
        open_recruitment(place, OPERATOR, study.study_id, plan)
    assert len(caught.value.problems) == 3
    with pytest.raises(StudyError, match="no address"):
        close_recruitment(place, OPERATOR, study.study_id)
    open_recruitment(place, OPERATOR, study.study_id, RecruitmentPlan(Platform.OPEN))
    with pytest.raises(StudyError, match="one platform"):
        open_recruitment(place, OPERATOR, study.study_id, PROLIFIC)
    close_study(place, OPERATOR, study.study_id)
    with pytest.raises(StudyError, match="closed"):
        open_recruitment(place, OPERATOR, study.study_id, RecruitmentPlan(Platform.OPEN))


def test_raters_may_not_recruit(place: Workplace) -> None:
    study = study_of(place)
    for act in (
        lambda: open_recruitment(place, STRANGER, study.study_id, PROLIFIC),
        lambda: close_recruitment(place, STRANGER, study.study_id),
        lambda: reconcile_prolific(place, STRANGER, study.study_id, "Participant id,Status\n"),
    ):
        with pytest.raises(AppError, match="administrators"):
            act()


def test_everybody_goes_back_with_the_right_code(place: Workplace) -> None:
    token = token_of(open_recruitment(place, OPERATOR, study_of(place).study_id, PROLIFIC))
    done, declined = come(place, token, "done"), come(place, token, "declined")
    rate_everything(place, done)
    view = session_view(place, done)
    assert isinstance(view, FinishedView)
    assert view.back == WayBack("C1DONE", "https://app.prolific.com/submissions/complete?cc=C1DONE")
    decline(place, declined)
    refusal = session_view(place, declined)
    assert isinstance(refusal, DeclinedView)
    assert refusal.back is not None
    assert refusal.back.code == "C2NO"


def test_submissions_are_sorted_by_what_was_rated(place: Workplace) -> None:
    study = study_of(place)
    token = token_of(open_recruitment(place, OPERATOR, study.study_id, PROLIFIC))
    for person in ("good", "paid", "silent"):
        rate_everything(place, come(place, token, person))
    come(place, token, "lazy")
    submissions = (
        "\ufeffSubmission id,Participant id,Status,Completion code\r\n"
        "1,good,AWAITING REVIEW,C1DONE\r\n2,lazy,AWAITING REVIEW,C1DONE\r\n"
        "3,ghost,AWAITING REVIEW,NOCODE\r\n4,paid,APPROVED,C1DONE\r\n5,gone,RETURNED,\r\n"
    )
    found = reconcile_prolific(place, OPERATOR, study.study_id, submissions, bonus=Decimal("1.50"))
    assert isinstance(found, Reconciliation)
    assert (found.approve, found.bonus, found.missing, found.n_settled) == (
        ("good",),
        ("good",),
        ("silent",),
        2,
    )
    assert [refusal.person for refusal in found.reject] == ["lazy", "ghost"]
    assert "0 of" in found.reject[0].reason
    assert found.reject[1].reason == "never opened the study"


def test_file_that_is_not_prolifics_is_refused_with_every_problem(place: Workplace) -> None:
    study = study_of(place)
    with pytest.raises(StudyError, match="expected Participant id and Status"):
        reconcile_prolific(place, OPERATOR, study.study_id, "name,state\nx,y\n")
    with pytest.raises(StudyError) as caught:
        reconcile_prolific(place, OPERATOR, study.study_id, "Participant id,Status\na,APPROVED\na,X\n,\n")
    assert len(caught.value.problems) == 2
