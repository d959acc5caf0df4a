"""Look at an episodes file before anything of it is stored."""

from dataclasses import dataclass
from typing import BinaryIO

from annotate_app.design.principal import Staff
from annotate_app.services.workplace import Workplace
from sim.errors import Problem

__all__ = ["ConditionCount", "UploadPreview", "preview_upload"]


@dataclass(frozen=True, slots=True)
class ConditionCount:
    """How many episodes of one condition a file holds."""

    condition: str
    n_episodes: int


@dataclass(frozen=True, slots=True)
class UploadPreview:
    """What confirming would do.

    Attributes
    ----------
    content_hash
        SHA-256 of the file's bytes, 64 hexadecimal digits; confirms exactly this content.
    complete_pairs, incomplete_pairs
        Pair ids with and without an episode of every condition of the file, sorted.
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
    n_new: int
    n_stored: int
    problems: tuple[Problem, ...]

    @property
    def can_be_confirmed(self) -> bool:
        """Whether the file is sound and fits what is stored."""
        return not self.problems


def preview_upload(place: Workplace, principal: Staff, stream: BinaryIO, *, name: str) -> UploadPreview:
    """Read a file of episodes, one JSON object a line, and find every problem; nothing is written."""
    raise NotImplementedError
