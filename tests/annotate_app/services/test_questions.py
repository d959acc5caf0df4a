"""Questions before the first item, after the last one and last of all; and guesses."""

import csv
from pathlib import Path

import pytest

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import FinishedView, GuessView, InstructionsView, ItemView, QuestionsView
from annotate_app.errors import InvalidAnswersError, NotAllowedError, StaleFormError, StudyError
from annotate_app.services.rating import (
    answer_guesses,
    answer_questions,
    give_consent,
    session_view,
    start_rating,
    withdraw,
)
from annotate_app.services.studies import (
    CreatedStudy,
    FinalQuestion,
    Withdrawal,
    close_study,
    create_study,
    export_study,
)
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import EventRow, GuessRow, PersonAnswerRow, QuestionnaireRow, StudyRow
from sim.schema.questionnaire import Moment
from sim.schema.study import read_study_toml
from tests.annotate_app.questioned import (
    ABOUT_ME,
    AFTERWARDS,
    BEFORE,
    DESCRIPTIONS,
    FIRST,
    SECOND,
    answer,
    guess,
    plan_with_questions,
    questioned_study,
)
from tests.annotate_app.studio import OPERATOR, episodes, join, n_rows, rate_all, rate_item, upload


def agreed(place: Workplace, study: CreatedStudy, number: int = 0) -> RaterPrincipal:
    rater = join(place, study.links[number].token)
    give_consent(place, rater, version="1")
    return rater


def rated(place: Workplace, study: CreatedStudy, number: int = 0) -> RaterPrincipal:
    rater = agreed(place, study, number)
    answer(place, rater, ABOUT_ME)
    start_rating(place, rater)
    rate_all(place, rater)
    return rater


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_session_goes_through_every_part_in_order(place: Workplace) -> None:
    study = questioned_study(place)
    rater = agreed(place, study)
    answer(place, rater, ABOUT_ME)
    assert isinstance(session_view(place, rater), InstructionsView)
    start_rating(place, rater)
    assert rate_all(place, rater) == 4
    answer(place, rater, AFTERWARDS)
    view = session_view(place, rater)
    assert isinstance(view, QuestionsView)
    assert view.moment is Moment.FINAL
    answer(place, rater, {"noticed": "yes", "difference": "One was stiff."})
    guess(place, rater)
    view = session_view(place, rater)
    assert isinstance(view, FinishedView)
    assert view.debriefing == "One dialogue of each pair had one writer."
    assert (n_rows(place, PersonAnswerRow), n_rows(place, GuessRow)) == (7, 3)


def test_nothing_is_asked_where_nothing_was_planned(place: Workplace) -> None:
    study = questioned_study(place, before=None, after=None, final_question=None)
    rater = agreed(place, study)
    assert isinstance(session_view(place, rater), InstructionsView)
    start_rating(place, rater)
    rate_all(place, rater)
    assert isinstance(session_view(place, rater), FinishedView)
    assert n_rows(place, QuestionnaireRow) == 0


def test_missing_answers_are_all_named_and_nothing_is_stored(place: Workplace) -> None:
    rater = agreed(place, questioned_study(place))
    with pytest.raises(InvalidAnswersError) as caught:
        answer(place, rater, {"languages": '["fr"]'})
    assert [problem.key for problem in caught.value.problems] == ["age", "fluent", "languages"]
    assert n_rows(place, PersonAnswerRow) == 0
    with pytest.raises(NotAllowedError, match="answer the questions"):
        start_rating(place, rater)


def test_answers_sent_twice_are_stored_once(place: Workplace) -> None:
    rater = agreed(place, questioned_study(place))
    answer(place, rater, ABOUT_ME)
    events = n_rows(place, EventRow)
    digest = BEFORE.questionnaire_hash
    answer_questions(place, rater, moment=Moment.BEFORE, questionnaire_hash=digest, answers=ABOUT_ME)
    assert (n_rows(place, PersonAnswerRow), n_rows(place, EventRow)) == (3, events)


