"""What researchers set on their pages for raters to read and answer."""

import pytest

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.administration import create_administrator
from annotate_app.services.studies import TextKind, study_texts
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import QuestionnaireRow, StudyTextRow
from annotate_app.ui.views.new_study import show_new_study
from annotate_app.ui.views.studies import show_studies
from sim.schema.questionnaire import write_questionnaire_toml
from tests.annotate_app.questioned import BEFORE, DESCRIPTIONS
from tests.annotate_app.studio import OPERATOR, episodes, n_rows, new_study, upload
from tests.annotate_app.ui.test_staff_pages import open_page


@pytest.fixture
def admin(place: Workplace) -> AdminPrincipal:
    return create_administrator(place, OPERATOR, user="ada", password="a long enough password")


def test_form_takes_texts_questions_and_descriptions(place: Workplace, admin: AdminPrincipal) -> None:
    upload(place, episodes(1))
    page = open_page(show_new_study, place, admin)
    file = ("about.toml", write_questionnaire_toml(BEFORE).encode(), "application/toml")
    page.file_uploader(key="before").set_value(file).run()
    assert "How old are you?" in "".join(html.proto.body for html in page.get("html"))
    page.text_area(key="warning").set_value("Insults.")
    page.text_input(key="name").set_value("Own")
    page.text_input(key="says-first").set_value("two people")
    page.text_input(key="says-second").set_value("one writer")
    page.button(key="create").click().run()
    assert page.success
    assert (n_rows(place, QuestionnaireRow), n_rows(place, StudyTextRow)) == (2, 3)


def test_broken_questions_are_said_and_make_no_study(place: Workplace, admin: AdminPrincipal) -> None:
    upload(place, episodes(1))
    page = open_page(show_new_study, place, admin)
    page.file_uploader(key="after").set_value(("q.toml", b"questions = []", "application/toml")).run()
    assert "q.toml" in "".join(html.proto.body for html in page.get("html"))
    assert not [button for button in page.button if button.key == "create"]


def test_one_description_alone_is_refused(place: Workplace, admin: AdminPrincipal) -> None:
    upload(place, episodes(1))
    page = open_page(show_new_study, place, admin)
    page.text_input(key="name").set_value("Own")
    page.text_input(key="says-first").set_value(next(iter(DESCRIPTIONS.values())))
    page.button(key="create").click().run()
    assert "is blank" in "".join(html.proto.body for html in page.get("html"))


def test_texts_tab_saves_a_new_version(place: Workplace, admin: AdminPrincipal) -> None:
    study = new_study(place)
    page = open_page(show_studies, place, admin)
    page.text_area(key=f"text-{study.study_id}-consent-1-field").set_value("New words.")
    page.button(key="save-consent").click().run()
    assert "version 2 is shown from now on" in page.success[0].value
    shown = {one.kind: one for one in study_texts(place, OPERATOR, study.study_id)}
    assert (shown[TextKind.CONSENT].version, shown[TextKind.CONSENT].text) == (2, "New words.")
