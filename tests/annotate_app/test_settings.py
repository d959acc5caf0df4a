"""Where everything is, from the environment."""

from pathlib import Path

import pytest

from annotate_app.settings import load_settings


def test_settings_of_an_empty_environment(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {})
    assert settings.database_url == f"sqlite:///{tmp_path.resolve() / 'blindpair.db'}"
    assert settings.secure_cookies is False
    assert settings.trusted_proxies == "127.0.0.1,::1"


@pytest.mark.parametrize("proxies", ["", "10.0.0.0/8, 192.0.2.1"])
def test_proxies_come_from_the_environment(tmp_path: Path, proxies: str) -> None:
    assert load_settings(tmp_path, {"BLINDPAIR_TRUSTED_PROXIES": proxies}).trusted_proxies == proxies


def test_workspace_is_without_a_database_until_there_is_its_file(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {})
    assert settings.is_without_database
    (tmp_path / "blindpair.db").touch()
    assert not settings.is_without_database
    url = "postgresql://localhost/x"
    assert not load_settings(tmp_path / "none", {"BLINDPAIR_DATABASE_URL": url}).is_without_database
