"""A file of scenarios, checked as a whole, then read one at a time: it may be larger than memory."""

import hashlib
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

from sim.errors import ContractError, Problem, shown
from sim.schema.jsonl import iter_jsonl
from sim.schema.scenario import Scenario

__all__ = ["ScenarioFile"]

_MOST_PROBLEMS = 1000


class ScenarioFile:
    """A sound scenario file.

    Attributes
    ----------
    scenario_ids
        In file order.
    sha256
        Of the file's bytes, 64 hexadecimal digits.

    Raises
    ------
    ContractError
        With every problem of the file: its lines, repeated ids, two characters of one name, a hidden fact
        that stands in visible text, or no scenario at all.
    OSError
        If the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offsets = array("Q")
        self.scenario_ids: list[str] = []
        self.sha256 = ""
        problems = list(self._scan())
        if not self.scenario_ids and not problems:
            problems = [Problem(path.name, None, "", "no scenario", "at least one")]
        if problems:
            raise ContractError(problems[:_MOST_PROBLEMS])

    def __len__(self) -> int:
        return len(self.scenario_ids)

    def __getitem__(self, position: int) -> Scenario:
        with self._path.open("rb") as stream:
            stream.seek(self._offsets[position])
            return Scenario.model_validate_json(stream.readline().removeprefix(b"\xef\xbb\xbf"))

    def _scan(self) -> Iterator[Problem]:
        digest = hashlib.sha256()
        starts = array("Q", [0])

        def lines(stream: Iterable[bytes]) -> Iterator[bytes]:
            for line in stream:
                digest.update(line)
                starts.append(starts[-1] + len(line))
                yield line

        first_line: dict[str, int] = {}
        with self._path.open("rb") as stream:
            for found in iter_jsonl(lines(stream), Scenario, source=self._path.name):
                if isinstance(found, Problem):
                    yield found
                    continue
                scenario, line = found.record, found.line
                if (seen := first_line.setdefault(scenario.scenario_id, line)) != line:
                    what = f"{shown(scenario.scenario_id)}, as on line {seen}"
                    yield Problem(self._path.name, line, "scenario_id", what, "an id of its own")
                for field, what, expected in _contradictions(scenario):
                    yield Problem(self._path.name, line, field, what, expected)
                self.scenario_ids.append(scenario.scenario_id)
                self._offsets.append(starts[line - 1])
        self.sha256 = digest.hexdigest()


def _contradictions(scenario: Scenario) -> Iterator[tuple[str, str, str]]:
    first, second = scenario.characters
    if first.name == second.name:
        yield "characters", f"two characters named {shown(first.name)}", "two different names"
    visible = scenario.model_dump_json(exclude={"hidden_facts", "outcome_check", "source"})
    for fact in scenario.hidden_facts:
        if fact in visible:
            yield (
                "hidden_facts",
                f"{shown(fact)}, which visible text holds too",
                "facts that are nowhere else",
            )
