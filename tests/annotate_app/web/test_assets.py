"""The component's files over HTTP."""

import pytest
from starlette.testclient import TestClient

from annotate_app.ui.components.rating_item import ASSET_NAMES, ASSET_PREFIX, asset_bytes, asset_version


@pytest.mark.parametrize("name", ASSET_NAMES)
def test_each_file_is_served_for_ever_under_its_version(client: TestClient, name: str) -> None:
    answer = client.get(f"{ASSET_PREFIX}/{asset_version()}/{name}")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Type"].startswith(
        "text/css" if name.endswith("css") else "text/javascript"
    )


def test_another_version_is_not_kept(client: TestClient) -> None:
    assert client.get(f"{ASSET_PREFIX}/0/main.js").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", ["secrets.js", "..%2Frating_item.py"])
def test_nothing_else_is_served(client: TestClient, name: str) -> None:
    assert client.get(f"{ASSET_PREFIX}/0/{name}").status_code == 404


def test_every_import_of_the_files_is_served() -> None:
    for name in ASSET_NAMES:
        for line in asset_bytes(name).decode().splitlines():
            if line.startswith("import "):
                assert line.split('"')[1].removeprefix("./") in ASSET_NAMES


def test_files_make_elements_from_text_only() -> None:
    source = "".join(asset_bytes(name).decode() for name in ASSET_NAMES if name.endswith(".js"))
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http://"):
        assert forbidden not in source
