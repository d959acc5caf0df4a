"""Functions from a dialogue to what it adds to a text property."""

import re
from collections.abc import Callable

from analysis.text.dialogue import Dialogue
from analysis.text.measured import NOT_APPLICABLE, Measured
from sim.schema.episode import EndReason, TurnKind, speaker_names
from sim.schema.outcome import BargainingOutcome, Deal, Found, MutualFriendOutcome

__all__ = [
    "completion_tokens",
    "containing",
    "deal",
    "distinct_words",
    "ended",
    "first_mention",
    "friend_found",
    "imbalance",
    "mark_rate",
    "of_kind",
    "partner_named",
    "punctuation",
    "stage_directions",
    "tokens_per_turn",
    "turns",
    "word_length",
    "words",
    "words_per_turn",
]

_STAGE_DIRECTION = re.compile(r"\*[^*\n]+\*|\([^()\n]+\)|\[[^\[\]\n]+\]")
_WINDOW = 50

Measure = Callable[[Dialogue], Measured]


def turns(dialogue: Dialogue) -> Measured:
    """Turns per dialogue."""
    return Measured(len(dialogue.turns), 1)


def words(dialogue: Dialogue) -> Measured:
    """Words per dialogue."""
    return Measured(sum(turn.n_words for turn in dialogue.turns), 1)


def words_per_turn(dialogue: Dialogue) -> Measured:
    """Words per turn in which something is said."""
    return Measured(sum(turn.n_words for turn in dialogue.spoken), len(dialogue.spoken))


def tokens_per_turn(dialogue: Dialogue) -> Measured:
    """Tokens per turn in which something is said."""
    return Measured(_n_tokens(dialogue), len(dialogue.spoken))


def completion_tokens(dialogue: Dialogue) -> Measured:
    """Tokens that the endpoint counted per turn."""
    usage = None if dialogue.known is None else dialogue.known.provenance.usage
    if usage is None or usage.completion_tokens is None:
        return NOT_APPLICABLE
    return Measured(usage.completion_tokens, len(dialogue.turns))


def imbalance(dialogue: Dialogue) -> Measured:
    """Difference of the two speakers' words as a share of all."""
    of_speaker = [sum(turn.n_words for turn in dialogue.spoken if turn.speaker == who) for who in (0, 1)]
    both = sum(of_speaker)
    return Measured(abs(of_speaker[0] - of_speaker[1]) / both, 1) if both else NOT_APPLICABLE


def of_kind(kind: TurnKind) -> Measure:
    """Share of turns of a kind."""

    def measure(dialogue: Dialogue) -> Measured:
        return Measured(sum(turn.kind is kind for turn in dialogue.turns), len(dialogue.turns))

    return measure


def stage_directions(dialogue: Dialogue) -> Measured:
    """Stage directions per spoken turn."""
    found = sum(len(_STAGE_DIRECTION.findall(turn.text)) for turn in dialogue.spoken)
    return Measured(found, len(dialogue.spoken))


def punctuation(dialogue: Dialogue) -> Measured:
    """Punctuation marks per token."""
    marks = sum(not token[0].isalnum() for turn in dialogue.spoken for token in turn.tokens)
    return Measured(marks, _n_tokens(dialogue))


def containing(characters: str) -> Measure:
    """Share of spoken turns with one of some characters."""
    wanted = frozenset(characters)

    def measure(dialogue: Dialogue) -> Measured:
        found = sum(not wanted.isdisjoint(turn.text) for turn in dialogue.spoken)
        return Measured(found, len(dialogue.spoken))

    return measure


def mark_rate(characters: str) -> Measure:
    """Share of tokens that are one of some characters."""
    wanted = frozenset(characters)

    def measure(dialogue: Dialogue) -> Measured:
        found = sum(token in wanted for turn in dialogue.spoken for token in turn.tokens)
        return Measured(found, _n_tokens(dialogue))

    return measure


def distinct_words(dialogue: Dialogue) -> Measured:
    """Distinct words among the first 50, a window of fixed size since the share falls with length."""
    first = [word for turn in dialogue.spoken for word in turn.words][:_WINDOW]
    return Measured(len(set(first)) / _WINDOW, 1) if len(first) == _WINDOW else NOT_APPLICABLE


def word_length(dialogue: Dialogue) -> Measured:
    """Characters per word."""
    lengths = [len(word) for turn in dialogue.spoken for word in turn.words]
    return Measured(sum(lengths), len(lengths))


def partner_named(dialogue: Dialogue) -> Measured:
    """Share of spoken turns that name the partner."""
    names = [_name_parts(name) for name in speaker_names(dialogue.episode)]
    found = sum(not names[1 - turn.speaker].isdisjoint(turn.words) for turn in dialogue.spoken)
    return Measured(found, len(dialogue.spoken))


def ended(reason: EndReason) -> Measure:
    """Share of dialogues with an end reason, among those whose end is known."""

    def measure(dialogue: Dialogue) -> Measured:
        episode = dialogue.known
        if episode is None or episode.end_reason is EndReason.UNKNOWN:
            return NOT_APPLICABLE
        return Measured(episode.end_reason is reason, 1)

    return measure


def deal(dialogue: Dialogue) -> Measured:
    """Share of bargaining dialogues with a deal."""
    outcome = None if dialogue.known is None else dialogue.known.outcome
    if not isinstance(outcome, BargainingOutcome) or outcome.deal is Deal.CANNOT_TELL:
        return NOT_APPLICABLE
    return Measured(outcome.deal is Deal.AGREED, 1)


def friend_found(dialogue: Dialogue) -> Measured:
    """Share of dialogues about a common friend in which both name the friend."""
    outcome = None if dialogue.known is None else dialogue.known.outcome
    if not isinstance(outcome, MutualFriendOutcome) or outcome.found is Found.CANNOT_TELL:
        return NOT_APPLICABLE
    return Measured(outcome.found is Found.BOTH, 1)


def first_mention(dialogue: Dialogue) -> Measured:
    """Share of the turns before the common friend is first named."""
    outcome = None if dialogue.known is None else dialogue.known.outcome
    if not isinstance(outcome, MutualFriendOutcome) or outcome.first_mention_turn is None:
        return NOT_APPLICABLE
    return Measured(outcome.first_mention_turn, 1)


def _n_tokens(dialogue: Dialogue) -> int:
    return sum(len(turn.tokens) for turn in dialogue.spoken)


def _name_parts(name: str) -> frozenset[str]:
    return frozenset(part.casefold() for part in re.findall(r"[^\W\d_]{2,}", name))
