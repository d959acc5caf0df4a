"""Find stored outcomes that their dialogues do not have."""

from collections.abc import Iterator

from sim.errors import Problem
from sim.scenarios.outcomes import check_outcome
from sim.schema.episodes_file import EpisodesFile
from sim.schema.outcome import Outcome

__all__ = ["outcome_problems"]


def outcome_problems(file: EpisodesFile, *, source: str) -> Iterator[Problem]:
    """Check the outcome of every episode that has one again, from its words."""
    for episode, line in zip(file.episodes, file.lines, strict=True):
        if episode.outcome is None or episode.scenario is None:
            continue
        again = check_outcome(episode.turns, episode.scenario)
        if again != episode.outcome:
            expected = "none: its scenario has nothing to check" if again is None else _words(again)
            yield Problem(source, line, "outcome", _words(episode.outcome), f"{expected}, checked again")


def _words(outcome: Outcome) -> str:
    fields = outcome.model_dump(mode="json", exclude_none=True)
    return ", ".join(f"{name} {value}" for name, value in fields.items())
