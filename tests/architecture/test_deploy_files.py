"""The files for a server say what the app understands."""

import re
from pathlib import Path

from annotate_app.settings import load_settings

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_every_setting_of_the_compose_file_is_read(tmp_path: Path) -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    app = text.partition("\n  app:\n")[2].partition("\n  proxy:\n")[0]
    given = dict(re.findall(r'^\s+(BLINDPAIR_\w+): "?([^"\n]+)"?$', app, flags=re.MULTILINE))
    settings = load_settings(tmp_path, given)
    assert settings.database_url.startswith("postgresql://")
    assert settings.secure_cookies
    assert settings.trusted_proxies == "10.77.0.0/24"
    assert len(given) == 3


def test_every_variable_of_the_compose_file_is_in_the_example() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\$\{(\w+)", text))
    assert wanted == set(re.findall(r"^(\w+)=", example, flags=re.MULTILINE))
