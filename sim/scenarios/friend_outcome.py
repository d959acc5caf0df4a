"""Find who named the common friend, and how early."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

from sim.schema.episode import Turn
from sim.schema.outcome import Found, MutualFriendOutcome
from sim.schema.scenario import MutualFriendCheck

__all__ = ["friend_outcome"]

# Given names that are also words: only a capital letter inside a sentence tells them apart.
_WORDS = frozenset(
    (resources.files("sim.scenarios") / "words" / "ambiguous_names.txt").read_text(encoding="utf-8").split()
)
_START = re.compile(r"(?:^|[.!?…:]\s+|[\"“(\[*]\s*|\n)\s*$")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


@dataclass(frozen=True, slots=True)
class _Mention:
    """`certain` is False where the word may not be the friend's name."""

    turn: int
    speaker: int
    words_before: int
    certain: bool


def friend_outcome(
    turns: Sequence[Turn],
    check: MutualFriendCheck,
    *,
    speakers: Collection[str] = (),
    others: Collection[str] = (),
) -> MutualFriendOutcome:
    """Tell who named the friend, and where the first mention stands.

    Letters are compared without case and diacritics; a longer known name that holds the friend's is another
    person, and so is a name joined by a hyphen. "Cannot tell": a speaker bears the same name, the only
    mentions may be ordinary words ("Will you ..."), or the dialogue is in another script than the name.

    Parameters
    ----------
    speakers
        The two characters' full names.
    others
        Other names that the dialogue may hold, such as those of the other friends.
    """
    texts = [_folded(turn.text) for turn in turns]
    finder = _Finder(check.friend, (*speakers, *others))
    mentions = [
        _Mention(index, turn.speaker, _words_before(text, start), certain)
        for index, (turn, text) in enumerate(zip(turns, texts, strict=True))
        for start, certain in finder.find(text)
    ]
    namesakes = {part for name in speakers for part in (_key(name), *_key(name).split())}
    found = _found(mentions, namesake=_key(check.friend) in namesakes)
    if found is Found.NOBODY and not _same_script(check.friend, texts):
        found = Found.CANNOT_TELL
    if found not in {Found.BOTH, Found.ONE}:
        return MutualFriendOutcome(found=found)
    first = next(mention for mention in mentions if mention.certain)
    counts = [len(text.split()) for text in texts]
    return MutualFriendOutcome(
        found=found,
        first_mention_turn=first.turn / len(turns),
        first_mention_word=(sum(counts[: first.turn]) + first.words_before) / sum(counts),
    )


class _Finder:
    """Finds one name in folded texts."""

    def __init__(self, friend: str, others: Collection[str]) -> None:
        self._key = _key(friend)
        self._is_word = self._key in _WORDS
        longer = {key for other in others if (key := _key(other)) != self._key and self._holds(key)}
        names = "|".join(
            re.escape(name).replace(r"\ ", r"\s+") for name in (*sorted(longer, key=len)[::-1], self._key)
        )
        if _UNSPACED.search(self._key):
            self._pattern = re.compile(names, re.IGNORECASE)
        else:
            # No contraction (Don't), no hyphenated name (Ann-Marie), but possessives (Ann's) and "Ann-".
            self._pattern = re.compile(
                rf"(?<![\w])(?<!\w-)(?<!\w')(?:{names})(?!\w|-\w|'(?!s\b)\w)", re.IGNORECASE
            )

    def find(self, text: str) -> Iterator[tuple[int, bool]]:
        for match in self._pattern.finditer(text):
            if _key(match.group()) != self._key:
                continue
            capital = match.group()[0].isupper()
            if not self._is_word:
                yield match.start(), True
            elif capital:
                yield match.start(), not _START.search(text[: match.start()])

    def _holds(self, longer: str) -> bool:
        return re.search(rf"\b{re.escape(self._key)}\b", longer) is not None


def _found(mentions: Sequence[_Mention], *, namesake: bool) -> Found:
    if mentions and namesake:
        return Found.CANNOT_TELL
    certain = {mention.speaker for mention in mentions if mention.certain}
    possible = {mention.speaker for mention in mentions} - certain
    if len(certain) == 2:
        return Found.BOTH
    if possible:
        return Found.CANNOT_TELL
    return Found.ONE if certain else Found.NOBODY


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _key(name: str) -> str:
    return " ".join(_folded(name).casefold().split())


def _words_before(text: str, start: int) -> int:
    before = text[:start]
    return len(before.split()) - (bool(before) and not before[-1].isspace())


def _same_script(name: str, texts: Sequence[str]) -> bool:
    letters = [character for text in texts for character in text if character.isalpha()]
    latin = sum(character.isascii() for character in letters)
    is_latin = sum(character.isascii() for character in name if character.isalpha()) > 0
    return not letters or (latin >= len(letters) / 2) == is_latin
