"""What an outcome check found in a dialogue. "Cannot tell" is an answer, never a default."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from sim.schema.base import Contract

__all__ = ["BargainingOutcome", "Deal", "Found", "MutualFriendOutcome", "Outcome"]

Share = Annotated[float, Field(ge=0, le=1)]


class Deal(StrEnum):
    """Whether the two agreed on a price."""

    AGREED = "agreed"
    NONE = "none"
    CANNOT_TELL = "cannot_tell"


class Found(StrEnum):
    """Who named the common friend."""

    BOTH = "both"
    ONE = "one"
    NOBODY = "nobody"
    CANNOT_TELL = "cannot_tell"


class BargainingOutcome(Contract):
    """The deal, its price, and whose target it satisfies (None without an agreed price)."""

    kind: Literal["bargaining"] = "bargaining"
    deal: Deal
    price: Annotated[float, Field(ge=0)] | None = None
    within_buyer_target: bool | None = None
    within_seller_target: bool | None = None


class MutualFriendOutcome(Contract):
    """Who named the common friend, and how early: 0 is the dialogue's start, 1 its end.

    `first_mention_turn` counts turns and `first_mention_word` words before the first mention, each as a
    share of the dialogue; None where nobody named the friend.
    """

    kind: Literal["mutual_friend"] = "mutual_friend"
    found: Found
    first_mention_turn: Share | None = None
    first_mention_word: Share | None = None


Outcome = Annotated[BargainingOutcome | MutualFriendOutcome, Field(discriminator="kind")]
