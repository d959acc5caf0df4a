"""The pages that plan a study and look at its disputed items."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.administration import create_administrator
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import PreregistrationRow, StudyRow
from annotate_app.ui.views.new_study import show_new_study
from annotate_app.ui.views.studies import show_studies
from tests.annotate_app.studio import (
    OPERATOR,
    episodes,
    n_rows,
    new_study,
    rate_all,
    start,
    upload,
)

View = Callable[[Workplace, AdminPrincipal], None]


def _script(view: "View", place: "Workplace", admin: "AdminPrincipal") -> None:
    view(place, admin)


@pytest.fixture
def admin(sqlite_place: Workplace) -> AdminPrincipal:
    return create_administrator(sqlite_place, OPERATOR, user="ada", password="a long enough password")


def open_page(view: View, place: Workplace, admin: AdminPrincipal) -> AppTest:
    return AppTest.from_function(_script, args=(view, place, admin), default_timeout=30).run()


def text_of(page: AppTest) -> str:
    return " ".join(element.proto.body for element in page.get("html"))


@pytest.mark.parametrize(
    ("button", "expected"),
    [("check-power", "8 items in 2 environments"), ("check-leaks", "fewer than 4 environments")],
)
def test_plan_is_checked_and_no_study_made(
    sqlite_place: Workplace, admin: AdminPrincipal, button: str, expected: str
) -> None:
    upload(sqlite_place, episodes(8))
    page = open_page(show_new_study, sqlite_place, admin)
    page.button(key=button).click().run()
    assert not page.exception
    assert expected in text_of(page)
    assert n_rows(sqlite_place, StudyRow) == 0


def test_study_is_registered_from_the_page(sqlite_place: Workplace, admin: AdminPrincipal) -> None:
    new_study(sqlite_place)
    page = open_page(show_studies, sqlite_place, admin)
    page.text_area(key="hypotheses").set_value("The first one wins.")
    page.button(key="preregister-now").click().run()
    assert not page.exception
    assert n_rows(sqlite_place, PreregistrationRow) == 1
    assert "The study is as it was registered." in text_of(page)


def test_disputed_item_is_shown_with_answers_and_no_condition(
    sqlite_place: Workplace, admin: AdminPrincipal
) -> None:
    study = new_study(sqlite_place, n_pairs=2, n_raters=2)
    # Either sees the other's second dialogue first: preferring the same side is to disagree.
    for link in study.links:
        rate_all(sqlite_place, start(sqlite_place, link.token))
    page = open_page(show_studies, sqlite_place, admin)
    assert not page.exception
    shown = text_of(page)
    assert "SCRIPT" not in shown
    assert "AGENTS" not in shown
    assert "Dialogue 1" in shown
    assert any(list(table.value.get("who", ())) == ["rater 1", "rater 2"] for table in page.dataframe)
