"""Follow a bargain turn by turn: who stands at which price, and whether one was agreed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sim.scenarios.bargaining_language import Reading, read_turn, reads_as_english
from sim.scenarios.prices import PriceRange, find_amounts
from sim.schema.episode import Turn, TurnKind
from sim.schema.outcome import BargainingOutcome, Deal
from sim.schema.scenario import BargainingCheck

__all__ = ["bargaining_outcome"]

_LOWEST, _HIGHEST = 0.25, 3.0
"""A price is at least a quarter of the lowest known figure and at most three times the highest."""


def bargaining_outcome(turns: Sequence[Turn], check: BargainingCheck) -> BargainingOutcome:
    """Tell from the words alone whether a price was agreed, which, and inside whose target.

    A price is agreed where one side accepts, or states as its own, the price the other side stands at; a
    counter-offer is not an acceptance and a last offer nobody answered is no deal. "Cannot tell": an
    acceptance of two prices at once or of none, a mere "okay" at the end, a deal reopened and left open, or
    a dialogue that is not in English.
    """
    figures = [check.buyer_target, check.seller_target, *([check.list_price] if check.list_price else [])]
    within = PriceRange(_LOWEST * min(figures), _HIGHEST * max(figures))
    bargain = _Bargain()
    for turn in turns:
        if turn.text.strip():
            if any(amount.value == check.list_price for amount in find_amounts(turn.text, within)):
                bargain.name_list_price(1 - check.buyer, check.list_price)
            bargain.hear(turn.speaker, read_turn(turn.text, within, spoken=turn.kind is TurnKind.SPEAK))
    deal = bargain.deal if reads_as_english([turn.text for turn in turns]) else Deal.CANNOT_TELL
    if deal is not Deal.AGREED or bargain.price is None:
        return BargainingOutcome(deal=deal)
    return BargainingOutcome(
        deal=deal,
        price=bargain.price,
        within_buyer_target=bargain.price <= check.buyer_target,
        within_seller_target=bargain.price >= check.seller_target,
    )


@dataclass(slots=True)
class _Bargain:
    """Where both sides stand.

    Attributes
    ----------
    standing
        The prices each side put forward last.
    just_offered
        Whether each side's last turn held an offer: approval ("sounds good") is of what was just said.
    asked
        Whether that offer was a question, which a mere "yes" accepts.
    reopened
        Whether another price was put forward after the agreement and is not answered yet.
    open
        An acceptance that does not say of what.
    """

    standing: list[tuple[float, ...]] = field(default_factory=lambda: [(), ()])
    just_offered: list[bool] = field(default_factory=lambda: [False, False])
    asked: list[bool] = field(default_factory=lambda: [False, False])
    price: float | None = None
    reopened: bool = False
    open: bool = False

    @property
    def deal(self) -> Deal:
        if self.open or self.reopened:
            return Deal.CANNOT_TELL
        return Deal.NONE if self.price is None else Deal.AGREED

    def name_list_price(self, seller: int, price: float | None) -> None:
        """Take the list price, once it is named, as what the seller stands at."""
        if price is not None and not self.standing[seller]:
            self.standing[seller] = (price,)
            self.just_offered[seller] = True

    def hear(self, speaker: int, said: Reading) -> None:
        """Take in one turn."""
        partners = self.standing[1 - speaker]
        if said.cancels:
            self.price, self.reopened, self.open = None, False, False
        offers = tuple(offer for offer in said.offers if offer not in partners)
        if said.splits:
            offers = self._middle()
        named = tuple(price for price in (*said.offers, *said.echoes) if price in partners)
        if self._is_acceptance(speaker, said, named=bool(named), offers=bool(offers)):
            self._accept(named or partners)
        elif offers:
            self._offer(speaker, offers)
        elif said.rejects:
            self.reopened = self.open = False
        elif (said.maybe or said.affirms) and self.price is None and self.just_offered[1 - speaker]:
            self.open = True
        self.just_offered[speaker] = bool(offers)
        self.asked[speaker] = said.asked and bool(self.standing[speaker])

    def _is_acceptance(self, speaker: int, said: Reading, *, named: bool, offers: bool) -> bool:
        if said.deal and (named or not offers):
            return True
        if offers or said.rejects:
            return False
        if any(price in self.standing[1 - speaker] for price in said.commits) or (said.affirms and named):
            return True
        if said.approves and (named or self.just_offered[1 - speaker]):
            return True
        return said.affirms and self.asked[1 - speaker]

    def _accept(self, prices: tuple[float, ...]) -> None:
        if len(prices) == 1:
            self.price = prices[0]
            self.standing = [prices, prices]
            self.reopened = self.open = False
        elif self.price is None:
            self.open = True

    def _offer(self, speaker: int, offers: tuple[float, ...]) -> None:
        self.open = False
        if self.price is None or self.price not in offers:
            self.standing[speaker] = offers
            self.reopened = self.price is not None
        else:
            self._accept((self.price,))

    def _middle(self) -> tuple[float, ...]:
        first, second = self.standing
        return ((first[0] + second[0]) / 2,) if len(first) == len(second) == 1 else ()
