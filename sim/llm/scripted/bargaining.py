"""Bargain: open beyond one's target, concede step by step, accept what is good enough, or give up."""

import random
import re
from dataclasses import dataclass

from sim.llm.scripted.moves import LEAVE, Move
from sim.llm.scripted.reading import Part
from sim.schema.episode import TurnKind

__all__ = ["bargains", "next_offer"]

_AMOUNT = re.compile(r"[$€£]\s?(\d[\d,]*(?:\.\d+)?)")
_TARGET = re.compile(
    r"(?:target|at most|at least|no more than|no less than|for|under|above)\D{0,40}?" + _AMOUNT.pattern
)
_DEAL = "Deal: "
_ROUNDS = 6
_SLACK = 0.06
_OPENING = 0.35


@dataclass(frozen=True, slots=True)
class _Stake:
    buys: bool
    target: float
    sign: str


def bargains(part: Part) -> bool:
    """Whether the character's goal is about a price."""
    return _stake(part.goal) is not None


def next_offer(part: Part, chance: random.Random) -> Move:
    """Choose the next move; a partner whose goal is known is met half way at once."""
    stake = _stake(part.goal)
    heard = [line.text for line in part.history if not line.own]
    said = [line.text for line in part.history if line.own]
    if stake is None or any(_DEAL in line for line in (*said, *heard[:-1])):
        return LEAVE
    offered = _amount(heard[-1]) if heard else None
    if heard and _DEAL in heard[-1]:
        return Move(TurnKind.SPEAK, f"Agreed, {_money(stake, offered or stake.target)} it is. Thank you!")
    own = _own_offer(stake, _stake(part.partner_goal), len(said))
    if offered is not None and (offered <= own if stake.buys else offered >= own):
        return Move(TurnKind.SPEAK, f"{_DEAL}{_money(stake, offered)} works for me.")
    if len(said) > _ROUNDS:
        return (
            LEAVE
            if said[-1].startswith("Then")
            else Move(TurnKind.SPEAK, "Then we are too far apart, sorry.")
        )
    return Move(TurnKind.SPEAK, _words(stake, own, chance, first=not said))


def _own_offer(stake: _Stake, partner: _Stake | None, rounds: int) -> float:
    sign = -1 if stake.buys else 1
    limit = stake.target * (1 - sign * _SLACK)
    if partner is not None and (stake.target - partner.target) * sign <= 0:
        return _rounded((stake.target + partner.target) / 2)
    opening = stake.target * (1 + sign * _OPENING)
    share = min(1.0, rounds / _ROUNDS)
    return _rounded(opening + (limit - opening) * share)


def _words(stake: _Stake, amount: float, chance: random.Random, *, first: bool) -> str:
    money = _money(stake, amount)
    if first and stake.buys:
        return chance.choice((f"I like it. Would you take {money}?", f"Hello! I could offer {money} for it."))
    if first:
        return chance.choice(
            (f"It is in great shape. I am asking {money}.", f"Hello! I had {money} in mind.")
        )
    return chance.choice(
        (
            f"I can move a little: {money}.",
            f"Let us say {money}, then.",
            f"How about {money}?",
            f"What about {money}?",
        )
    )


def _stake(goal: str) -> _Stake | None:
    words = goal.lower()
    amount = _TARGET.search(goal) or _AMOUNT.search(goal)
    buys, sells = "buy" in words, "sell" in words
    if amount is None or not (buys or sells):
        return None
    return _Stake(
        buys and (not sells or words.index("buy") < words.index("sell")),
        _number(amount[1]),
        amount[0][amount[0].find(amount[1]) - 1].strip() or "$",
    )


def _amount(text: str) -> float | None:
    found = _AMOUNT.findall(text)
    return _number(found[-1]) if found else None


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _rounded(amount: float) -> float:
    return float(round(amount)) if amount >= 20 else round(amount, 2)


def _money(stake: _Stake, amount: float) -> str:
    return f"{stake.sign}{amount:,.0f}" if float(amount).is_integer() else f"{stake.sign}{amount:,.2f}"