def test_other_answers_from_a_second_tab_are_refused(place: Workplace) -> None:
    rater = agreed(place, questioned_study(place))
    answer(place, rater, ABOUT_ME)
    with pytest.raises(StaleFormError, match="another tab"):
        answer_questions(
            place,
            rater,
            moment=Moment.BEFORE,
            questionnaire_hash=BEFORE.questionnaire_hash,
            answers={**ABOUT_ME, "age": 45},
        )
    assert n_rows(place, PersonAnswerRow) == 3


@pytest.mark.parametrize(
    ("moment", "digest"), [(Moment.AFTER, None), (Moment.BEFORE, "0" * 64), (Moment.FINAL, None)]
)
def test_questions_that_are_not_due_take_no_answers(
    place: Workplace, moment: Moment, digest: str | None
) -> None:
    rater = agreed(place, questioned_study(place))
    answer(place, rater, ABOUT_ME)
    start_rating(place, rater)
    with place.database.reading() as session:
        row = session.get_one(QuestionnaireRow, (rater.study_id, moment))
    answers = {Moment.AFTER: AFTERWARDS, Moment.BEFORE: ABOUT_ME, Moment.FINAL: {}}[moment]
    with pytest.raises(StaleFormError):
        answer_questions(
            place, rater, moment=moment, questionnaire_hash=digest or row.questionnaire_hash, answers=answers
        )
    assert n_rows(place, PersonAnswerRow) == 3


def test_final_question_may_be_left_empty_and_is_asked_once(place: Workplace) -> None:
    study = questioned_study(place, after=None)
    rater = rated(place, study)
    answer(place, rater, {})
    guess(place, rater, None, None)
    assert isinstance(session_view(place, rater), FinishedView)
    assert (n_rows(place, PersonAnswerRow), n_rows(place, GuessRow)) == (5, 3)


def test_other_guesses_from_a_second_tab_are_refused(place: Workplace) -> None:
    rater = rated(place, questioned_study(place, after=None))
    answer(place, rater, {})
    view = session_view(place, rater)
    assert isinstance(view, GuessView)
    guess(place, rater, None, None)
    with pytest.raises(StaleFormError, match="another tab"):
        answer_guesses(place, rater, answers={f"{view.pairs[0].key}.choice": "a"})
    assert n_rows(place, GuessRow) == 3


def test_guesses_sent_twice_are_stored_once(place: Workplace) -> None:
    rater = rated(place, questioned_study(place, after=None))
    answer(place, rater, {})
    view = session_view(place, rater)
    assert isinstance(view, GuessView)
    answers = {f"{pair.key}.choice": "b" for pair in view.pairs}
    for _ in range(2):
        answer_guesses(place, rater, answers=answers)
    assert n_rows(place, GuessRow) == 3


def test_guess_page_shows_the_last_pairs_as_served_and_no_condition(place: Workplace) -> None:
    rater = rated(place, questioned_study(place, after=None))
    answer(place, rater, {})
    view = session_view(place, rater)
    assert isinstance(view, GuessView)
    assert [pair.number for pair in view.pairs] == [2, 3, 4]
    assert set(view.descriptions) == set(DESCRIPTIONS.values())
    assert FIRST not in repr(view)
    assert SECOND not in repr(view)


def test_impossible_guesses_are_all_named(place: Workplace) -> None:
    rater = rated(place, questioned_study(place, after=None))
    answer(place, rater, {})
    with pytest.raises(InvalidAnswersError) as caught:
        guess(place, rater, "c", 9)
    assert len(caught.value.problems) == 6
    assert n_rows(place, GuessRow) == 0


def test_guesses_before_the_end_are_refused(place: Workplace) -> None:
    rater = agreed(place, questioned_study(place))
    with pytest.raises(StaleFormError, match="not asked now"):
        answer_guesses(place, rater, answers={})


def test_without_descriptions_nobody_is_asked_which_was_which(place: Workplace) -> None:
    rater = rated(place, questioned_study(place, after=None, final_question=FinalQuestion()))
    answer(place, rater, {"noticed": "no"})
    assert isinstance(session_view(place, rater), FinishedView)


