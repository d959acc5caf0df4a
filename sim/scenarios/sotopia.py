"""Read Sotopia's evaluation set from its four profile files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel

from sim.errors import ContractError, Problem
from sim.scenarios.sotopia_profiles import (
    AgentRow,
    ComboRow,
    EnvironmentRow,
    RelationshipRow,
    build_scenario,
    character_of,
    scenario_id_of,
)
from sim.schema.jsonl import Located, read_jsonl_file
from sim.schema.scenario import Relationship, Scenario

__all__ = [
    "AGENTS_FILE",
    "COMBOS_FILE",
    "ENVIRONMENTS_FILE",
    "RELATIONSHIPS_FILE",
    "SotopiaProfiles",
    "import_sotopia",
    "read_profiles",
]

ENVIRONMENTS_FILE = "environment_profiles.jsonl"
AGENTS_FILE = "agent_profiles.jsonl"
RELATIONSHIPS_FILE = "relationship_profiles.jsonl"
COMBOS_FILE = "env_agent_combo_storages.jsonl"

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class _Table(Generic[M]):
    rows: tuple[Located[M], ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class SotopiaProfiles:
    """Environments and agents by id, each with its line, and the levels at which two agents know each other.

    Attributes
    ----------
    relationships
        By the set of the two agents' ids; two agents may have more than one level.
    """

    environments: Mapping[str, Located[EnvironmentRow]]
    agents: Mapping[str, Located[AgentRow]]
    relationships: Mapping[frozenset[str], frozenset[Relationship]] = field(
        default_factory=dict[frozenset[str], frozenset[Relationship]]
    )

    def scenario(self, environment_id: str, agent_ids: tuple[str, str]) -> Scenario:
        """Build the scenario of an environment and its two agents, in speaking order.

        Raises
        ------
        KeyError
            If an id is unknown.
        ContractError
            If the environment's texts cannot be read.
        """
        environment = self.environments[environment_id]
        first, second = (character_of(self.agents[agent_id].record) for agent_id in agent_ids)
        return build_scenario(
            environment.record,
            (first, second),
            agent_ids,
            source=ENVIRONMENTS_FILE,
            line=environment.line,
        )


def read_profiles(folder: Path) -> SotopiaProfiles:
    """Read environments, agents and, where there is such a file, relationships.

    Raises
    ------
    ContractError
        With every problem of every file, missing files included.
    """
    environments = _table(folder, ENVIRONMENTS_FILE, EnvironmentRow)
    agents = _table(folder, AGENTS_FILE, AgentRow)
    relationships = _table(folder, RELATIONSHIPS_FILE, RelationshipRow, optional=True)
    problems = [
        *environments.problems,
        *_repeated(ENVIRONMENTS_FILE, "env_id", [(row.line, row.record.env_id) for row in environments.rows]),
        *agents.problems,
        *_repeated(AGENTS_FILE, "agent_id", [(row.line, row.record.agent_id) for row in agents.rows]),
        *relationships.problems,
    ]
    if problems:
        raise ContractError(problems)
    levels: dict[frozenset[str], frozenset[Relationship]] = {}
    for row in (located.record for located in relationships.rows):
        two = frozenset((row.agent1_id, row.agent2_id))
        levels[two] = levels.get(two, frozenset()) | {row.relationship}
    return SotopiaProfiles(
        {row.record.env_id: row for row in environments.rows},
        {row.record.agent_id: row for row in agents.rows},
        levels,
    )


def import_sotopia(folder: Path) -> tuple[Scenario, ...]:
    """Read one scenario for each environment and pair of agents, in the order of the combinations' file.

    Raises
    ------
    ContractError
        With every problem of the four files: lines, missing profiles, tags, hidden facts that contradict the
        goals, two agents whose relationship is not the environment's, and the same combination twice.
    """
    profiles = read_profiles(folder)
    combos = _table(folder, COMBOS_FILE, ComboRow)
    ids = [(row.line, scenario_id_of(row.record.env_id, row.record.agent_ids)) for row in combos.rows]
    problems = [*combos.problems, *_repeated(COMBOS_FILE, "", ids)]
    scenarios: list[Scenario] = []
    for row in combos.rows:
        found = list(_combo_problems(row, profiles))
        if not found:
            try:
                scenarios.append(profiles.scenario(row.record.env_id, row.record.agent_ids))
            except ContractError as error:
                found = [problem for problem in error.problems if problem not in problems]
        problems += found
    if problems:
        raise ContractError(problems)
    return tuple(scenarios)


def _combo_problems(row: Located[ComboRow], profiles: SotopiaProfiles) -> list[Problem]:
    combo = row.record

    def problem(field: str, found: str, expected: str) -> Problem:
        return Problem(COMBOS_FILE, row.line, field, found, expected)

    if combo.agent_ids[0] == combo.agent_ids[1]:
        return [problem("agent_ids", f"{combo.agent_ids[0]} twice", "two different agents")]
    unknown = [
        problem("agent_ids", agent_id, f"an agent_id of {AGENTS_FILE}")
        for agent_id in combo.agent_ids
        if agent_id not in profiles.agents
    ]
    if combo.env_id not in profiles.environments:
        unknown.insert(0, problem("env_id", combo.env_id, f"an env_id of {ENVIRONMENTS_FILE}"))
    if unknown:
        return unknown
    wanted = profiles.environments[combo.env_id].record.relationship
    levels = profiles.relationships.get(frozenset(combo.agent_ids))
    if levels is None or wanted in levels:
        return []
    found = f"two agents who are {' or '.join(sorted(levels))} in {RELATIONSHIPS_FILE}"
    return [problem("agent_ids", found, f"two who are {wanted}, as the environment says")]


def _table(folder: Path, name: str, model: type[M], *, optional: bool = False) -> _Table[M]:
    path = folder / name
    if not path.is_file():
        missing = Problem(name, None, "", "no such file", f"it in {folder}")
        return _Table((), () if optional else (missing,))
    file = read_jsonl_file(path, model)
    return _Table(file.records, file.problems)


def _repeated(source: str, field: str, ids: list[tuple[int, str]]) -> list[Problem]:
    first: dict[str, int] = {}
    return [
        Problem(source, line, field, f"{name}, as on line {seen}", "every one once")
        for line, name in ids
        if (seen := first.setdefault(name, line)) != line
    ]
