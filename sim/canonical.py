"""The form in which two runs are compared: in plan order, without times and facts of the host."""

from collections.abc import Iterable, Iterator

from sim.plan import Plan
from sim.schema.episode import Episode

__all__ = ["canonical_lines"]

_OF_THE_HOST = {"provenance": {"started_at", "finished_at", "code_version"}}


def canonical_lines(episodes: Iterable[Episode], plan: Plan) -> Iterator[str]:
    """Write each episode of a plan on one line; episodes outside the plan come last, by id."""
    lines = {episode.episode_id: episode.model_dump_json(exclude=_OF_THE_HOST) + "\n" for episode in episodes}
    for planned in plan:
        if planned.episode_id in lines:
            yield lines.pop(planned.episode_id)
    for episode_id in sorted(lines):
        yield lines[episode_id]
