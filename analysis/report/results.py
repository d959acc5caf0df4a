"""Everything a report shows, frozen, and its form as JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from analysis.estimate import Estimate
from sim.schema.base import Level

__all__ = [
    "AlphaCheck",
    "Calibrated",
    "Coverage",
    "Disputed",
    "Exclusion",
    "Finding",
    "InputFile",
    "JudgeCell",
    "JudgePoints",
    "Results",
    "Said",
    "Topic",
    "results_json",
]

REPORT_VERSION = 1


class Topic(StrEnum):
    """What rows are about; also the names of files."""

    AGREEMENT = "agreement"
    JUDGE = "judge"
    CONDITIONS = "conditions"
    BLINDING = "blinding"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Finding:
    """The rows of one topic.

    Attributes
    ----------
    absent
        Why there are none, and how to get them; "" where there are.
    """

    topic: Topic
    rows: tuple[Estimate, ...] = ()
    absent: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was rated on one dimension, by people.

    Attributes
    ----------
    n_single
        Units with one rating only: nothing to compare with.
    """

    dimension: str
    question: str
    level: Level
    preference: bool
    n_units: int
    n_single: int
    n_raters: int
    n_ratings: int
    n_clusters: int


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Something that did not enter the numbers.

    Attributes
    ----------
    where
        What it was left out of, in words.
    reason
        As the table counted it.
    why
        In plain words.
    """

    where: str
    reason: str
    count: int
    why: str


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file that was read."""

    name: str
    sha256: str
    n_bytes: int


@dataclass(frozen=True, slots=True)
class AlphaCheck:
    """Outcome of recomputing every alpha with another implementation.

    Attributes
    ----------
    skipped
        What was not recomputed, and why.
    """

    n_checked: int
    largest_difference: float
    tolerance: float
    version: str
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgeCell:
    """Units on which the judge and people gave these values; values may be middles of a cell of a grid."""

    judge: float
    people: float
    n_units: int
    condition: str


@dataclass(frozen=True, slots=True)
class JudgePoints:
    """A judge's and people's values of one dimension.

    Attributes
    ----------
    cells
        Equal points together.
    note
        How points were put together where they are not shown one by one.
    """

    judge: str
    dimension: str
    cells: tuple[JudgeCell, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What people say where the judge says `label`."""

    label: str
    row: Estimate


@dataclass(frozen=True, slots=True)
class Said:
    """One rating or remark on a disputed unit."""

    rater: str
    kind: str
    value: str
    reason: str


@dataclass(frozen=True, slots=True)
class Disputed:
    """A unit that people disagree on.

    Attributes
    ----------
    transcripts
        Lines of every dialogue of the unit.
    """

    dimension: str
    unit: str
    disagreement: float
    said: tuple[Said, ...]
    remarks: tuple[Said, ...]
    transcripts: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Results:
    """Everything a report shows.

    Attributes
    ----------
    name
        Of the input.
    kind
        What the input is, in words.
    settings
        Every option that changes a number.
    limits
        What was made simpler or left undrawn because of size, in sentences.
    rater_numbers
        Numbers that the researcher knows raters by, by id; empty where there are none.
    """

    name: str
    kind: str
    settings: Mapping[str, str | int | float | bool | None]
    versions: Mapping[str, str]
    inputs: tuple[InputFile, ...]
    coverage: tuple[Coverage, ...]
    findings: Mapping[Topic, Finding]
    exclusions: tuple[Exclusion, ...]
    alpha_check: AlphaCheck
    points: tuple[JudgePoints, ...] = ()
    calibrated: tuple[Calibrated, ...] = ()
    disputed: tuple[Disputed, ...] = ()
    limits: tuple[str, ...] = ()
    rater_numbers: Mapping[str, int] = field(default_factory=dict[str, int])

    def rows(self, topic: Topic) -> tuple[Estimate, ...]:
        """Rows of a topic."""
        return self.findings[topic].rows

    @property
    def judges(self) -> tuple[str, ...]:
        """Judges that have rows, in their order."""
        return tuple(dict.fromkeys(row.judge for row in self.rows(Topic.JUDGE) if row.judge is not None))


def results_json(results: Results) -> str:
    """Write results as JSON with sorted keys; `rows` are the contract's, `topics` says which are whose."""
    rows: list[dict[str, Any]] = []
    topics: list[dict[str, Any]] = []
    for topic in Topic:
        finding = results.findings[topic]
        topics.append(
            {"topic": topic, "first_row": len(rows), "n_rows": len(finding.rows), "absent": finding.absent}
        )
        rows.extend(row.model_dump(mode="json") for row in finding.rows)
    document: dict[str, Any] = {
        "report_version": REPORT_VERSION,
        "name": results.name,
        "kind": results.kind,
        "settings": dict(results.settings),
        "versions": dict(results.versions),
        "inputs": [asdict(file) for file in results.inputs],
        "coverage": [asdict(each) for each in results.coverage],
        "exclusions": [asdict(each) for each in results.exclusions],
        "alpha_check": asdict(results.alpha_check),
        "limits": list(results.limits),
        "rater_numbers": dict(results.rater_numbers),
        "topics": topics,
        "rows": rows,
    }
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False) + "\n"
