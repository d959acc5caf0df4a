"""Read one turn of a bargain: the prices offered in it, and whether it accepts, rejects or hesitates.

English only, by the phrases of `bargaining_phrases`. Clauses are read one by one, so that "I can't do $130,
but $150 is fine" rejects one price and offers another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.scenarios import bargaining_phrases as phrases
from sim.scenarios.prices import Amount, PriceRange, find_amounts

__all__ = ["Reading", "read_turn", "reads_as_english"]

_SENTENCE = re.compile(r"(?<=[.!?…])[\"”')\]]*\s+|\n+")
_CLAUSE = re.compile(
    r",\s+|;\s*|:\s+|\s+[-–]+\s+|—|\s+(?=(?:but|however|though|although|yet|so)\b)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one turn does in a bargain.

    Attributes
    ----------
    offers
        Different prices put forward, in order, in statements or questions.
    commits
        Those of them that the speaker says it will pay or take.
    echoes
        Prices only quoted from the other side ("you said $170").
    deal
        Whether it is called a deal.
    approves
        Whether what was just said finds approval ("that works").
    asked
        Whether an offer, or the deal, is put as a question, which a mere "yes" accepts.
    affirms
        Whether it says yes, without a condition.
    rejects
        Whether the last cue of the turn is a rejection; then neither `deal` nor `approves`.
    cancels
        Whether an agreement is taken back.
    maybe
        A mere "okay", or "that could work": it may or may not be an acceptance.
    splits
        Whether the middle between the two standing offers is put forward.
    """

    offers: tuple[float, ...] = ()
    commits: tuple[float, ...] = ()
    echoes: tuple[float, ...] = ()
    deal: bool = False
    approves: bool = False
    asked: bool = False
    affirms: bool = False
    rejects: bool = False
    cancels: bool = False
    maybe: bool = False
    splits: bool = False


def read_turn(text: str, within: PriceRange, *, spoken: bool) -> Reading:
    """Read one turn; gestures and actions (`spoken=False`) also accept by a handshake or by paying."""
    text = text.replace("’", "'").replace("*", "")
    clauses = [_read_clause(clause, within, asked=asked) for clause, asked in _clauses(text)]
    offers = _distinct(price for clause in clauses for price in clause.offers)
    decisive = [clause for clause in clauses if clause.deal or clause.approves or clause.rejects]
    rejects = bool(decisive) and decisive[-1].rejects
    accepting_act = not spoken and bool(phrases.ACCEPTING_ACT.search(text))
    return Reading(
        offers=offers,
        commits=_distinct(price for clause in clauses for price in clause.commits),
        echoes=_distinct(price for clause in clauses for price in clause.echoes),
        deal=not rejects and (accepting_act or any(clause.deal for clause in clauses)),
        approves=not rejects and any(clause.approves for clause in clauses),
        asked=any(clause.asked for clause in clauses),
        affirms=bool(phrases.AFFIRMED.search(text)) and not phrases.HESITATION.search(text),
        rejects=rejects,
        cancels=bool(phrases.CANCEL.search(text)),
        maybe=bool(phrases.MAYBE.match(text.strip()) or phrases.HEDGED.search(text)),
        splits=bool(phrases.MIDDLE.search(text)) and not offers,
    )


def reads_as_english(texts: Sequence[str]) -> bool:
    """Say whether enough of the words are among the commonest of English for phrases to be recognised."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", " ".join(texts).replace("’", "'").lower())
    return len(words) < 4 or sum(word in phrases.COMMON_WORDS for word in words) >= 0.12 * len(words)


def _clauses(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each clause, and whether its sentence is a question."""
    for sentence in _SENTENCE.split(text):
        asked = sentence.rstrip(" \"”')]").endswith("?")
        yield from ((clause.strip(), asked) for clause in _CLAUSE.split(sentence) if clause.strip())


def _read_clause(clause: str, within: PriceRange, *, asked: bool) -> Reading:
    amounts = list(find_amounts(clause, within))
    refused = bool(phrases.REJECT.search(clause)) and not asked
    stated = [amount for amount in amounts if _is_offer(clause, amount, refused=refused)]
    echoed = [amount for amount in stated if phrases.QUOTED.search(clause[: amount.start])]
    offers = tuple(amount.value for amount in stated if amount not in echoed)
    good = not asked and any(_is_good(clause, amount) for amount in amounts)
    return Reading(
        offers=offers,
        commits=tuple(amount.value for amount in stated if not asked and (good or _is_own(clause, amount))),
        echoes=tuple(amount.value for amount in echoed),
        deal=not asked and _says(phrases.DEAL, clause),
        approves=good or (not asked and _says(phrases.APPROVAL, clause)),
        asked=asked and bool(offers or _says(phrases.DEAL, clause)),
        rejects=refused,
    )


def _says(pattern: re.Pattern[str], clause: str) -> bool:
    return any(not phrases.NOT_YET.search(clause[: match.start()]) for match in pattern.finditer(clause))


def _is_offer(clause: str, amount: Amount, *, refused: bool) -> bool:
    before, after = clause[: amount.start], clause[amount.end :]
    if phrases.LIMIT.search(before):
        return bool(phrases.LIMITED.search(before))
    if refused or re.search(r"\bnot\s*$", before):
        return False
    return not (phrases.REFERENCE_BEFORE.search(before) or phrases.REFERENCE_AFTER.search(after))


def _is_good(clause: str, amount: Amount) -> bool:
    good = phrases.GOOD_PRICE.search(clause[amount.end :])
    return good is not None and not phrases.NOT_YET.search(clause[: amount.start])


def _is_own(clause: str, amount: Amount) -> bool:
    before, after = clause[: amount.start], clause[amount.end :]
    bare = phrases.FILLER.fullmatch(before) and phrases.FILLER.fullmatch(after)
    return bool(bare or (phrases.OWN_OFFER.search(before) and not phrases.NOT_YET.search(before)))


def _distinct(prices: Iterator[float]) -> tuple[float, ...]:
    return tuple(dict.fromkeys(prices))
