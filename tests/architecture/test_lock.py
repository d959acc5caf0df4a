"""The lock file pins every dependency inside its range, with hashes, and names no package index."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "deploy" / "requirements.lock").read_text(encoding="utf-8")


def test_lock_pins_every_dependency_inside_its_range() -> None:
    pins = dict(re.findall(r"^([a-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", LOCK, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [Requirement(line) for line in project["dependencies"]]
    outside = [r.name for r in wanted if r.name not in pins or not r.specifier.contains(pins[r.name])]
    assert not outside


def test_every_pin_has_hashes() -> None:
    pins = re.split(r"\n(?=[a-z0-9])", LOCK)
    assert all("--hash=sha256:" in pin for pin in pins if "==" in pin.splitlines()[0])


def test_lock_names_no_host() -> None:
    assert "://" not in LOCK
    assert "index" not in LOCK
