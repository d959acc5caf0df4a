"""What to run: every scenario, repeat and condition, in an order that completes pairs one after the other."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sim.schema.base import Mode, opaque_id
from sim.schema.episode import Role

__all__ = ["Condition", "Plan", "PlannedEpisode", "RoleModels", "conditions_of"]

_LONGEST_ID = 128
_CHARACTERS = (Role.CHARACTER_0, Role.CHARACTER_1)


@dataclass(frozen=True, slots=True)
class RoleModels:
    """Which model plays whom."""

    writer: str
    character_0: str
    character_1: str


@dataclass(frozen=True, slots=True)
class Condition:
    """One of the things that are compared: a mode with the models that fill its roles."""

    name: str
    mode: Mode
    models: Mapping[Role, str]


@dataclass(frozen=True, slots=True)
class PlannedEpisode:
    """One episode to simulate.

    Attributes
    ----------
    episode_id
        Made with the run's salt, so that nobody can make it anew who knows the run's settings only.
    name
        The same in every run with the same settings; seeds are derived from it.
    scenario
        The scenario's position in its file.
    """

    episode_id: str
    name: str
    pair_id: str
    scenario: int
    repeat: int
    condition: Condition


class _Scenarios(Protocol):
    @property
    def scenario_ids(self) -> Sequence[str]: ...


def conditions_of(modes: Sequence[Mode], models: RoleModels, *, preset: str) -> tuple[Condition, ...]:
    """Combine modes with models; a preset other than the default becomes part of the condition's name."""
    suffix = "" if preset == "default" else f":{preset}"
    return tuple(_condition(mode, models, suffix) for mode in modes)


def _condition(mode: Mode, models: RoleModels, suffix: str) -> Condition:
    if mode is Mode.SCRIPT:
        return Condition(f"{mode}:{models.writer}{suffix}", mode, {Role.WRITER: models.writer})
    both = (models.character_0, models.character_1)
    name = "+".join(dict.fromkeys(both))
    return Condition(f"{mode}:{name}{suffix}", mode, dict(zip(_CHARACTERS, both, strict=True)))


class Plan:
    """All planned episodes, made one at a time whenever they are asked for.

    Parameters
    ----------
    key
        Whatever else tells this plan's episodes from another's, such as its seed.
    salt
        Secret until the run is shown to somebody; enters the episode ids.
    """

    def __init__(
        self, scenarios: _Scenarios, conditions: Sequence[Condition], *, repeats: int, key: str, salt: str
    ) -> None:
        self._scenarios = scenarios
        self._conditions = tuple(conditions)
        self._repeats = repeats
        self._key = key
        self._salt = salt

    def __len__(self) -> int:
        return len(self._scenarios.scenario_ids) * self._repeats * len(self._conditions)

    def __iter__(self) -> Iterator[PlannedEpisode]:
        for position, scenario_id in enumerate(self._scenarios.scenario_ids):
            for repeat in range(self._repeats):
                pair_id = _pair_id(scenario_id, repeat)
                for condition in self._conditions:
                    name = opaque_id("episode", self._key, scenario_id, str(repeat), condition.name)
                    episode_id = opaque_id("salted", self._salt, name)
                    yield PlannedEpisode(episode_id, name, pair_id, position, repeat, condition)

    def plan_hash(self) -> str:
        """Hash the planned rows in order, without the salt: SHA-256, 64 hexadecimal digits."""
        digest = hashlib.sha256()
        for planned in self:
            digest.update(f"{planned.name} {planned.pair_id}\n".encode())
        return digest.hexdigest()


def _pair_id(scenario_id: str, repeat: int) -> str:
    pair_id = f"{scenario_id}-r{repeat}"
    if len(pair_id) <= _LONGEST_ID:
        return pair_id
    mark = f"-{opaque_id('pair', scenario_id)}-r{repeat}"
    return re.sub(r"\W+$", "", scenario_id[: _LONGEST_ID - len(mark)]) + mark
