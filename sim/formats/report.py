"""Say what a conversion wrote and what it left out."""

from collections.abc import Iterator

from sim.formats.convert import Converted, Destination
from sim.formats.summary import summary_of

__all__ = ["report_of"]


def report_of(converted: Converted, destination: Destination) -> Iterator[str]:
    """Write one line for each file, and one for what was skipped."""
    episodes = converted.episodes
    yield f"{destination.episodes}: {summary_of(episodes)}"
    if converted.scores is not None:
        yield f"{destination.ratings}: {len(converted.scores.ratings)} ratings"
        yield f"{destination.failures}: {len(converted.scores.failures)} failed judgements"
    if skipped := converted.conversion.n_skipped:
        yield f"skipped: {skipped} of {skipped + len(episodes)}"
