"""The form in which two runs are compared: in plan order, without salt, times and facts of the host."""

from collections.abc import Iterable, Iterator

from sim.plan import Plan
from sim.schema.episode import Episode

__all__ = ["canonical_lines"]

_OF_THE_HOST = {"provenance": {"started_at", "finished_at", "code_version"}}


def canonical_lines(episodes: Iterable[Episode], plan: Plan) -> Iterator[str]:
    """Write each episode of a plan on one line; episodes outside the plan come last, by id."""
    left = {episode.episode_id: episode for episode in episodes}
    for planned in plan:
        if (episode := left.pop(planned.episode_id, None)) is not None:
            yield _line(episode.model_copy(update={"episode_id": planned.name}))
    for episode_id in sorted(left):
        yield _line(left[episode_id])


def _line(episode: Episode) -> str:
    return episode.model_dump_json(exclude=_OF_THE_HOST) + "\n"
