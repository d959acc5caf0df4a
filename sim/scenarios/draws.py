"""Seeded choices that are the same on every machine and in every version."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["Draws"]

T = TypeVar("T")


class Draws:
    """A stream of choices decided by a key alone, from SHA-256 in counter mode."""

    def __init__(self, *key: str | int) -> None:
        self._key = "\x1f".join(str(part) for part in key)
        self._count = 0

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to `bound` - 1; the bias is below 2⁻⁹⁶ for any bound up to 2³²."""
        digest = hashlib.sha256(f"{self._key}\x1e{self._count}".encode()).digest()
        self._count += 1
        return int.from_bytes(digest[:16]) % bound

    def between(self, low: int, high: int) -> int:
        """Draw a whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, choices: Sequence[T]) -> T:
        """Draw one of the choices."""
        return choices[self.below(len(choices))]

    def sample(self, choices: Sequence[T], count: int) -> list[T]:
        """Draw `count` different choices, in random order."""
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def shuffled(self, choices: Sequence[T]) -> list[T]:
        """Return all choices in random order."""
        return self.sample(choices, len(choices))
