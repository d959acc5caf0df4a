"""The scenarios and people that come with the package."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from sim.schema.scenario import Character, Goal, Relationship, Scenario, ScenarioKind

__all__ = ["LICENCE", "builtin_people", "builtin_scenarios", "package_data"]

LICENCE = "MIT"


def builtin_scenarios() -> tuple[Scenario, ...]:
    """Return the built-in pack, in its order."""
    people = builtin_people()
    return tuple(_scenario(entry, people) for entry in package_data("pack.toml")["environments"])


def builtin_people() -> dict[str, Character]:
    """Return the invented people by key, in the order of their file."""
    entries = package_data("people.toml")["people"]
    return {
        entry["key"]: Character(**{field: value for field, value in entry.items() if field != "key"})
        for entry in entries
    }


@cache
def package_data(name: str) -> dict[str, Any]:
    """Read a TOML file of this package's data."""
    return tomllib.loads((resources.files("sim.scenarios") / "data" / name).read_text(encoding="utf-8"))


def _scenario(entry: dict[str, Any], people: dict[str, Character]) -> Scenario:
    first, second = entry["people"]
    return Scenario(
        scenario_id=f"builtin-{entry['id']}",
        environment_id=f"builtin-{entry['id']}",
        kind=ScenarioKind(entry["kind"]),
        setting=entry["setting"],
        relationship=Relationship(entry["relationship"]),
        characters=(people[first], people[second]),
        goals=(Goal.model_validate(entry["goals"][0]), Goal.model_validate(entry["goals"][1])),
        source="Blindpair, built-in pack",
        licence=LICENCE,
    )
