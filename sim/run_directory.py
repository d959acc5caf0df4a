"""A run directory on disk: what is done, what failed, and adding to both so that a kill loses nothing."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from io import FileIO
from pathlib import Path

from pydantic import BaseModel, JsonValue, ValidationError

from sim.errors import ContractError, Problem, SimError, shown
from sim.llm.journal import NewerRunError, StorageError
from sim.schema.base import SCHEMA_VERSION
from sim.schema.episode import Episode
from sim.schema.jsonl import iter_jsonl, read_jsonl_file
from sim.schema.run import FailureRecord, RunManifest
from sim.schema.validation import problems_of

__all__ = ["ChangedSettingsError", "RunDirectory", "read_manifest", "write_whole"]


class ChangedSettingsError(SimError):
    """The run directory belongs to a run with other settings."""


class RunDirectory:
    """The files of one run; they are only ever added to, except that a line cut off by a kill is removed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._streams: dict[Path, FileIO] = {}

    @property
    def episodes(self) -> Path:
        """One line an episode, in the order in which they were completed."""
        return self.folder / "episodes.jsonl"

    @property
    def failures(self) -> Path:
        """One line a failed attempt."""
        return self.folder / "failures.jsonl"

    @property
    def journal(self) -> Path:
        """The journal of paid calls."""
        return self.folder / "calls.sqlite"

    def prepare(self, manifest: RunManifest) -> RunManifest:
        """Create the run, or take it up if its settings are the same; returns the manifest in force.

        Raises
        ------
        ChangedSettingsError
            With every setting that differs.
        NewerRunError
            If a newer Blindpair made the run.
        ContractError
            If its manifest cannot be read.
        StorageError
            If the folder cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if (self.folder / "manifest.json").exists():
                known = read_manifest(self.folder)
                _refuse_changes(self.folder, known.settings, manifest.settings)
                self._repair()
                return known
            write_whole(self.folder / "manifest.json", manifest.model_dump_json(indent=2) + "\n")
        except OSError as error:
            raise _storage(self.folder, error) from None
        return manifest

    def open_for_judging(self) -> None:
        """Create the folder, or take it up whatever run it holds.

        Raises
        ------
        NewerRunError
            If a newer Blindpair made the run.
        StorageError
            If the folder cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if (self.folder / "manifest.json").exists():
                read_manifest(self.folder)
            self._repair()
        except OSError as error:
            raise _storage(self.folder, error) from None

    def write(self, path: Path, text: str) -> None:
        """Write a whole file, or leave the old one.

        Raises
        ------
        StorageError
            If the disk is full or fails.
        """
        try:
            write_whole(path, text)
        except OSError as error:
            raise _storage(path, error) from None

    def done_ids(self) -> set[str]:
        """Collect the ids of all completed episodes."""
        if not self.episodes.exists():
            return set()
        with self.episodes.open(encoding="utf-8") as stream:
            return {json.loads(line)["episode_id"] for line in stream if line.strip()}

    def iter_episodes(self) -> Iterator[Episode]:
        """Read the completed episodes one at a time, in file order.

        Raises
        ------
        ContractError
            At the first line that is no episode.
        """
        if not self.episodes.exists():
            return
        with self.episodes.open("rb") as stream:
            for found in iter_jsonl(stream, Episode, source=self.episodes.name):
                if isinstance(found, Problem):
                    raise ContractError([found])
                yield found.record

    def earlier_failures(self) -> Mapping[str, Sequence[FailureRecord]]:
        """Group all failures by object, oldest first.

        Raises
        ------
        ContractError
            With every line that cannot be read.
        """
        by_object: dict[str, list[FailureRecord]] = defaultdict(list)
        if self.failures.exists():
            file = read_jsonl_file(self.failures, FailureRecord)
            if file.problems:
                raise ContractError(file.problems)
            for located in file.records:
                by_object[located.record.object_id].append(located.record)
        return by_object

    def add(self, path: Path, record: BaseModel) -> None:
        """Add one line and hand it to the operating system.

        Raises
        ------
        StorageError
            If the disk is full or fails.
        """
        line = f"{record.model_dump_json()}\n".encode()
        try:
            stream = self._streams.get(path)
            if stream is None:
                stream = self._streams[path] = path.open("ab", buffering=0)
            while line:
                line = line[stream.write(line) :]
        except OSError as error:
            raise _storage(path, error) from None

    def close(self) -> None:
        """Close the files."""
        for stream in self._streams.values():
            stream.close()

    def _repair(self) -> None:
        for path in (self.episodes, self.failures):
            if path.exists():
                _drop_cut_off_line(path)


def read_manifest(folder: Path) -> RunManifest:
    """Read a run's manifest.

    Raises
    ------
    NewerRunError
        If a newer Blindpair made the run.
    ContractError
        If there is no manifest of a run, with every problem.
    OSError
        If it cannot be read.
    """
    path = folder / "manifest.json"
    if not path.exists():
        raise ContractError([Problem(str(path), None, "", "no such file", "the folder of a run")])
    text = path.read_bytes()
    try:
        version = json.loads(text).get("schema_version")
    except (ValueError, AttributeError):
        version = None
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise NewerRunError(
            f"{path}: found schema version {version}, expected {SCHEMA_VERSION} at most. A newer Blindpair "
            "made this run; use that one, or another output folder."
        )
    try:
        return RunManifest.model_validate_json(text)
    except ValidationError as error:
        raise ContractError(problems_of(error, source=str(path), line=None)) from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one, whatever happens meanwhile."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(path)


def _refuse_changes(folder: Path, known: Mapping[str, JsonValue], asked: Mapping[str, JsonValue]) -> None:
    changed = [
        f"  {name}: the run has {shown(known.get(name))}, the command says {shown(asked.get(name))}"
        for name in sorted({*known, *asked})
        if known.get(name) != asked.get(name)
    ]
    if changed:
        raise ChangedSettingsError(
            f"{folder} holds a run with other settings, and a run keeps its settings:\n"
            + "\n".join(changed)
            + "\nGive the run's settings to continue it, or another output folder to start a new one."
        )


def _drop_cut_off_line(path: Path) -> None:
    """Remove what follows the last line end: a kill can cut off a line, and its calls are in the journal."""
    with path.open("rb+") as stream:
        end = stream.seek(0, 2)
        position, tail = end, b""
        while position > 0 and b"\n" not in tail:
            step = min(65536, position)
            position -= step
            stream.seek(position)
            tail = stream.read(step) + tail
        keep = position + tail.rfind(b"\n") + 1
        if keep < end:
            stream.truncate(keep)


def _storage(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"{path}: could not be written ({error.strerror or error}). The run stopped; everything stored "
        "before is kept. Make room or choose another folder, and give the same command again."
    )
