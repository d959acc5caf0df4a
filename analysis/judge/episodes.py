"""What is known of the judged dialogues: their pair, length, condition and who wrote them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.errors import TableError
from sim.errors import Problem, shown
from sim.schema.base import Mode
from sim.schema.unit import Unit, parse_unit

__all__ = ["EpisodeFact", "family_of", "read_episode_facts", "unit_of"]


@dataclass(frozen=True, slots=True)
class EpisodeFact:
    """One dialogue.

    Attributes
    ----------
    words
        Number of words of all turns.
    condition, models
        Empty while the study is blind.
    mode
        None while the study is blind.
    """

    pair_id: str
    words: int
    condition: str = ""
    models: frozenset[str] = frozenset()
    mode: Mode | None = None


def read_episode_facts(folders: Sequence[Path], *, blind: bool) -> dict[str, EpisodeFact]:
    """Read `episodes.jsonl` of every folder that has one; what an earlier folder says goes first.

    Raises
    ------
    TableError
        With every line that is no episode.
    OSError
        If a file cannot be read.
    """
    facts: dict[str, EpisodeFact] = {}
    problems: list[Problem] = []
    for path in (folder / "episodes.jsonl" for folder in folders if folder.is_dir()):
        if path.is_file():
            for outcome in _read(path, blind=blind):
                if isinstance(outcome, Problem):
                    problems.append(outcome)
                else:
                    facts.setdefault(*outcome)
    if problems:
        raise TableError(problems)
    return facts


def _read(path: Path, *, blind: bool) -> Iterator[tuple[str, EpisodeFact] | Problem]:
    with path.open(encoding="utf-8-sig") as stream:
        for number, line in enumerate(stream, start=1):
            if line.strip():
                try:
                    yield _fact(json.loads(line), blind=blind)
                except (ValueError, KeyError, AttributeError, TypeError):
                    source = f"{path.parent.name}/{path.name}"
                    yield Problem(
                        source, number, "", shown(line.strip()), "an episode with its ids and turns"
                    )


def _fact(episode: Mapping[str, Any], *, blind: bool) -> tuple[str, EpisodeFact]:
    words = sum(len(turn["text"].split()) for turn in episode["turns"])
    if blind:
        return episode["episode_id"], EpisodeFact(episode["pair_id"], words)
    models = frozenset((episode.get("provenance") or {}).get("models", {}).values())
    mode = Mode(episode["mode"]) if episode.get("mode") else None
    condition = episode.get("condition", "")
    return episode["episode_id"], EpisodeFact(episode["pair_id"], words, condition, models, mode)


def unit_of(name: str) -> Unit | None:
    """Parse a unit's name; None where it is another tool's."""
    try:
        return parse_unit(name)
    except ValueError:
        return None


def family_of(name: str, families: Mapping[str, str]) -> str:
    """Name the family of a model or judge: as given, else the letters that its name begins with.

    A path before the name is ignored: `meta-llama/Llama-3.1-8B` is of the family `llama`.
    """
    if name in families:
        return families[name].lower()
    last = name.rstrip("/").rpartition("/")[2].lower()
    letters = len(last) - len(last.lstrip("abcdefghijklmnopqrstuvwxyz"))
    return last[:letters] or last
