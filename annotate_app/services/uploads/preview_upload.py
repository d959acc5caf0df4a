"""Look at an episodes file before anything of it is stored."""

from dataclasses import dataclass
from typing import BinaryIO

from annotate_app.design.principal import Staff
from annotate_app.services.access import require_staff
from annotate_app.services.uploads.episode_rows import compare, read_hashed
from annotate_app.services.uploads.pairs import ConditionCount, Labelled, pair_census
from annotate_app.services.workplace import Workplace
from sim.errors import Problem

__all__ = ["UploadPreview", "preview_upload"]


@dataclass(frozen=True, slots=True)
class UploadPreview:
    """What confirming would do.

    Attributes
    ----------
    content_hash
        SHA-256 of the file's bytes, 64 hexadecimal digits; confirms exactly this content.
    complete_pairs, incomplete_pairs
        Pair ids with and without an episode of every condition of the file, sorted; with one condition only,
        no pair is complete.
    n_comparable
        Pairs with episodes of at least two conditions.
    n_new, n_stored
        Episodes that would be stored, and those already stored with the same content.
    problems
        Everything wrong, in the order of the file, conflicts with stored episodes included.
    """

    name: str
    content_hash: str
    n_episodes: int
    conditions: tuple[ConditionCount, ...]
    complete_pairs: tuple[str, ...]
    incomplete_pairs: tuple[str, ...]
    n_comparable: int
    n_new: int
    n_stored: int
    problems: tuple[Problem, ...]

    @property
    def note(self) -> str | None:
        """What keeps a sound file from being compared, if anything does."""
        if len(self.conditions) > 1 and not self.n_comparable:
            return (
                "No two episodes have the same pair_id and different conditions, so there are no pairs to "
                "compare: a study needs episodes of both conditions in every pair."
            )
        if len(self.conditions) != 1:
            return None
        return (
            f"All episodes have one condition ({self.conditions[0].condition}), so there are no pairs to "
            "compare yet: a study needs a file with the episodes of both conditions."
        )

    @property
    def can_be_confirmed(self) -> bool:
        """Whether the file is sound and fits what is stored."""
        return not self.problems


def preview_upload(place: Workplace, principal: Staff, stream: BinaryIO, *, name: str) -> UploadPreview:
    """Read a file of episodes, one JSON object a line, and find every problem; nothing is written."""
    with place.database.reading() as session:
        require_staff(session, principal)
        hashed = read_hashed(stream, name=name)
        comparison = compare(session, hashed.file, name=name)
    episodes = hashed.file.episodes
    census = pair_census(Labelled(episode.pair_id, episode.condition) for episode in episodes)
    problems = sorted((*hashed.file.problems, *comparison.conflicts), key=lambda problem: problem.line or 0)
    return UploadPreview(
        name=name,
        content_hash=hashed.content_hash,
        n_episodes=len(episodes),
        conditions=census.conditions,
        complete_pairs=census.complete,
        incomplete_pairs=census.incomplete,
        n_comparable=census.n_comparable,
        n_new=len(comparison.new),
        n_stored=comparison.n_stored,
        problems=tuple(problems),
    )
