"""A dialogue prepared for measuring: words and tokens of every turn, counted once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sim.schema.episode import BlindEpisode, Episode, TurnKind

__all__ = ["Dialogue", "SpokenTurn", "prepare", "tokens_of"]

# ideographs and kana have no spaces between words: each counts as one token
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
    r"|[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
    r"(?:['\u2019\-][^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+)*"
    r"|[^\w\s]|_"
)


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """One turn.

    Attributes
    ----------
    n_words
        Separated by white space.
    tokens
        Words (with inner apostrophes and hyphens), single ideographs and single punctuation marks.
    """

    kind: TurnKind
    speaker: int
    text: str
    n_words: int
    tokens: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Tokens that are words, in lower case."""
        return tuple(token.casefold() for token in self.tokens if token[0].isalnum())


@dataclass(frozen=True, slots=True)
class Dialogue:
    """An episode with its prepared turns; turns shared by a whole pair (a prefix) are left out."""

    episode: Episode | BlindEpisode
    turns: tuple[SpokenTurn, ...]

    @property
    def known(self) -> Episode | None:
        """The episode where its condition, end and outcome are known."""
        return self.episode if isinstance(self.episode, Episode) else None

    @property
    def spoken(self) -> tuple[SpokenTurn, ...]:
        """Turns in which something is said."""
        return tuple(turn for turn in self.turns if turn.kind is TurnKind.SPEAK)


def tokens_of(text: str) -> tuple[str, ...]:
    """Split a text into words and punctuation marks."""
    return tuple(_TOKEN.findall(text))


def prepare(episodes: Sequence[Episode | BlindEpisode]) -> tuple[Dialogue, ...]:
    """Prepare dialogues for measuring."""
    return tuple(Dialogue(episode, _turns(episode)) for episode in episodes)


def _turns(episode: Episode | BlindEpisode) -> tuple[SpokenTurn, ...]:
    own = episode.turns[episode.prefix_turns :]
    return tuple(
        SpokenTurn(turn.kind, turn.speaker, turn.text, len(turn.text.split()), tokens_of(turn.text))
        for turn in own
    )
