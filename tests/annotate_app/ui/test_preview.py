"""The preview page: the rating component without drafts and without a way to withdraw."""

from streamlit.testing.v1 import AppTest

from annotate_app.design.preview import preview_view
from annotate_app.language import translation_of
from annotate_app.services.administration import create_administrator, sign_in
from annotate_app.services.running import StudyPreview, preview_item
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.rating_item import Notice
from annotate_app.ui.components.submission import StepAnswers
from annotate_app.ui.cookies import ADMIN_COOKIE
from annotate_app.ui.views.preview import preview_data, take_step
from tests.annotate_app.studio import OPERATOR, some_answers
from tests.annotate_app.ui.conftest import OpenApp
from tests.annotate_app.ui.sample_study import SECRET_WORDS, make_study
from tests.annotate_app.ui.test_session_pages import component_data


def admin_cookies(place: Workplace) -> dict[str, str]:
    create_administrator(place, OPERATOR, user="ada", password="a long enough password")
    return {ADMIN_COOKIE: sign_in(place, user="ada", password="a long enough password")}


def previewing(place: Workplace, open_app: OpenApp) -> AppTest:
    make_study(place)
    app = open_app(admin_cookies(place))
    app.button(key="preview").click().run()
    return app


def test_preview_opens_from_the_studies_page_and_says_what_it_is(place: Workplace, open_app: OpenApp) -> None:
    app = previewing(place, open_app)
    data = component_data(app)
    assert data["words"]["item"] == "Preview: nothing is recorded"
    assert (data["draft_url"], data["withdrawal_url"]) == ("", "")
    assert data["questions"]
    sent = str(data)
    assert not [word for word in SECRET_WORDS if word in sent]


def test_steps_are_taken_or_sent_back_with_every_problem(place: Workplace) -> None:
    study = make_study(place)
    item = preview_item(place, OPERATOR, StudyPreview(study.study_id))
    view = preview_view(item, [], name="p")
    sent = {"ref": "p", "step": 0, "revision": 0, "answers": some_answers(view), "seconds": 1.0}
    assert isinstance(take_step(item, 0, sent), StepAnswers)
    refused = take_step(item, 0, {**sent, "answers": {}})
    assert isinstance(refused, Notice)
    assert preview_data(view, refused, translation_of("en"))["problems"]
    assert isinstance(take_step(item, 0, "nonsense"), Notice)
