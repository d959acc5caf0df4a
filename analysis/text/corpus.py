"""Dialogues by condition and environment, with every property measured."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analysis.condition_order import contrasts_in_order, ranked
from analysis.errors import OptionError, TableError
from analysis.resampling.resampled import Numbers
from analysis.tables.items import episodes_of_other_purposes
from analysis.text.dialogue import Dialogue, prepare
from analysis.text.measured import Measured
from analysis.text.properties import PROPERTIES, TextProperty
from sim.errors import ContractError
from sim.schema.episode import BlindEpisode, Episode
from sim.schema.jsonl import read_jsonl_file
from sim.schema.rating import Purpose
from sim.schema.study import Contrast, read_study_toml

__all__ = ["Corpus", "corpus_of", "load_corpus"]

_TABLES = {".csv", ".tsv", ".parquet", ".xlsx"}


@dataclass(frozen=True, eq=False)
class Corpus:
    """Dialogues with where they belong.

    Attributes
    ----------
    conditions
        Names of the conditions, the better informed mode first; empty where they are not known.
    condition
        Index into `conditions`, -1 where not known; shape `(n_dialogues,)`.
    environments
        Names of the environments (the pair where there is none).
    environment
        Index into `environments`, shape `(n_dialogues,)`.
    contrasts
        Every two conditions, in the order in which a study compares them.
    """

    dialogues: tuple[Dialogue, ...]
    conditions: tuple[str, ...]
    condition: NDArray[np.int64]
    environments: tuple[str, ...]
    environment: NDArray[np.int64]
    contrasts: tuple[Contrast, ...]

    @cached_property
    def measured(self) -> Mapping[str, Numbers]:
        """Total and count of every dialogue, shape `(n_dialogues, 2)`, by name of the property."""
        return {
            each.name: _columns([each.measure(dialogue) for dialogue in self.dialogues])
            for each in PROPERTIES
        }

    def of(self, measured: TextProperty) -> Numbers:
        """Find the totals and counts of a property, shape `(n_dialogues, 2)`."""
        return self.measured[measured.name]


def _columns(measured: Sequence[Measured]) -> Numbers:
    return np.array([(each.total, each.count) for each in measured], np.float64).reshape(-1, 2)


def corpus_of(episodes: Sequence[Episode | BlindEpisode], declared: Iterable[Contrast] = ()) -> Corpus:
    """Sort dialogues by condition and environment; `declared` contrasts go first and keep their order."""
    conditions = ranked({e.condition: e.mode for e in episodes if isinstance(e, Episode)})
    condition = [conditions.index(e.condition) if isinstance(e, Episode) else -1 for e in episodes]
    names = [e.pair_id if e.scenario is None else e.scenario.environment_id for e in episodes]
    environments, environment = np.unique(np.array(names, object), return_inverse=True)
    return Corpus(
        prepare(episodes),
        conditions,
        np.array(condition, np.int64),
        tuple(environments.tolist()),
        environment,
        contrasts_in_order(conditions, declared),
    )


def load_corpus(path: Path, purposes: Collection[Purpose] = frozenset({Purpose.MAIN})) -> Corpus:
    """Read the dialogues of a file of episodes, a bundle (blind or not) or a run directory.

    Dialogues that a bundle shows for other purposes alone, such as practice or a pilot, are left out.

    Raises
    ------
    TableError
        With every problem of the file.
    OptionError
        If there is no such file, or a folder has none.
    """
    file = path / "episodes.jsonl" if path.is_dir() else path
    if not file.is_file():
        raise OptionError(f"{path}: found no episodes; expected episodes.jsonl, or a folder that holds it.")
    if file.suffix.lower() in _TABLES:
        raise OptionError(
            f"{path}: found a table; dialogues are read from episodes.jsonl, a bundle or a run directory "
            "(tables of ratings are for analyze agreement and judge)."
        )
    model = BlindEpisode if _is_blind(path) else Episode
    read = read_jsonl_file(file, model)
    if read.problems:
        raise TableError(read.problems)
    if not read.records:
        raise OptionError(f"{file}: found no episode; expected at least one.")
    apart = episodes_of_other_purposes(path, purposes) if path.is_dir() else frozenset[str]()
    records = [located.record for located in read.records]
    kept = [episode for episode in records if episode.episode_id not in apart]
    if not kept:
        asked = " or ".join(sorted(purposes))
        raise OptionError(f"{path}: all {len(records)} episodes were shown for other purposes than {asked}.")
    return corpus_of(kept, _declared(path))


def _declared(path: Path) -> tuple[Contrast, ...]:
    """Find the contrasts that a bundle's study declares."""
    file = path / "study.toml"
    if not file.is_file():
        return ()
    try:
        return read_study_toml(file.read_text(encoding="utf-8")).contrasts
    except ContractError as error:
        raise TableError(error.problems) from None


def _is_blind(path: Path) -> bool:
    manifest = (path if path.is_dir() else path.parent) / "manifest.json"
    return manifest.is_file() and bool(json.loads(manifest.read_text(encoding="utf-8")).get("blind"))
