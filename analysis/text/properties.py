"""The registry of text properties: what can be measured in a dialogue.

To add a property, write a function from a `Dialogue` to a `Measured` and add one `TextProperty` here. Rows
with intervals per condition, differences between conditions, the leak report and the documentation follow
from it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from analysis.text import measures
from analysis.text.dialogue import Dialogue
from analysis.text.measured import Measured
from sim.schema.episode import EndReason, TurnKind

__all__ = ["PROPERTIES", "Group", "TextProperty"]


class Group(StrEnum):
    """What a property is about. Raters can see length and style, but not ends and outcomes as such."""

    LENGTH = "length"
    STYLE = "style"
    END = "end"
    OUTCOME = "outcome"


@dataclass(frozen=True, slots=True)
class TextProperty:
    """One property of dialogues.

    Attributes
    ----------
    name
        As in the rows.
    measure
        The value of a set of dialogues is the sum of totals over the sum of counts.
    formula
        What is counted, per what.
    share
        True where values lie between 0 and 1.
    source
        Author, year and place where the property was used, or "".
    """

    name: str
    title: str
    group: Group
    measure: Callable[[Dialogue], Measured]
    formula: str
    source: str = ""
    share: bool = False


_ZHOU = "Zhou et al. 2024, EMNLP (arXiv 2403.05020)"

PROPERTIES: tuple[TextProperty, ...] = (
    TextProperty("turns", "Turns", Group.LENGTH, measures.turns, "turns per dialogue"),
    TextProperty("words", "Words", Group.LENGTH, measures.words, "words per dialogue"),
    TextProperty(
        "words_per_turn",
        "Words per turn",
        Group.LENGTH,
        measures.words_per_turn,
        "words (separated by white space) per turn in which something is said",
        _ZHOU,
    ),
    TextProperty(
        "tokens_per_turn",
        "Tokens per turn",
        Group.LENGTH,
        measures.tokens_per_turn,
        "words, single ideographs and punctuation marks per turn in which something is said",
    ),
    TextProperty(
        "completion_tokens_per_turn",
        "Completion tokens per turn",
        Group.OUTCOME,
        measures.completion_tokens,
        "tokens that the model's endpoint counted per turn, where it did",
    ),
    TextProperty(
        "speaker_imbalance",
        "Imbalance of speakers",
        Group.STYLE,
        measures.imbalance,
        "|words of one - words of the other| / words of both, mean over dialogues",
        share=True,
    ),
    TextProperty(
        "nonverbal_share",
        "Nonverbal turns",
        Group.STYLE,
        measures.of_kind(TurnKind.NONVERBAL),
        "turns of kind nonverbal per turn",
        share=True,
    ),
    TextProperty(
        "action_share",
        "Actions",
        Group.STYLE,
        measures.of_kind(TurnKind.ACTION),
        "turns of kind action per turn",
        share=True,
    ),
    TextProperty(
        "silent_share",
        "Silences",
        Group.STYLE,
        measures.of_kind(TurnKind.NONE),
        "turns in which nothing is done per turn",
        share=True,
    ),
    TextProperty(
        "leaving_share",
        "Leaving",
        Group.STYLE,
        measures.of_kind(TurnKind.LEAVE),
        "turns in which a character leaves per turn",
        share=True,
    ),
    TextProperty(
        "stage_directions_per_turn",
        "Stage directions in speech",
        Group.STYLE,
        measures.stage_directions,
        "passages in *asterisks*, (round) or [square] brackets per turn in which something is said",
    ),
    TextProperty(
        "punctuation_share",
        "Punctuation",
        Group.STYLE,
        measures.punctuation,
        "punctuation marks per token of speech",
        share=True,
    ),
    TextProperty(
        "question_share",
        "Questions",
        Group.STYLE,
        measures.containing("?？؟"),
        "spoken turns with a question mark",
        share=True,
    ),
    TextProperty(
        "exclamation_share",
        "Exclamations",
        Group.STYLE,
        measures.containing("!！"),
        "spoken turns with an exclamation mark",
        share=True,
    ),
    TextProperty(
        "comma_share",
        "Commas",
        Group.STYLE,
        measures.mark_rate(",،、，"),
        "commas per token of speech",
        share=True,
    ),
    TextProperty(
        "dash_share",
        "Dashes",
        Group.STYLE,
        measures.mark_rate("—–"),
        "en and em dashes per token of speech",
        share=True,
    ),
    TextProperty(
        "quotation_share",
        "Quotation marks",
        Group.STYLE,
        measures.containing('"“”«»'),
        "spoken turns with a quotation mark",
        share=True,
    ),
    TextProperty(
        "distinct_word_share",
        "Distinct words",
        Group.STYLE,
        measures.distinct_words,
        "distinct words of the first 50 words of speech, mean over dialogues that have them",
        share=True,
    ),
    TextProperty(
        "word_length", "Word length", Group.STYLE, measures.word_length, "characters per word of speech"
    ),
    TextProperty(
        "partner_named_share",
        "Partner addressed by name",
        Group.STYLE,
        measures.partner_named,
        "spoken turns with a word of the partner's name",
        share=True,
    ),
    *(
        TextProperty(
            f"ended_{reason}",
            f"Ended: {reason.replace('_', ' ')}",
            Group.END,
            measures.ended(reason),
            f"dialogues with end reason {reason}",
            share=True,
        )
        for reason in (EndReason.LEFT, EndReason.TURN_LIMIT, EndReason.STALE, EndReason.FINISHED)
    ),
    TextProperty(
        "deal_rate",
        "Deals",
        Group.OUTCOME,
        measures.deal,
        "bargaining dialogues that end in a deal; those where it cannot be told left out",
        _ZHOU,
        share=True,
    ),
    TextProperty(
        "friend_found_rate",
        "Common friend named by both",
        Group.OUTCOME,
        measures.friend_found,
        "dialogues about a common friend in which both name the friend; those that cannot be told left out",
        share=True,
    ),
    TextProperty(
        "first_mention",
        "First mention of the common friend",
        Group.OUTCOME,
        measures.first_mention,
        "share of the turns before the friend is first named, mean over dialogues where somebody does",
        _ZHOU,
        share=True,
    ),
)
