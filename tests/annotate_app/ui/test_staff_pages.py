"""The administrator's pages: a broken file changes nothing, a good one becomes a study with links."""

from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.administration import create_administrator
from annotate_app.services.studies import find_study
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import BatchRow, EpisodeRow, RaterRow, StudyRow
from annotate_app.ui.views.new_study import show_new_study
from annotate_app.ui.views.studies import show_studies
from annotate_app.ui.views.upload import show_upload
from sim.schema.rubric import builtin_rubric
from sim.schema.rubric_file import write_rubric_toml
from tests.annotate_app.studio import (
    OPERATOR,
    as_file,
    episodes,
    n_rows,
    new_study,
    rate_all,
    rate_item,
    shown_item,
    start,
    upload,
)

View = Callable[[Workplace, AdminPrincipal], None]


def _script(view: "View", place: "Workplace", admin: "AdminPrincipal") -> None:
    view(place, admin)


@pytest.fixture
def admin(place: Workplace) -> AdminPrincipal:
    return create_administrator(place, OPERATOR, user="ada", password="a long enough password")


def open_page(view: View, place: Workplace, admin: AdminPrincipal) -> AppTest:
    return AppTest.from_function(_script, args=(view, place, admin), default_timeout=30).run()


def test_broken_file_is_shown_with_its_problems_and_changes_nothing(
    place: Workplace, admin: AdminPrincipal
) -> None:
    page = open_page(show_upload, place, admin)
    broken = as_file(episodes(1)).getvalue() + b'{"mode": "DREAM"}\n{"cut'
    page.file_uploader[0].set_value(("episodes.jsonl", broken, "application/jsonl")).run()
    assert "Nothing was changed" in page.error[0].value
    problems = page.dataframe[0].value
    assert {3, 4} <= set(problems["line"])
    assert not [button for button in page.button if button.key == "confirm"]
    assert (n_rows(place, BatchRow), n_rows(place, EpisodeRow)) == (0, 0)


def test_good_file_is_stored_only_when_confirmed(place: Workplace, admin: AdminPrincipal) -> None:
    page = open_page(show_upload, place, admin)
    content = as_file(episodes(2)).getvalue()
    page.file_uploader[0].set_value(("episodes.jsonl", content, "application/jsonl")).run()
    assert n_rows(place, EpisodeRow) == 0
    page.button(key="confirm").click().run()
    assert n_rows(place, EpisodeRow) == 4


def test_study_is_made_and_its_links_are_shown(place: Workplace, admin: AdminPrincipal) -> None:
    upload(place, episodes(2))
    page = open_page(show_new_study, place, admin)
    page.text_input(key="name").set_value("From the page")
    page.button(key="create").click().run()
    assert "2 items" in page.success[0].value
    links = page.dataframe[0].value["link"]
    assert all("/join/" in link for link in links)
    assert (n_rows(place, StudyRow), n_rows(place, RaterRow)) == (1, len(links))


def test_study_without_a_name_is_not_made(place: Workplace, admin: AdminPrincipal) -> None:
    upload(place, episodes(1))
    page = open_page(show_new_study, place, admin)
    page.button(key="create").click().run()
    assert not page.success
    assert n_rows(place, StudyRow) == 0


def test_progress_is_shown(place: Workplace, admin: AdminPrincipal) -> None:
    study = new_study(place, n_pairs=2, n_raters=2)
    rate_item(place, start(place, study.links[0].token))
    page = open_page(show_studies, place, admin)
    shown = {metric.label: metric.value for metric in page.metric}
    assert shown["Ratings in"].startswith("1 of ")
    assert shown["Items"] == "2"


def test_own_questions_make_a_study_of_their_own_protocol(place: Workplace, admin: AdminPrincipal) -> None:
    upload(place, episodes(1))
    page = open_page(show_new_study, place, admin)
    own = write_rubric_toml(builtin_rubric("paper")).replace("paper", "our-own", 1).encode()
    page.file_uploader(key="own-protocol").set_value(("own.toml", own, "application/toml")).run()
    page.text_input(key="name").set_value("Own")
    page.button(key="create").click().run()
    assert page.success
    with place.database.reading() as session:
        assert session.scalars(select(StudyRow.protocol)).all() == ["our-own"]


def test_broken_questions_are_said_and_make_no_study(place: Workplace, admin: AdminPrincipal) -> None:
    upload(place, episodes(1))
    page = open_page(show_new_study, place, admin)
    page.file_uploader(key="own-protocol").set_value(("own.toml", b"steps = 3", "application/toml")).run()
    assert not page.exception
    assert not [button for button in page.button if button.key == "create"]


