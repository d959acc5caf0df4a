"""A rater's whole session in Chromium."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from annotate_app.services.workplace import Workplace
from annotate_app.store.models import AssignmentRow, RatingRow
from sim.schema.ratings_csv import read_ratings_csv
from tests.annotate_app.studio import n_rows
from tests.annotate_app.ui.sample_study import HOSTILE, MARKED, SECRET_WORDS, make_study
from tests.browser.conftest import Traffic
from tests.browser.server import AppServer, blindpair
from tests.browser.steps import (
    SHORT,
    begin,
    choose_naturalness,
    goal,
    submit_goals,
    wait_for_item,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

MAYA, BEN = "Maya Lindqvist", "Benjamin Okafor"


def export_and_analyse(server: AppServer, study_id: str, bundle: Path) -> list[dict[str, Any]]:
    """Export the study as a researcher would, and give the rows of its agreement."""
    exported = blindpair("export", study_id, "-o", str(bundle), "--workspace", str(server.workspace))
    assert exported.returncode == 0, exported.stderr
    analysed = blindpair("analyze", "agreement", str(bundle), "--json")
    assert analysed.returncode == 0, analysed.stderr
    return json.loads(analysed.stdout)["rows"]


def new_link(server: AppServer, place: Workplace, *, n_pairs: int = 2) -> str:
    study = make_study(place, n_pairs=n_pairs, n_raters=2)
    return f"{server.address}{study.links[0].path}"


def test_session_from_link_to_completion_code(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic, tmp_path: Path
) -> None:
    study = make_study(place, n_pairs=2, n_raters=2)
    begin(page, f"{server.address}{study.links[0].path}")
    assert page.url == f"{server.address}/"
    assert page.get_by_role("radio", checked=True).count() == 0
    page.keyboard.press("3")
    expect(page.get_by_role("radio", name="Dialogue B", exact=True)).to_be_checked()
    page.keyboard.press("Enter")
    wait_for_item(page, 1, step=2)
    expect(page.get_by_text("Sell the kiln for at least 420 dollars.")).to_be_visible()

    page.keyboard.press("7")
    page.keyboard.press("T")
    remark = page.get_by_role("textbox")
    remark.fill("1 2 3 stays text")
    expect(page.get_by_text("Draft saved")).to_be_visible(timeout=SHORT)
    page.reload()
    wait_for_item(page, 1, step=2)
    expect(goal(page, MAYA, "A").get_by_role("radio", name="7", exact=True)).to_be_checked()
    expect(goal(page, BEN, "A").get_by_role("radio", name="10", exact=True)).to_be_checked()
    expect(page.get_by_role("textbox")).to_have_value("1 2 3 stays text")

    page.keyboard.press("Enter")
    expect(goal(page, MAYA, "B").locator("xpath=ancestor::div[contains(@class,'question')]")).to_contain_text(
        "Please answer this question."
    )
    page.keyboard.press("0")
    page.keyboard.press("4")
    page.get_by_role("textbox").focus()
    page.keyboard.press("Control+Enter")
    wait_for_item(page, 2, step=1)

    choose_naturalness(page, 2, "No difference")
    submit_goals(page)
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible(timeout=SHORT)
    code = page.locator(".bp-code").inner_text()
    assert len(code) >= 6

    page.get_by_role("button", name="Item 1").click()
    wait_for_item(page, 1, step=2)
    expect(page.get_by_text("locked", exact=True)).to_be_visible()
    goal(page, BEN, "A").get_by_role("radio", name="2", exact=True).click()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible(timeout=SHORT)
    assert page.locator(".bp-code").inner_text() == code
    assert traffic.received

    rows = export_and_analyse(server, study.study_id, tmp_path / "bundle")
    ratings = read_ratings_csv(tmp_path / "bundle" / "ratings.csv")
    assert {rating.dimension for rating in ratings} == {"naturalness", "goal", "remark"}
    assert [rating.revision for rating in ratings if rating.value == 2] == [1]
    alphas = {row["dimension"]: row for row in rows if row["statistic"] == "krippendorff_alpha"}
    assert {name: alphas[name]["note"].split(";")[0] for name in ("naturalness", "goal")} == {
        "naturalness": "no_pairable_units",
        "goal": "no_pairable_units",
    }


def test_dialogues_are_literal_and_blind(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place, n_pairs=1))
    shown = page.locator(".turns").first.locator(".bubble").all_text_contents()
    assert [line for line in (*HOSTILE, MARKED[1]) if line not in shown] == []
    assert page.evaluate("window.hacked") is None
    assert page.locator(".turns img, .turns a, .turns script, .turns b").count() == 0
    choose_naturalness(page, 1)
    received = "\n".join([*traffic.received, page.content()])
    assert [word for word in SECRET_WORDS if word in received] == []
    assert "SCRIPT:" not in received


def test_double_click_stores_once(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place))
    before = n_rows(place, RatingRow)
    page.get_by_role("radio", name="Dialogue A", exact=True).click()
    page.get_by_role("button", name="Lock answer and continue").dblclick()
    wait_for_item(page, 1, step=2)
    page.wait_for_function(
        "document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'"
    )
    assert n_rows(place, RatingRow) == before + 1
    assert page.get_by_role("radio", checked=True).count() == 0


def test_stale_second_tab_gets_the_conflict_and_stores_nothing(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place))
    other = page.context.new_page()
    traffic.watch(other)
    other.goto(server.address)
    wait_for_item(other, 1, step=1)
    choose_naturalness(page, 1, "Dialogue A")
    before = n_rows(place, RatingRow)
    other.get_by_role("radio", name="Dialogue B", exact=True).click()
    other.get_by_role("button", name="Lock answer and continue").click()
    expect(other.get_by_role("alert")).to_be_visible(timeout=SHORT)
    wait_for_item(other, 1, step=2)
    assert n_rows(place, RatingRow) == before


def test_draft_is_kept_while_the_server_does_not_take_it(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place))
    page.route("**/draft", lambda route: route.abort())
    page.keyboard.press("1")
    expect(page.get_by_text("Not saved yet")).to_be_visible(timeout=SHORT)
    page.reload()
    wait_for_item(page, 1, step=1)
    expect(page.get_by_role("radio", name="Dialogue A", exact=True)).to_be_checked()
    page.unroute("**/draft")
    expect(page.get_by_text("Draft saved")).to_be_visible(timeout=SHORT)


def test_killed_server_brings_back_item_sides_and_draft(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place))
    choose_naturalness(page, 1)
    before = page.locator(".turns").all_text_contents()
    page.keyboard.press("6")
    expect(page.get_by_text("Draft saved")).to_be_visible(timeout=SHORT)
    n_assignments = n_rows(place, AssignmentRow)
    server.kill()
    page.keyboard.press("5")
    expect(page.get_by_text("Not saved yet")).to_be_visible(timeout=SHORT)
    server.start()
    expect(page.get_by_text("Draft saved")).to_be_visible(timeout=3 * SHORT)
    page.reload()
    wait_for_item(page, 1, step=2)
    assert page.locator(".turns").all_text_contents() == before
    expect(goal(page, MAYA, "A").get_by_role("radio", name="6", exact=True)).to_be_checked()
    expect(goal(page, BEN, "A").get_by_role("radio", name="5", exact=True)).to_be_checked()
    assert n_rows(place, AssignmentRow) == n_assignments


def test_submission_while_the_server_is_down_arrives_when_it_is_back(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place))
    before = n_rows(place, RatingRow)
    page.keyboard.press("1")
    expect(page.get_by_text("Draft saved")).to_be_visible(timeout=SHORT)
    server.kill()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Waiting for the connection")).to_be_visible(timeout=SHORT)
    server.start()
    wait_for_item(page, 1, step=2)
    assert n_rows(place, RatingRow) == before + 1


def test_unknown_link_says_so(page: "Page", server: AppServer, traffic: Traffic) -> None:
    answer = page.goto(f"{server.address}/join/made-up")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="This link does not open a session")).to_be_visible()


@pytest.mark.parametrize("width", [1366, 390])
def test_nothing_jumps_while_pages_load_or_follow_each_other(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    page.add_init_script(
        "window.jumped = 0; const add = (entry) => { window.jumped += entry.value; };"
        "new PerformanceObserver((list) => list.getEntries().forEach(add))"
        ".observe({type: 'layout-shift', buffered: true});"
    )
    page.emulate_media(reduced_motion="no-preference")
    begin(page, new_link(server, place))
    assert page.evaluate("window.jumped") < 0.01
    page.reload()
    wait_for_item(page, 1, step=1)
    choose_naturalness(page, 1)
    submit_goals(page)
    wait_for_item(page, 2, step=1)
    assert page.evaluate("window.jumped") < 0.01
    assert traffic.errors == []
