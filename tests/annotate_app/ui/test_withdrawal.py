"""The way out of a study: offered quietly, confirmed once, and said in plain words afterwards."""

import pytest
from streamlit.testing.v1 import AppTest

from annotate_app.services.rating import open_invitation, withdraw
from annotate_app.services.studies import StudyPlan, Withdrawal, create_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import RatingRow
from annotate_app.ui.cookies import RATER_COOKIE
from tests.annotate_app.studio import OPERATOR, episodes, n_rows, rate_all, rate_item, start, upload
from tests.annotate_app.ui.conftest import OpenApp


def _script(cookies: dict[str, str]) -> None:
    from annotate_app.ui.state import current_place, current_visitor  # noqa: PLC0415
    from annotate_app.ui.views.withdrawal import show_withdrawal  # noqa: PLC0415

    place = current_place()
    visitor = current_visitor(place, cookies)
    show_withdrawal(place, visitor.rater, visitor.translation)


def opened(cookies: dict[str, str]) -> AppTest:
    return AppTest.from_function(_script, args=(cookies,), default_timeout=20).run()


def texts(app: AppTest) -> str:
    return "\n".join([*(title.value for title in app.title), *(html.proto.body for html in app.get("html"))])


def link_of(place: Workplace, withdrawal: Withdrawal) -> str:
    upload(place, episodes(2))
    plan = StudyPlan(name="W", n_raters=1, raters_per_item=1, withdrawal=withdrawal)
    return create_study(place, OPERATOR, plan).links[0].token


def test_confirmed_withdrawal_says_what_was_deleted(place: Workplace) -> None:
    token = link_of(place, Withdrawal.DELETE)
    rate_item(place, start(place, token))
    app = opened({RATER_COOKIE: open_invitation(place, token)})
    assert "will be deleted" in texts(app)
    assert n_rows(place, RatingRow) > 0
    app.button(key="withdraw").click().run()
    assert app.title[0].value == "You have withdrawn"
    assert "The 1 item that you submitted was deleted." in texts(app)
    assert n_rows(place, RatingRow) == 0
    assert app.run().title[0].value == "You have withdrawn"


def test_confirmed_withdrawal_says_what_was_kept_and_the_code(place: Workplace) -> None:
    token = link_of(place, Withdrawal.KEEP)
    rate_all(place, start(place, token))
    app = opened({RATER_COOKIE: open_invitation(place, token)})
    assert "stays in the study" in texts(app)
    app.button(key="withdraw").click().run()
    assert "The 2 items that you submitted were kept." in texts(app)
    assert "Your completion code stays valid" in texts(app)


def test_withdrawing_twice_from_two_tabs_ends_politely(place: Workplace) -> None:
    token = link_of(place, Withdrawal.KEEP)
    rater = start(place, token)
    app = opened({RATER_COOKIE: open_invitation(place, token)})
    withdraw(place, rater)
    app.button(key="withdraw").click().run()
    assert app.title[0].value == "Open your personal link"
    assert not app.exception


@pytest.mark.parametrize("rated", [0, 2])
def test_session_pages_lead_to_it_once_the_rater_takes_part(
    place: Workplace, open_app: OpenApp, rated: int
) -> None:
    token = link_of(place, Withdrawal.KEEP)
    cookies = {RATER_COOKIE: open_invitation(place, token)}
    app = open_app(cookies)
    assert "/withdraw" not in texts(app)
    if rated:
        rate_all(place, start(place, token))
        app.run()
    else:
        app.button(key="agree").click().run()
    assert 'href="/withdraw"' in texts(app)
