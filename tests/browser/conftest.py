"""A real server process and a real Chromium; whatever asks another host for anything fails."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from annotate_app.services.workplace import Workplace, workplace_at
from tests.browser.server import AppServer

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, WebSocket

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
REQUIRED = os.environ.get("BLINDPAIR_REQUIRE_BROWSER") == "1"
FOLDER = Path(__file__).parent
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


# Without the package the session cannot even be imported; `test_browser.py` then says what is missing.
collect_ignore = [] if find_spec("playwright") else ["test_rater_session.py", "test_rating_page.py"]


def _missing() -> str:
    if CHROMIUM is None:
        return "no chromium on PATH (Debian: apt-get install --no-install-recommends chromium)"
    if find_spec("pytest_playwright") is None:
        return "pytest-playwright is not installed (pip install -e '.[browser]')"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark this folder's tests, and skip them where there is no browser, unless one is required."""
    missing = _missing()
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if missing and not REQUIRED:
                item.add_marker(pytest.mark.skip(reason=f"browser tests need Chromium: {missing}"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Start the system's Chromium, quiet and without its own network traffic."""
    return {"executable_path": CHROMIUM, "args": list(ARGUMENTS)}


@pytest.fixture
def browser_context_args() -> dict[str, Any]:
    """Look at the app as a laptop does."""
    return {"viewport": {"width": 1366, "height": 768}, "reduced_motion": "reduce", "color_scheme": "light"}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """Serve one workspace to all tests of this process; each makes studies of its own."""
    running = AppServer(tmp_path_factory.mktemp("served"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def place(server: AppServer) -> Workplace:
    """Open the served workspace from this process too."""
    return workplace_at(server.database_url)


@dataclass
class Traffic:
    """What went to and came from the browser."""

    origin: str
    foreign: list[str] = field(default_factory=list[str])
    received: list[str] = field(default_factory=list[str])
    errors: list[str] = field(default_factory=list[str])

    def watch(self, page: "Page") -> None:
        """Record this page's requests, websocket frames and errors."""

        def on_request(request: "Request") -> None:
            parts = urlsplit(request.url)
            if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(self.origin).netloc:
                self.foreign.append(request.url)

        def on_socket(socket: "WebSocket") -> None:
            socket.on("framereceived", lambda frame: self.received.append(_text(frame)))

        page.on("request", on_request)
        page.on("websocket", on_socket)
        page.on("pageerror", lambda error: self.errors.append(str(error)))


def _text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode("utf-8", errors="replace")


@pytest.fixture
def traffic(page: "Page", server: AppServer) -> Iterator[Traffic]:
    """Watch the page; afterwards, no other host was asked and no script failed."""
    watched = Traffic(server.address)
    watched.watch(page)
    yield watched
    assert watched.foreign == []
    assert watched.errors == []
