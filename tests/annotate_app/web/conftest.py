"""The routes of an app on a fresh workspace."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from annotate_app.services.workplace import Workplace, workplace_at
from annotate_app.web.assets import asset_route
from annotate_app.web.drafts import draft_route
from annotate_app.web.entrance import Entrance
from annotate_app.web.security import SecurityHeaders


@pytest.fixture
def place(sqlite_template: Path, tmp_path: Path) -> Iterator[Workplace]:
    """Open a fresh workspace."""
    shutil.copyfile(sqlite_template, tmp_path / "blindpair.db")
    opened = workplace_at(f"sqlite:///{tmp_path / 'blindpair.db'}")
    yield opened
    opened.database.close()


@pytest.fixture
def client(place: Workplace) -> TestClient:
    """Ask the routes as a browser on the app's own pages would."""
    entrance = Entrance(lambda: place, secure=False, home="/studies")
    routes = [*entrance.routes(), draft_route(lambda: place), asset_route()]
    return TestClient(
        Starlette(routes=routes, middleware=[Middleware(SecurityHeaders)]),
        follow_redirects=False,
        headers={"Sec-Fetch-Site": "same-origin"},
    )
