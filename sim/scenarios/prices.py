"""Find amounts of money in what people say: "$1,200", "4.6k", "twelve hundred bucks", "I'd do 130"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Amount", "PriceRange", "find_amounts"]

_SMALL = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_LARGE = {"hundred": 100, "thousand": 1000}
_WORD = "|".join((*_SMALL, *_LARGE))

_NUMBER = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"  # 1,200.50
    r"|\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?(?!\d)"  # 1 200
    r"|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?(?!\d)"  # 1.200,50
    r"|\d+(?:[.,]\d{1,2})?(?!\d)"
)
_AMOUNT = re.compile(
    rf"(?:(?P<before>[$€£¥]|\b(?:usd|eur|us\$))\s?)?"
    rf"(?:(?<![\w.,:/])(?P<number>{_NUMBER})|(?P<words>\b(?:an?\s+)?(?:{_WORD})(?:(?:[\s-]+|"
    rf"\s+and\s+)(?:{_WORD}))*\b))"
    r"(?P<thousands>\s?k\b|\s?grand\b)?"
    r"(?P<after>\s?[€£$¥](?!\d)|\s?-?\s?(?:dollars?|bucks|usd|euros?|eur|pounds?|quid|cash)\b)?",
    re.IGNORECASE,
)
# A bare number followed by one of these counts something else than money.
_COUNTED = re.compile(
    r"\s*(?:%|percent|\"|″|'\d|-?\s?(?:inch|inches|in\b|cm|mm|feet|foot|ft|miles?|km|gb|tb|mb|hz|"
    r"watts?|lbs?|pounds\s+of|kg|"
    r"years?|yrs?|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|am\b|pm\b|a\.m|p\.m|o'?clock|"
    r"st\b|nd\b|rd\b|th\b|"
    r"pieces?|items?|people|persons?|chairs?|phones?|books?|times?|owners?|stars?|of\s+(?:them|"
    r"these|those)|other|more\s+\w+s\b)"
    r")|:\d\d|\s?x\s?\d|/\d|\s\d+/\d",
    re.IGNORECASE,
)
_OFFERED = re.compile(
    r"(?:\b(?:do|does|pay|give|offer|offering|take|accept|for|at|about|to|say|make\s+it|maybe|"
    r"around|is|be|than|or|and|go|"
    r"want|get|charge|then|with|on|of|deal|price|firm|final|fine|okay|ok|yes|no|sure|agreed|sold|"
    r"done|thinking|"
    r"between|only|just|even|lowest|highest|minimum|maximum|max|least|most|it's|that's)\b|"
    r"[-:,.;!?(\"“]|^)\s*"
    r"(?:(?:like|a|an|about|around|maybe|say|just|only|exactly|roughly|even)\s+)?$",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b(?:meet|pick|come|see|stop|drop|arrive|ready|tomorrow|today|tonight|available|free|call)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PriceRange:
    """Which amounts can be the price of the thing: others (a fee, a date, a size) are not."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Say whether an amount can be the price."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Amount:
    """A price named in a text, at `text[start:end]`."""

    value: float
    start: int
    end: int


def find_amounts(text: str, within: PriceRange) -> Iterator[Amount]:
    """Find every amount that can be the price, from left to right.

    With a currency any number counts; a bare number only where an offer would stand ("I'd do 130", "130?")
    and no unit follows it.
    """
    for match in _AMOUNT.finditer(text):
        value = _value(match, within)
        if value is None:
            continue
        if (match["before"] or match["after"]) or _is_bare_offer(text, match):
            yield Amount(value, match.start(), match.end())


def _is_bare_offer(text: str, match: re.Match[str]) -> bool:
    before, after = text[: match.start()], text[match.end() :]
    if _COUNTED.match(after) or not _OFFERED.search(before.rstrip() + " " if before else ""):
        return False
    at_a_time = re.search(r"\b(?:at|around|by|after|before)\s*$", before)
    return not ((at_a_time and _CLOCK.search(before)) or re.search(r"\bnumber (?:is )?$", before))


def _value(match: re.Match[str], within: PriceRange) -> float | None:
    readings = [_words_value(match["words"])] if match["words"] else _number_values(match["number"])
    factor = 1000 if match["thousands"] else 1
    return next((factor * value for value in readings if within.holds(factor * value)), None)


def _number_values(number: str) -> list[float]:
    """Read a number as written in English, then as written elsewhere (1.200,50)."""
    compact = re.sub(r"[\u00a0\u202f ]", "", number)
    english = re.sub(r",(?=\d{3})", "", compact).replace(",", ".")
    elsewhere = re.sub(r"\.(?=\d{3})", "", compact).replace(",", ".")
    return [float(reading) for reading in (english, elsewhere) if reading.count(".") <= 1]


def _words_value(words: str) -> float:
    total = 0.0
    group = 0.0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in _SMALL:
            group += _SMALL[word]
        elif word in _LARGE:
            group = max(group, 1) * _LARGE[word]
            if word == "thousand":
                total, group = total + group, 0.0
    return total + group
