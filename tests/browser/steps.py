"""What a rater does, said once."""

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

__all__ = ["SHORT", "begin", "choose_naturalness", "goal", "heading", "submit_goals", "wait_for_item"]

SHORT = 30_000
"""Milliseconds a page may take on a busy machine."""


def begin(page: "Page", link: str) -> None:
    """Open a link, agree, read the instructions, start."""
    page.goto(link)
    page.get_by_role("button", name="I agree and want to take part").click(timeout=SHORT)
    page.get_by_role("button", name="Start rating").click(timeout=SHORT)
    wait_for_item(page, 1, step=1)


def heading(page: "Page", number: int, *, step: int) -> "Locator":
    """Find the heading of an item's step."""
    return page.get_by_role("heading", level=1, name=f"Item {number} of").filter(has_text=f"Step {step} of")


def wait_for_item(page: "Page", number: int, *, step: int) -> None:
    """Wait until an item's step is shown."""
    expect(heading(page, number, step=step)).to_be_attached(timeout=SHORT)


def choose_naturalness(page: "Page", number: int, answer: str = "Dialogue A") -> None:
    """Answer and lock the first step by mouse."""
    page.get_by_role("radio", name=answer, exact=True).click()
    page.get_by_role("button", name="Lock answer and continue").click()
    wait_for_item(page, number, step=2)


def goal(page: "Page", name: str, dialogue: str) -> "Locator":
    """Find a goal question by its accessible name."""
    question = f"How far did {name} reach this goal by the end? (dialogue {dialogue})"
    return page.get_by_role("radiogroup", name=question, exact=True)


def submit_goals(page: "Page", *, keys: str = "7308") -> None:
    """Answer the four goal questions by keys and submit."""
    for key in keys:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