def test_agreement_so_far_is_shown(place: Workplace, admin: AdminPrincipal) -> None:
    study = new_study(place, n_pairs=3, n_raters=2)
    page = open_page(show_studies, place, admin)
    assert not page.exception
    for link in study.links:
        rate_all(place, start(place, link.token))
    page = open_page(show_studies, place, admin)
    assert not page.exception
    (table,) = [frame.value for frame in page.dataframe if "statistic" in frame.value]
    assert {"naturalness", "goal"} <= set(table["question"])
    assert "Krippendorff's alpha" in set(table["statistic"])


def test_rater_is_excluded_on_the_quality_tab(place: Workplace, admin: AdminPrincipal) -> None:
    study = new_study(place, n_raters=1)
    rate_item(place, start(place, study.links[0].token))
    page = open_page(show_studies, place, admin)
    page.button(key="exclude").click().run()
    assert "needs a reason" in "".join(html.proto.body for html in page.get("html"))
    page.text_input(key="exclusion-reason").set_value("Asked to be left out")
    page.button(key="exclude").click().run()
    assert page.button(key="exclude").label == "Take rater 1 in again"
    assert not page.exception


def test_study_is_made_larger_on_its_page(place: Workplace, admin: AdminPrincipal) -> None:
    study = new_study(place, n_pairs=1)
    upload(place, episodes(3), name="more.jsonl")
    page = open_page(show_studies, place, admin)
    page.button(key="extend").click().run()
    assert "Nothing was asked for" in "".join(html.proto.body for html in page.get("html"))
    page.number_input(key="extend-per-item").set_value(4)
    chosen = next(one for one in page.selectbox(key="extend-batch").options if one.startswith("more"))
    page.selectbox(key="extend-batch").select(chosen)
    page.button(key="extend").click().run()
    assert "2 items were added" in page.success[0].value
    assert find_study(place, OPERATOR, study.study_id).n_wanted == 3 * 4


def test_rater_is_revoked_and_given_a_new_link(place: Workplace, admin: AdminPrincipal) -> None:
    study = new_study(place)
    page = open_page(show_studies, place, admin)
    page.button(key="revoke").click().run()
    assert list(page.dataframe[0].value["link"]) == ["revoked", "open", "open"]
    page.button(key="new-link").click().run()
    assert "/join/" in page.dataframe[0].value["link"][0]
    assert page.selectbox(key="link-rater").options[0] == "1 (invited, link open)"
    assert n_rows(place, RaterRow) == 3 == len(study.links)


def test_more_raters_get_links_that_expire(place: Workplace, admin: AdminPrincipal) -> None:
    new_study(place, n_raters=1)
    page = open_page(show_studies, place, admin)
    page.date_input(key="more-until").set_value(date(2020, 1, 1))
    page.button(key="more").click().run()
    assert "expected a time to come" in "".join(html.proto.body for html in page.get("html"))
    page.date_input(key="more-until").set_value(date(2030, 1, 1))
    page.button(key="more").click().run()
    assert str(page.dataframe[0].value["expires"][0]).startswith("2030-01-01 23:59")


def test_pilot_is_made_and_shown_apart(place: Workplace, admin: AdminPrincipal) -> None:
    new_study(place, n_raters=1)
    page = open_page(show_studies, place, admin)
    page.button(key="pilot").click().run()
    assert list(page.dataframe[0].value["rater"]) == [2, 3, 4]
    assert "Pilot, apart from the numbers above: 0 of 3" in "".join(h.proto.body for h in page.get("html"))
    page.run()
    assert page.button(key="pilot").label == "Add people to the pilot"


def test_items_say_who_is_at_work_and_how_much_is_left(place: Workplace, admin: AdminPrincipal) -> None:
    study = new_study(place, n_pairs=2, n_raters=2, raters_per_item=1)
    rater = start(place, study.links[0].token)
    rate_item(place, rater)
    shown_item(place, rater)
    page = open_page(show_studies, place, admin)
    assert "1 rating is missing: about 0.0 hours" in "".join(h.proto.body for h in page.get("html"))
    page.toggle(key="only-missing").set_value(True).run()
    assert [list(one.value["raters at work"]) for one in page.dataframe if "pair" in one.value] == [["1"]]


def test_questions_are_changed_by_a_file(place: Workplace, admin: AdminPrincipal) -> None:
    new_study(place)
    page = open_page(show_studies, place, admin)
    new = builtin_rubric("naturalness-then-goals").model_copy(update={"version": 2})
    content = write_rubric_toml(new).encode()
    page.file_uploader(key="revise-file").set_value(("new.toml", content, "application/toml")).run()
    page.button(key="revise").click().run()
    assert "Version 2 is asked from now on" in page.success[0].value
