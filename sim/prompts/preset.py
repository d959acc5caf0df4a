"""Presets: named, versioned sets of prompt templates."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from sim.errors import SimError

__all__ = ["Preset", "UnknownPresetError", "load_preset", "preset_names"]

_SUFFIX = ".txt"


class UnknownPresetError(SimError):
    """There is no preset of that name."""


@dataclass(frozen=True)
class Preset:
    """A set of templates; `{word}` in a template is filled in, `{{` and `}}` stand for single braces."""

    name: str
    templates: Mapping[str, str]

    def fill(self, template: str, **values: str | int) -> str:
        """Fill one template; the values' own braces mean nothing."""
        return self.templates[template].format(**values)

    def hashes(self) -> dict[str, str]:
        """Hash every template: SHA-256 per name, 64 hexadecimal digits."""
        return {
            f"{self.name}/{name}": hashlib.sha256(text.encode()).hexdigest()
            for name, text in self.templates.items()
        }


def preset_names() -> tuple[str, ...]:
    """Name the presets that come with the package, sorted."""
    folder = resources.files("sim.prompts") / "templates"
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir() and entry.name != "judge"))


@cache
def load_preset(name: str) -> Preset:
    """Load a preset, or the judge's templates.

    Raises
    ------
    UnknownPresetError
        If there is none of that name.
    """
    if name not in {*preset_names(), "judge"}:
        raise UnknownPresetError(f"There is no preset {name!r}; there are {', '.join(preset_names())}.")
    folder = resources.files("sim.prompts") / "templates" / name
    templates = {
        file.name.removesuffix(_SUFFIX): file.read_text(encoding="utf-8").rstrip("\n")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(_SUFFIX)
    }
    return Preset(name, templates)
