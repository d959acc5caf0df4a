"""Whether there is a browser to test with; where there is none, the skip says what is missing."""

from importlib.util import find_spec

from tests.browser.conftest import CHROMIUM


def test_chromium_and_its_driver_are_here() -> None:
    assert CHROMIUM
    assert find_spec("pytest_playwright")
