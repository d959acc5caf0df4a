"""Pages that warn, ask and debrief raters."""

import pytest
from streamlit.testing.v1 import AppTest

from annotate_app.services.rating import give_consent, open_invitation, start_rating
from annotate_app.services.studies import CreatedStudy, TextKind, change_text
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import GuessRow, PersonAnswerRow
from annotate_app.ui.components.text import literal
from annotate_app.ui.cookies import RATER_COOKIE
from tests.annotate_app.questioned import ABOUT_ME, AFTERWARDS, FIRST, answer, questioned_study
from tests.annotate_app.studio import OPERATOR, join, n_rows, new_study, rate_all, start
from tests.annotate_app.ui.conftest import OpenApp
from tests.annotate_app.ui.test_session_pages import texts


@pytest.fixture
def study(place: Workplace) -> CreatedStudy:
    return questioned_study(place, n_pairs=2)


def page(place: Workplace, study: CreatedStudy, open_app: OpenApp) -> AppTest:
    return open_app({RATER_COOKIE: open_invitation(place, study.links[0].token)})


def test_warning_stands_before_the_buttons_as_literal_text(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    app = page(place, study, open_app)
    assert 'role="note"' in texts(app)
    assert "&lt;b&gt;insults&lt;/b&gt;" in texts(app)
    app.button(key="agree").click().run()
    assert app.title[0].value == "About \\*you\\*"


def test_missing_answers_are_named_at_once_and_kept_apart(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    give_consent(place, join(place, study.links[0].token), version="1")
    app = page(place, study, open_app)
    assert [field.value for field in app.radio] == [None]
    app.number_input(key="q-before-age").set_value(44)
    app.button(key="send-before").click().run()
    assert "Do you read English fluently? Please answer this question." in texts(app)
    assert "How old are you? Please" not in texts(app)
    assert app.number_input(key="q-before-age").value == 44
    assert n_rows(place, PersonAnswerRow) == 0
    app.radio(key="q-before-fluent").set_value("yes")
    app.multiselect(key="q-before-languages").set_value(["en"])
    app.button(key="send-before").click().run()
    assert app.title[0].value == "How it works"
    assert n_rows(place, PersonAnswerRow) == 3


def test_fields_are_named_by_their_question(place: Workplace, study: CreatedStudy, open_app: OpenApp) -> None:
    give_consent(place, join(place, study.links[0].token), version="1")
    app = page(place, study, open_app)
    assert app.number_input[0].label == "How old are you?"
    assert app.radio[0].label == "Do you read English fluently?"
    assert app.multiselect[0].label == "Which languages do you read? (optional)"


def test_end_of_a_study_asks_then_debriefs(place: Workplace, study: CreatedStudy, open_app: OpenApp) -> None:
    rater = join(place, study.links[0].token)
    give_consent(place, rater, version="1")
    answer(place, rater, ABOUT_ME)
    start_rating(place, rater)
    rate_all(place, rater)
    answer(place, rater, AFTERWARDS)
    app = page(place, study, open_app)
    assert app.title[0].value == "One last question"
    assert "your completion code comes next either way" in texts(app)
    app.button(key="send-final").click().run()
    assert app.title[0].value == "Which was which?"
    assert FIRST not in texts(app)
    app.radio(key="choice-1").set_value("b")
    app.radio(key="confidence-1").set_value(2)
    app.button(key="send-guesses").click().run()
    assert app.title[0].value == "Thank you"
    assert "One dialogue of each pair had one writer." in texts(app)
    assert 'class="bp-code"' in texts(app)
    assert (n_rows(place, PersonAnswerRow), n_rows(place, GuessRow)) == (7, 2)


def test_stale_form_of_a_second_tab_says_so(place: Workplace, study: CreatedStudy, open_app: OpenApp) -> None:
    rater = join(place, study.links[0].token)
    give_consent(place, rater, version="1")
    app = page(place, study, open_app)
    answer(place, rater, ABOUT_ME)
    app.number_input(key="q-before-age").set_value(45)
    app.radio(key="q-before-fluent").set_value("no")
    app.button(key="send-before").click().run()
    assert n_rows(place, PersonAnswerRow) == 3
    assert app.title[0].value == "How it works"
    assert "answered in another tab" in texts(app)


def test_changed_consent_is_asked_for_again(place: Workplace, open_app: OpenApp) -> None:
    study = new_study(place)
    start(place, study.links[0].token)
    change_text(place, OPERATOR, study.study_id, TextKind.CONSENT, "New words.")
    app = page(place, study, open_app)
    assert app.title[0].value == "The consent text has changed"
    assert "/withdraw" in texts(app)
    app.button(key="agree").click().run()
    assert not app.title


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("How old are you?", "How old are you?"),
        ("*Really*? :smile: $x$", "\\*Really\\*? \\:smile: \\$x\\$"),
        ("1. First", "1\\. First"),
        ("# [x](y)", "\\# \\[x\\](y)"),
        ("Time: 10 to 12", "Time: 10 to 12"),
    ],
)
def test_labels_show_what_was_written(text: str, label: str) -> None:
    assert literal(text) == label
