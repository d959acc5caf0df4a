"""Load studies whose conditions are known: ratings, episodes, and which conditions are compared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from analysis.agreement.run import compared_ratings
from analysis.condition_order import contrasts_in_order, ranked
from analysis.errors import BlindError, OptionError, TableError
from analysis.tables import LoadOptions, RatingTable, join_condition, load_table
from analysis.tables.items import episodes_of_other_purposes
from sim.errors import ContractError, Problem
from sim.schema.base import Level, Target
from sim.schema.bundle import read_bundle_manifest
from sim.schema.episode import Episode
from sim.schema.jsonl import read_jsonl_file
from sim.schema.rubric import Dimension
from sim.schema.scale import BOTH_BAD, TIE, PreferenceAnswer
from sim.schema.study import Contrast
from sim.schema.unit import parse_unit

__all__ = ["ComparedStudy", "load_study", "read_known_episodes"]


@dataclass(frozen=True, slots=True, eq=False)
class ComparedStudy:
    """Ratings joined with conditions, and the episodes they are about.

    Attributes
    ----------
    episodes
        By episode id.
    contrasts
        Those the study declares, then every other two conditions whose episodes of one pair were rated.
    n_declared
        How many of the contrasts the study declares.
    """

    table: RatingTable
    episodes: Mapping[str, Episode]
    contrasts: tuple[Contrast, ...]
    n_declared: int


def load_study(paths: Sequence[Path], options: LoadOptions | None = None) -> ComparedStudy:
    """Load unblinded bundles and run directories; only the ratings by people, where there are any.

    Dialogues that a bundle shows for other purposes alone, such as practice or a pilot, are left out.

    Raises
    ------
    BlindError
        If a bundle is blind.
    TableError
        With every problem of every file.
    OptionError
        If a path is no folder with episodes, or an option does not fit.
    """
    options = options or LoadOptions()
    episodes = {
        episode.episode_id: episode
        for path in paths
        for apart in [episodes_of_other_purposes(path, options.purposes)]
        for episode in read_known_episodes(path)
        if episode.episode_id not in apart
    }
    conditions = {name: episode.condition for name, episode in episodes.items()}
    loaded = compared_ratings(load_table(paths, options))
    table = _with_preferences(join_condition(loaded, conditions))
    present = _present(table, episodes)
    declared = [
        contrast for contrast in table.contrasts if {contrast.first, contrast.second} <= _named(episodes)
    ]
    known = {frozenset((contrast.first, contrast.second)) for contrast in declared}
    others = [contrast for contrast in present if frozenset((contrast.first, contrast.second)) not in known]
    return ComparedStudy(table, episodes, (*declared, *others), len(declared))


def _with_preferences(table: RatingTable) -> RatingTable:
    """Take dimensions whose units are all pairs as preferences where no rubric says what they are."""
    of_pair = table.unit.where(lambda name: "+" in name)
    questions = dict(table.rubric)
    for name in table.dimensions:
        rows = table.dimension.equals(name)
        if name not in questions and of_pair[rows].all():
            values = set(table.value.take(rows).compact().names)
            answer = PreferenceAnswer(tie=TIE in values, both_bad=BOTH_BAD in values)
            questions[name] = Dimension.model_construct(
                dimension=name, target=Target.PAIR, question=name, answer=answer, level=Level.NOMINAL
            )
    return replace(table, rubric=questions)


def read_known_episodes(folder: Path) -> tuple[Episode, ...]:
    """Read the episodes of an unblinded bundle or a run directory.

    Raises
    ------
    BlindError
        If it is a blind bundle.
    TableError
        With every problem of the file.
    OptionError
        If there is no such folder with episodes.
    """
    path = folder / "episodes.jsonl"
    if not path.is_file():
        raise OptionError(
            f"{folder} holds no episodes.jsonl; conditions are compared in an unblinded bundle "
            "(blindpair export STUDY -o BUNDLE --unblind --reason TEXT) or a run directory."
        )
    if (folder / "study.toml").is_file() and _is_blind(folder):
        raise BlindError(folder)
    file = read_jsonl_file(path, Episode)
    if file.problems:
        raise TableError(file.problems)
    return tuple(located.record for located in file.records)


def _is_blind(folder: Path) -> bool:
    try:
        return read_bundle_manifest(folder).blind
    except ContractError as error:
        raise TableError(error.problems) from None
    except OSError:
        raise TableError(
            [Problem(f"{folder.name}/manifest.json", None, "", "no such file", "a bundle's")]
        ) from None


def _named(episodes: Mapping[str, Episode]) -> set[str]:
    return {episode.condition for episode in episodes.values()}


def _present(table: RatingTable, episodes: Mapping[str, Episode]) -> Iterator[Contrast]:
    """Find every two conditions of which episodes of one pair were rated, the better informed mode first."""
    together: dict[str, set[str]] = {}
    for unit in np.unique(table.unit.codes):
        for name in _episodes_of(table.unit.names[unit]):
            if (episode := episodes.get(name)) is not None:
                together.setdefault(episode.pair_id, set()).add(episode.condition)
    names = ranked({episode.condition: episode.mode for episode in episodes.values()})
    for contrast in contrasts_in_order(names):
        if any({contrast.first, contrast.second} <= conditions for conditions in together.values()):
            yield contrast


def _episodes_of(unit_id: str) -> tuple[str, ...]:
    try:
        return parse_unit(unit_id).episode_ids
    except ValueError:
        return ()
