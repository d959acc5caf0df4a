"""A rater's pages from the link to the completion code."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from annotate_app.services.rating import open_invitation, rater_of_cookie
from annotate_app.services.running import Extension, extend_study, revoke_rater
from annotate_app.services.studies import CreatedStudy, close_study
from annotate_app.services.uploads import list_batches
from annotate_app.services.workplace import Workplace
from annotate_app.ui.cookies import RATER_COOKIE
from tests.annotate_app.studio import OPERATOR, new_study, rate_all, rate_item, start
from tests.annotate_app.ui.conftest import OpenApp
from tests.annotate_app.ui.sample_study import SECRET_WORDS, make_study, store_batch


@pytest.fixture
def study(place: Workplace) -> CreatedStudy:
    return make_study(place, n_pairs=2, n_raters=2)


def cookies(place: Workplace, study: CreatedStudy) -> dict[str, str]:
    return {RATER_COOKIE: open_invitation(place, study.links[0].token)}


def texts(app: AppTest) -> str:
    return "\n".join([*(title.value for title in app.title), *(html.proto.body for html in app.get("html"))])


def component_data(app: AppTest) -> dict[str, Any]:
    (component,) = app.get("bidi_component")
    return json.loads(json.loads(component.proto.json)["item"])


def sent_to_browser(app: AppTest) -> Iterator[str]:
    yield texts(app)
    yield from (str(component.proto) for component in app.get("bidi_component"))
    yield from (f"{button.label} {button.key}" for button in app.button)


def test_without_a_link_the_page_says_how_to_get_in(open_app: OpenApp) -> None:
    app = open_app({})
    assert [title.value for title in app.title] == ["Open your personal link"]
    assert "/admin/sign-in" in texts(app)


def test_an_unknown_cookie_is_no_link(open_app: OpenApp) -> None:
    app = open_app({RATER_COOKIE: "made-up"})
    assert [title.value for title in app.title] == ["Open your personal link"]


def test_consent_then_instructions_then_the_first_item(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    app = open_app(cookies(place, study))
    assert app.title[0].value == "Before you begin"
    app.button(key="agree").click().run()
    assert app.title[0].value == "How it works"
    assert "2 items are waiting for you" in texts(app)
    app.button(key="start").click().run()
    data = component_data(app)
    assert (data["words"]["item"], data["words"]["step"]) == ("Item 1 of 2", "Step 1 of 2")
    assert not app.exception


def test_declining_ends_politely_and_can_be_taken_back(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    app = open_app(cookies(place, study))
    app.button(key="decline").click().run()
    assert app.title[0].value == "You decided not to take part"
    app.button(key="reconsider").click().run()
    assert app.title[0].value == "How it works"


def test_goals_and_secrets_are_not_sent_before_the_first_answer_is_locked(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    start(place, study.links[0].token)
    first = json.dumps(component_data(open_app(cookies(place, study))))
    assert "420 dollars" not in first
    assert "commission" not in first
    rater = rater_of_cookie(place, open_invitation(place, study.links[0].token))
    assert rater is not None


def test_nothing_sent_tells_the_condition(place: Workplace, study: CreatedStudy, open_app: OpenApp) -> None:
    start(place, study.links[0].token)
    app = open_app(cookies(place, study))
    sent = "\n".join(sent_to_browser(app))
    assert "SCRIPT:" not in sent
    assert [word for word in SECRET_WORDS if word in sent] == []


def test_the_end_shows_the_code_and_the_items(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    rater = start(place, study.links[0].token)
    rate_all(place, rater)
    app = open_app(cookies(place, study))
    assert app.title[0].value == "Thank you"
    assert 'class="bp-code"' in texts(app)
    assert [button.label for button in app.button] == ["Item 1", "Item 2"]
    app.button(key="again-2").click().run()
    data = component_data(app)
    assert (data["words"]["submit"], data["resume"]) == ("Save changes", True)


def test_a_closed_study_says_so(place: Workplace, study: CreatedStudy, open_app: OpenApp) -> None:
    close_study(place, OPERATOR, study.study_id)
    app = open_app(cookies(place, study))
    assert app.title[0].value == "This study is closed"


def test_a_closed_study_keeps_the_code_of_who_rated(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    rater = start(place, study.links[0].token)
    rate_item(place, rater)
    close_study(place, OPERATOR, study.study_id)
    app = open_app(cookies(place, study))
    assert app.title[0].value == "This study is closed"
    assert "You rated 1 item" in texts(app)
    assert 'class="bp-code"' in texts(app)


def test_a_rater_without_items_is_asked_to_wait(place: Workplace, open_app: OpenApp) -> None:
    study = new_study(place, n_pairs=1, n_raters=2, raters_per_item=1)
    start(place, study.links[0].token)
    app_of_first = open_app({RATER_COOKIE: open_invitation(place, study.links[0].token)})
    assert component_data(app_of_first)["total"] == 1
    start(place, study.links[1].token)
    app = open_app({RATER_COOKIE: open_invitation(place, study.links[1].token)})
    assert app.title[0].value == "Nothing to rate just now"
    assert [button.key for button in app.button] == ["look-again"]


def test_no_staff_page_is_reachable_for_a_rater(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    app = open_app(cookies(place, study))
    with pytest.raises(Exception, match="studies"):
        app.switch_page("studies")


def test_a_database_that_is_away_is_said_plainly_and_over(
    place: Workplace, study: CreatedStudy, open_app: OpenApp, caplog: pytest.LogCaptureFixture
) -> None:
    held = cookies(place, study)
    file = Path(place.database.engine.url.database or "")
    place.database.close()
    content = file.read_bytes()
    file.write_bytes(b"not a database " * 1000)
    app = open_app(held)
    assert "Everything that was saved is still there" in texts(app)
    assert str(file) not in "".join(sent_to_browser(app))
    assert str(file) in caplog.text
    file.write_bytes(content)
    app.button(key="try-again").click().run()
    assert app.title[0].value == "Before you begin"


def test_consent_that_cannot_be_stored_is_said_plainly(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    app = open_app(cookies(place, study))
    file = Path(place.database.engine.url.database or "")
    moved = file.rename(file.with_suffix(".away"))
    app.button(key="agree").click().run()
    assert "Everything that was saved is still there" in texts(app)
    assert str(file) not in texts(app)
    moved.rename(file)


def test_revoked_rater_is_told_on_the_page_what_happened(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    held = cookies(place, study)
    app = open_app(held)
    revoke_rater(place, OPERATOR, study.study_id, 1)
    app.button(key="agree").click().run()
    assert app.title[0].value == "This session has ended"
    assert "ask whoever invited you" in texts(app)


def test_finished_rater_may_go_on_where_the_study_has_grown(
    place: Workplace, study: CreatedStudy, open_app: OpenApp
) -> None:
    rate_all(place, start(place, study.links[0].token))
    held = cookies(place, study)
    assert not [button for button in open_app(held).button if button.key == "go-on"]
    store_batch(place, 3)
    extend_study(
        place, OPERATOR, study.study_id, Extension(batch_id=list_batches(place, OPERATOR)[0].batch_id)
    )
    app = open_app(held)
    app.button(key="go-on").click().run()
    assert component_data(app)["done"] == 2
