"""What is asked of a plan: the effect to find, how ratings hang together, and the error rates."""

from dataclasses import dataclass
from typing import Protocol

__all__ = ["Effect", "ErrorRates", "ScoreDifference", "Sharing", "WinRate"]


class Effect(Protocol):
    """An effect with the variances of one rating where it is absent and where it is there."""

    @property
    def name(self) -> str:
        """What is compared, as in the rows of an analysis."""
        ...

    @property
    def size(self) -> float:
        """Distance from no effect."""
        ...

    @property
    def null_variance(self) -> float:
        """Variance of one rating without the effect."""
        ...

    @property
    def variance(self) -> float:
        """Variance of one rating with the effect."""
        ...

    @property
    def largest(self) -> float:
        """Largest possible distance from no effect."""
        ...

    def resized(self, size: float) -> "Effect":
        """Make the same kind of effect with another size."""
        ...


@dataclass(frozen=True, slots=True)
class WinRate:
    """A share of preferences, ties half.

    Attributes
    ----------
    rate
        Expected win rate, above one half.
    ties
        Share of ties.
    """

    rate: float
    ties: float = 0.0

    @property
    def name(self) -> str:
        """What is compared."""
        return "win_rate"

    @property
    def size(self) -> float:
        """Distance from one half."""
        return self.rate - 0.5

    @property
    def null_variance(self) -> float:
        """(1 - T) / 4."""
        return (1 - self.ties) / 4

    @property
    def variance(self) -> float:
        """W (1 - w) - T / 4, w the win rate."""
        return self.rate * (1 - self.rate) - self.ties / 4

    @property
    def largest(self) -> float:
        """Distance from one half where nobody prefers the other condition."""
        return (1 - self.ties) / 2

    def resized(self, size: float) -> "WinRate":
        """Set the distance from one half."""
        return WinRate(0.5 + size, self.ties)


@dataclass(frozen=True, slots=True)
class ScoreDifference:
    """A mean of paired differences of scores.

    Attributes
    ----------
    difference
        Expected mean, above 0.
    deviation
        Standard deviation of one rater's difference for one pair.
    """

    difference: float
    deviation: float

    @property
    def name(self) -> str:
        """What is compared."""
        return "mean_difference"

    @property
    def size(self) -> float:
        """Distance from 0."""
        return self.difference

    @property
    def null_variance(self) -> float:
        """Square of the deviation."""
        return self.deviation**2

    @property
    def variance(self) -> float:
        """Square of the deviation."""
        return self.deviation**2

    @property
    def largest(self) -> float:
        """Without bound."""
        return float("inf")

    def resized(self, size: float) -> "ScoreDifference":
        """Set the distance from 0."""
        return ScoreDifference(size, self.deviation)


@dataclass(frozen=True, slots=True)
class Sharing:
    """How ratings hang together.

    Attributes
    ----------
    raters_per_item
        Ratings of every item.
    items_per_environment
        Items that share one environment.
    batch
        Items that one rater rates.
    environment, rater
        Shares of a rating's variance that environments and raters have in common (intraclass correlations of
        preferences or differences, not of single scores).
    """

    raters_per_item: int = 3
    items_per_environment: int = 1
    batch: int = 20
    environment: float = 0.0
    rater: float = 0.0

    @property
    def clustered(self) -> bool:
        """Whether anything is shared."""
        return self.environment > 0 or self.rater > 0


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """Chance of a false alarm (two-sided) and of finding the effect."""

    alpha: float = 0.05
    power: float = 0.8