def test_closed_study_still_asks_those_who_rated(place: Workplace) -> None:
    study = questioned_study(place)
    rater = agreed(place, study)
    answer(place, rater, ABOUT_ME)
    start_rating(place, rater)
    rate_item(place, rater)
    close_study(place, OPERATOR, study.study_id)
    view = session_view(place, rater)
    assert isinstance(view, QuestionsView)
    answer(place, rater, AFTERWARDS)
    assert n_rows(place, PersonAnswerRow) == 5


def test_unblinded_bundle_has_questions_answers_and_guesses(place: Workplace, tmp_path: Path) -> None:
    study = questioned_study(place)
    rater = rated(place, study)
    answer(place, rater, AFTERWARDS)
    answer(place, rater, {"noticed": "yes"})
    guess(place, rater, "do_not_know", None)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b", unblind_reason="Test").folder
    answers = rows(folder, "questionnaire_answers.csv")
    assert [(row["moment"], row["question"], row["status"], row["value"]) for row in answers] == [
        ("before", "age", "rated", "44.0"),
        ("before", "fluent", "rated", "yes"),
        ("before", "languages", "skipped", ""),
        ("after", "hard", "rated", "3.0"),
        ("after", "remarks", "rated", "'=1+1"),
        ("final", "noticed", "rated", "yes"),
        ("final", "difference", "skipped", ""),
    ]
    assert answers[0]["questionnaire_hash"] == BEFORE.questionnaire_hash
    guesses = rows(folder, "guesses.csv")
    assert [(row["value"], row["confidence"]) for row in guesses] == [("do_not_know", "")] * 3
    document = read_study_toml((folder / "study.toml").read_text(encoding="utf-8"))
    assert document.before == BEFORE
    assert document.descriptions is not None
    described = {row["dimension"] for row in rows(folder, "data_dictionary.csv")}
    assert {"age", "hard", "noticed"} <= described


def test_blind_bundle_holds_no_guesses(place: Workplace, tmp_path: Path) -> None:
    study = questioned_study(place, after=None)
    rater = rated(place, study)
    answer(place, rater, {})
    guess(place, rater)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    assert not (folder / "guesses.csv").exists()
    assert len(rows(folder, "questionnaire_answers.csv")) == 5


@pytest.mark.parametrize(("withdrawal", "left"), [(Withdrawal.KEEP, (5, 3)), (Withdrawal.DELETE, (0, 0))])
def test_withdrawing_keeps_or_deletes_answers_as_the_study_says(
    place: Workplace, withdrawal: Withdrawal, left: tuple[int, int]
) -> None:
    study = questioned_study(place, after=None, withdrawal=withdrawal)
    rater = rated(place, study)
    answer(place, rater, {})
    guess(place, rater)
    view = withdraw(place, rater)
    assert view.debriefing == "One dialogue of each pair had one writer."
    assert (n_rows(place, PersonAnswerRow), n_rows(place, GuessRow)) == left


def test_everything_wrong_with_descriptions_is_named(place: Workplace) -> None:
    upload(place, episodes(2))
    plan = plan_with_questions(final_question=FinalQuestion({FIRST: f"made by {FIRST}", "magic": "magic"}))
    with pytest.raises(StudyError) as caught:
        create_study(place, OPERATOR, plan)
    text = str(caught.value)
    assert "names a condition" in text
    assert "'magic'" in text
    assert f"no description of {SECOND!r}" in text
    assert n_rows(place, StudyRow) == 0


def test_study_of_single_dialogues_asks_no_final_question(place: Workplace) -> None:
    upload(place, episodes(2))
    plan = plan_with_questions(protocol="single", final_question=FinalQuestion())
    create_study(place, OPERATOR, plan)
    assert n_rows(place, QuestionnaireRow) == 2


def test_an_item_in_hand_comes_before_the_questions(place: Workplace) -> None:
    rater = agreed(place, questioned_study(place))
    answer(place, rater, ABOUT_ME)
    start_rating(place, rater)
    assert isinstance(session_view(place, rater), ItemView)
