"""A sum and what it is divided by."""

from dataclasses import dataclass

__all__ = ["NOT_APPLICABLE", "Measured"]


@dataclass(frozen=True, slots=True)
class Measured:
    """What one dialogue adds to a property: a total, and how many turns, words or dialogues it is of."""

    total: float
    count: float


NOT_APPLICABLE = Measured(0.0, 0.0)
"""For dialogues that a property says nothing about."""
