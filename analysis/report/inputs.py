"""What was read: files with their hashes, and versions of what computed."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

from analysis.report.results import InputFile
from sim.schema.bundle import file_sha256

__all__ = ["input_files", "versions"]

_READ = (
    "assignments.csv",
    "conditions.csv",
    "episodes.jsonl",
    "failures.jsonl",
    "items.csv",
    "manifest.json",
    "raters.csv",
    "ratings.csv",
    "study.toml",
)
_LIBRARIES = ("blindpair", "krippendorff", "numpy", "scipy")


def input_files(paths: Iterable[Path]) -> Iterator[InputFile]:
    """Hash every file that was read, named without the folders above it."""
    for path in paths:
        files = [path / name for name in _READ] if path.is_dir() else [path]
        for file in files:
            if file.is_file():
                name = f"{path.resolve().name}/{file.name}" if path.is_dir() else file.name
                yield InputFile(name, file_sha256(file), file.stat().st_size)


def versions() -> Mapping[str, str]:
    """Say which versions computed the numbers."""
    return {name: version(name) for name in _LIBRARIES}
