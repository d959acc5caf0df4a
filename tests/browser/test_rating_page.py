"""The rating page's behaviour in Chromium: keys, texts, room, and what it does when drawn again."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import ViewportSize, expect
from sqlalchemy import select

from annotate_app.services.workplace import Workplace
from annotate_app.store.models import AssignmentRow
from tests.annotate_app.ui.sample_study import make_study
from tests.browser.conftest import Traffic
from tests.browser.server import AppServer
from tests.browser.steps import SHORT, begin, choose_naturalness, goal, wait_for_item

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MAYA, BEN = "Maya Lindqvist", "Benjamin Okafor"
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP_AT_DOUBLE_SIZE: ViewportSize = {"width": 683, "height": 384}
TYPE_AT_ONCE = """
(keys) => {
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}
"""


def new_link(server: AppServer, place: Workplace, *, n_pairs: int = 1) -> str:
    return f"{server.address}{make_study(place, n_pairs=n_pairs, n_raters=1).links[0].path}"


def second_step(page: "Page", server: AppServer, place: Workplace) -> None:
    begin(page, new_link(server, place))
    choose_naturalness(page, 1)


def point(page: "Page", name: str, dialogue: str, number: int) -> "Locator":
    return goal(page, name, dialogue).get_by_role("radio", name=str(number), exact=True)


def test_a_key_too_many_changes_no_answer(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    second_step(page, server, place)
    for key in "73085":
        page.keyboard.press(key)
    assert page.get_by_role("radio", checked=True).all_inner_texts() == ["7", "3", "0", "8"]
    assert page.locator(".question.active").count() == 0
    expect(page.locator(".submit.next")).to_be_visible()
    page.get_by_role("textbox").press("Escape")
    point(page, BEN, "B", 8).click()
    page.keyboard.press("5")
    expect(point(page, BEN, "B", 5)).to_be_checked()


def test_one_and_zero_typed_at_once_are_ten(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    second_step(page, server, place)
    page.evaluate(TYPE_AT_ONCE, ["1", "0", "4"])
    expect(point(page, MAYA, "A", 10)).to_be_checked()
    expect(point(page, BEN, "A", 4)).to_be_checked()
    assert page.get_by_role("radio", checked=True).count() == 2


def test_a_remark_too_long_is_marked_kept_and_not_submitted(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    second_step(page, server, place)
    for key in "7308":
        page.keyboard.press(key)
    remark = page.get_by_role("textbox")
    remark.fill("x" * 3_700)
    expect(page.locator(".characters-left")).to_have_text("3700 / 4000")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("button", name="Submit")).to_be_in_viewport(ratio=1)
    long = "\U0001f600" * 4_001
    remark.fill(long)
    expect(page.get_by_text("too long to be submitted (4001 of 4000 characters)").first).to_be_visible()
    expect(page.get_by_text("Draft saved; see the marked answer.")).to_be_visible(timeout=SHORT)
    page.get_by_role("button", name="Submit").click()
    expect(remark).to_be_focused()
    page.reload()
    expect(page.get_by_role("textbox")).to_have_value(long, timeout=SHORT)
    expect(page.get_by_text("too long to be submitted").first).to_be_visible()
    page.get_by_role("textbox").fill("short")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible(timeout=SHORT)


def test_a_remark_that_cannot_be_stored_stays_in_this_browser(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    second_step(page, server, place)
    page.keyboard.press("7")
    page.get_by_role("textbox").evaluate(
        "(box) => { box.value = 'half \\ud83d'; box.dispatchEvent(new Event('input')); }"
    )
    expect(page.get_by_text("has a character that cannot be kept").first).to_be_visible()
    expect(page.get_by_text("Draft saved; see the marked answer.")).to_be_visible(timeout=SHORT)
    page.reload()
    expect(page.get_by_text("has a character that cannot be kept").first).to_be_visible(timeout=SHORT)
    expect(point(page, MAYA, "A", 7)).to_be_checked()


def test_a_refused_draft_is_said_and_tried_again(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    second_step(page, server, place)
    statuses = iter([503, 413, 401])
    page.route("**/draft", lambda route: route.fulfill(status=next(statuses)), times=3)
    page.keyboard.press("7")
    expect(page.get_by_text("Not saved yet, trying again")).to_be_visible(timeout=SHORT)
    expect(page.get_by_text("Not saved: this session has ended")).to_be_visible(timeout=SHORT)
    expect(page.get_by_text("Draft saved", exact=True)).to_be_visible(timeout=SHORT)


def test_the_form_drawn_again_keeps_what_is_filled_in(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    second_step(page, server, place)
    for key in "73":
        page.keyboard.press(key)
    page.get_by_role("textbox").fill("Half a thought")
    ground = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"(light) => {ground} !== light", arg=light)
    expect(page.get_by_text("Draft saved", exact=True)).to_be_visible(timeout=SHORT)
    assert page.get_by_role("radio", checked=True).all_inner_texts() == ["7", "3"]
    expect(page.get_by_role("textbox")).to_have_value("Half a thought")


def test_on_a_phone_dialogue_b_is_one_touch_away(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    page.set_viewport_size(PHONE)
    begin(page, new_link(server, place))
    second = page.get_by_role("heading", name="Dialogue B", exact=True)
    expect(second).not_to_be_in_viewport()
    go = page.get_by_role("button", name="Go to: Dialogue B")
    go.click()
    expect(second).to_be_in_viewport(ratio=1)
    expect(go).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("button", name="Go to: Situation")).to_be_in_viewport()


def test_a_folded_character_is_whole_again_with_the_next_item(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place, n_pairs=2))
    choose_naturalness(page, 1)
    secret = page.locator(".secret").first
    expect(secret).to_be_visible()
    room = page.locator(".turns").first
    before = room.bounding_box()
    for name in (MAYA, BEN):
        page.get_by_role("button", name=f"Less about {name}").click()
    after = room.bounding_box()
    expect(secret).to_be_hidden()
    assert before is not None
    assert after is not None
    assert after["height"] >= before["height"]
    expect(page.locator(".goal").first).to_be_visible()
    page.get_by_role("button", name=f"More about {MAYA}").click()
    expect(secret).to_be_visible()
    page.get_by_role("button", name=f"Less about {MAYA}").click()
    for key in "7308":
        page.keyboard.press(key)
    page.get_by_role("button", name="Submit").click()
    wait_for_item(page, 2, step=1)
    choose_naturalness(page, 2)
    for at in range(page.locator(".secret").count()):
        expect(page.locator(".secret").nth(at)).to_be_visible()
    expect(page.get_by_role("button", name="More about")).to_have_count(0)


def test_the_way_to_start_is_in_sight(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    page.goto(new_link(server, place))
    page.get_by_role("button", name="I agree and want to take part").click(timeout=SHORT)
    start = page.get_by_role("button", name="Start rating")
    for size in (LAPTOP, PHONE, LAPTOP_AT_DOUBLE_SIZE):
        page.set_viewport_size(size)
        expect(start).to_be_in_viewport(ratio=1, timeout=SHORT)


def test_skipping_asks_why_and_goes_on_with_the_next_item(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place, n_pairs=2))
    page.get_by_role("button", name="Skip this item").click()
    dialog = page.get_by_role("dialog", name="Skip this item")
    dialog.get_by_role("button", name="Skip", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text("Please choose one of the reasons.")
    page.keyboard.press("1")
    expect(page.get_by_role("radio", name="Dialogue A", exact=True)).not_to_be_checked()
    dialog.get_by_role("radio", name="I cannot judge this").check()
    dialog.get_by_role("textbox").fill("in a language that I do not read")
    dialog.get_by_role("button", name="Skip", exact=True).click()
    wait_for_item(page, 2, step=1)
    with place.database.reading() as session:
        (row,) = session.scalars(select(AssignmentRow).where(AssignmentRow.skipped_at.is_not(None))).all()
        assert (row.position, row.skip_reason) == (0, "cannot_judge")
        assert row.skip_remark == "in a language that I do not read"


def test_dialogues_scroll_together_turn_by_turn(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place))
    page.set_viewport_size({"width": 1280, "height": 420})
    first, second = page.locator(".turns").all()
    page.get_by_role("button", name="Scroll together").click()
    tops = [
        [turn.bounding_box()["y"] for turn in column.locator("li").all()[:3]]  # pyright: ignore[reportOptionalSubscript]
        for column in (first, second)
    ]
    assert tops[0] == pytest.approx(tops[1], abs=1)
    first.evaluate("node => node.scrollTop = 40")
    page.wait_for_function("() => true")
    page.wait_for_timeout(200)
    assert second.evaluate("node => node.scrollTop") == pytest.approx(40, abs=1)


def test_tab_that_was_overtaken_says_so_when_it_is_looked_at(
    page: "Page", server: AppServer, place: Workplace, traffic: Traffic
) -> None:
    begin(page, new_link(server, place))
    other = page.context.new_page()
    other.goto(server.address)
    wait_for_item(other, 1, step=1)
    choose_naturalness(other, 1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("This item was changed in another tab.")).to_be_visible(timeout=SHORT)
