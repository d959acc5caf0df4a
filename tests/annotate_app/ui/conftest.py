"""A workspace of this process, and pages run without a browser."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

import pytest
from streamlit.testing.v1 import AppTest

from annotate_app.services.workplace import Workplace, workplace_at
from annotate_app.settings import load_settings


class OpenApp(Protocol):
    def __call__(self, cookies: Mapping[str, str], accepted: str = "") -> AppTest: ...


@pytest.fixture
def place(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workplace]:
    """Make a fresh workspace the process's own."""
    shutil.copyfile(sqlite_template, tmp_path / "blindpair.db")
    monkeypatch.setenv("BLINDPAIR_WORKSPACE", str(tmp_path))
    monkeypatch.delenv("BLINDPAIR_DATABASE_URL", raising=False)
    opened = workplace_at(load_settings().database_url)
    yield opened
    opened.database.close()


def _script(cookies: dict[str, str], headers: dict[str, str]) -> None:
    from annotate_app.ui.navigation import run_app  # noqa: PLC0415

    run_app(cookies, headers)


@pytest.fixture
def open_app(place: Workplace) -> OpenApp:
    """Run the app as a browser with these cookies sees it."""

    def run(cookies: Mapping[str, str], accepted: str = "") -> AppTest:
        args = (dict(cookies), {"Accept-Language": accepted})
        return AppTest.from_function(_script, args=args, default_timeout=20).run()

    return run
