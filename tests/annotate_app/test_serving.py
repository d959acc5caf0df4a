"""`blindpair serve` as a process of its own, without a browser."""

import json
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

import annotate_app
from tests.browser.server import MAIN, AppServer, blindpair

_READ_CONFIG = """
import json, sys
import annotate_app.asgi
from streamlit import config
print(json.dumps({name: config.get_option(name) for name in sys.argv[1:]}))
"""
_IMPORTED = """
import json, sys
import annotate_app.asgi
print(json.dumps(sorted({"pandas", "scipy", "altair", "jinja2"} & sys.modules.keys())))
"""
CONFIG = Path(annotate_app.__file__).parent / ".streamlit" / "config.toml"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    running = AppServer(tmp_path_factory.mktemp("served"))
    running.start()
    yield running
    running.stop()


def test_page_has_the_security_headers(server: AppServer) -> None:
    headers = httpx2.get(server.address, timeout=30).headers
    assert headers["X-Frame-Options"] == "DENY"
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "Server" not in headers


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/healthz", 200),
        ("/join/made-up", 404),
        ("/_stcore/health", 200),
        ("/_stcore/metrics", 404),
        ("/_stcore/agent/openapi.json", 404),
        ("/_stcore/agent/mcp", 404),
        ("/admin/sign-in", 200),
        ("/favicon.ico", 200),
    ],
)
def test_routes_answer(server: AppServer, path: str, expected: int) -> None:
    assert httpx2.get(f"{server.address}{path}", timeout=30).status_code == expected


def test_the_icon_is_the_apps_own(server: AppServer) -> None:
    answer = httpx2.get(f"{server.address}/favicon.png", timeout=30)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content == (CONFIG.parents[1] / "web" / "favicon.png").read_bytes()


def test_staff_pages_lead_to_signing_in(server: AppServer) -> None:
    answer = httpx2.get(f"{server.address}/studies", timeout=30)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/admin/sign-in")


def test_a_database_that_is_away_is_a_friendly_page(server: AppServer) -> None:
    file = server.workspace / "blindpair.db"
    moved = file.rename(server.workspace / "elsewhere.db")
    form = {"user": "ada", "password": "some password"}
    own = {"Sec-Fetch-Site": "same-origin"}
    answer = httpx2.post(f"{server.address}/admin/sign-in", data=form, headers=own, timeout=30)
    moved.rename(file)
    assert (answer.status_code, answer.headers["X-Frame-Options"]) == (503, "DENY")
    assert "try again in a moment" in answer.text
    assert str(file) not in answer.text


def test_an_address_told_by_the_proxy_is_slowed_down_alone(server: AppServer) -> None:
    def attempt(address: str) -> int:
        headers = {"Sec-Fetch-Site": "same-origin", "X-Forwarded-For": f"198.51.100.9, {address}"}
        # Too long to be looked at any further.
        return httpx2.post(
            f"{server.address}/admin/sign-in", data={"user": "x" * 20_000}, headers=headers, timeout=30
        ).status_code

    assert attempt("192.0.2.1") == 413
    # A slow machine is given some attempts back meanwhile.
    assert any(attempt("192.0.2.1") == 429 for _ in range(60))
    assert attempt("192.0.2.2") == 413


def test_no_other_host_may_embed_or_configure_the_app(server: AppServer) -> None:
    settings = httpx2.get(f"{server.address}/_stcore/host-config", timeout=30).json()
    assert (settings["allowedOrigins"], settings["metricsUrl"]) == ([], "")


def test_a_port_in_use_is_one_clear_message(server: AppServer, tmp_path: Path) -> None:
    port = server.address.rpartition(":")[2]
    for command in ("serve", "demo"):
        ended = blindpair(command, "--workspace", str(tmp_path), "--port", port)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr.startswith(f"Port {port} on 127.0.0.1 cannot be used")
        assert "Traceback" not in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_termination_signal_ends_it_cleanly(tmp_path: Path) -> None:
    running = AppServer(tmp_path)
    running.start()
    assert running.stop() == 0


def test_a_demo_can_be_played_by_fixed_rules(tmp_path: Path) -> None:
    arguments = ("--model", "scripted", "--scenarios", "1", "--port", "0", "--no-open", "--json")
    command = [sys.executable, "-c", MAIN, "demo", *arguments, "--workspace", str(tmp_path / "demo")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as demo:
        assert demo.stdout is not None
        made = json.loads(demo.stdout.readline())
        assert [study["name"] for study in made["studies"]] == ["Demo 1", "Demo 2"]
        assert httpx2.get(made["rater_links"][0], timeout=30).status_code == 303
        demo.send_signal(signal.SIGINT)
        assert demo.wait(30) == 0


def test_streamlit_is_set_up_as_measured_from_any_folder(tmp_path: Path) -> None:
    expected = {
        "runner.postScriptGC": False,
        "browser.gatherUsageStats": False,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": False,
        "server.enableAgentApi": False,
        "server.fileWatcherType": "none",
        "server.enableXsrfProtection": True,
    }
    ended = subprocess.run(
        [sys.executable, "-c", _READ_CONFIG, *expected],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ended.stdout) == expected


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme_is_readable(scheme: str) -> None:
    theme = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"][scheme]
    grounds = (theme["backgroundColor"], theme["secondaryBackgroundColor"])
    for ground in grounds:
        assert _contrast(theme["textColor"], ground) >= 7
        assert _contrast(theme["linkColor"], ground) >= 4.5
        assert _contrast(theme["redColor"], ground) >= 4.5
    assert _contrast("#ffffff", theme["primaryColor"]) >= 4.5


def test_app_starts_without_what_only_analyses_need() -> None:
    done = subprocess.run([sys.executable, "-c", _IMPORTED], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
