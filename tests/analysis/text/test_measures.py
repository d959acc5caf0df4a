import pytest

from analysis.text import PROPERTIES
from analysis.text.dialogue import Dialogue, prepare, tokens_of
from analysis.text.measured import NOT_APPLICABLE, Measured
from sim.schema.episode import Episode, TurnKind, blind_episode
from sim.schema.outcome import BargainingOutcome, Deal
from tests.golden.records import BARGAIN_LINES, EPISODES

BIKE, FRIENDS = EPISODES[0], EPISODES[2]


def measure(name: str, episode: Episode, **changes: object) -> Measured:
    (dialogue,) = prepare([episode.model_copy(update=changes)])
    return next(each for each in PROPERTIES if each.name == name).measure(dialogue)


def said(*texts: str) -> Episode:
    """Make an episode in which these texts are said in turn."""
    fields = BIKE.model_dump()
    fields["turns"] = [
        {"index": at, "speaker": at % 2, "kind": "speak", "text": text} for at, text in enumerate(texts)
    ]
    return Episode.model_validate(fields)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Don't go, well-known Ann!", ("Don't", "go", ",", "well-known", "Ann", "!")),
        ("It is $130.", ("It", "is", "$", "130", ".")),
        ("松本さん。", ("松", "本", "さ", "ん", "。")),
        ("أهلا، نور؟", ("أهلا", "،", "نور", "؟")),
        ("", ()),
    ],
)
def test_tokens_are_words_ideographs_and_marks(text: str, tokens: tuple[str, ...]) -> None:
    assert tokens_of(text) == tokens


@pytest.mark.parametrize(
    ("name", "total", "count"),
    [
        ("turns", 5, 1),
        ("words", 21, 1),
        ("words_per_turn", 20, 3),
        ("nonverbal_share", 1, 5),
        ("leaving_share", 1, 5),
        ("question_share", 1, 3),
        ("exclamation_share", 1, 3),
        ("ended_left", 1, 1),
        ("ended_turn_limit", 0, 1),
        ("deal_rate", 1, 1),
        ("completion_tokens_per_turn", 120, 5),
    ],
)
def test_measures_of_the_golden_bargain(name: str, total: float, count: float) -> None:
    assert len(BARGAIN_LINES) == 5
    assert measure(name, BIKE) == Measured(total, count)


def test_measures_of_the_golden_friends() -> None:
    assert measure("friend_found_rate", FRIENDS) == Measured(1, 1)
    assert measure("first_mention", FRIENDS) == Measured(0, 1)
    assert measure("deal_rate", FRIENDS) == NOT_APPLICABLE


def test_style_measures() -> None:
    episode = said("*nods* Well, 蓮 (smiles) yes [pause]", 'Inés - "yes" — no')
    assert measure("stage_directions_per_turn", episode) == Measured(3, 2)
    assert measure("quotation_share", episode) == Measured(1, 2)
    assert measure("dash_share", episode).total == 1
    assert measure("comma_share", episode).total == 1
    assert measure("speaker_imbalance", episode).total == pytest.approx(1 / 11)
    assert measure("word_length", said("ab abcd", "a")) == Measured(7, 3)


def test_partner_is_named_by_any_part_of_the_name_but_not_by_oneself() -> None:
    assert measure("partner_named_share", said("I am Inés.", "Núñez, hello!")) == Measured(1, 2)


def test_distinct_words_need_fifty_of_them() -> None:
    assert measure("distinct_word_share", said("word " * 49)) == NOT_APPLICABLE
    assert measure("distinct_word_share", said("word " * 60)) == Measured(1 / 50, 1)


def test_shared_opening_turns_are_left_out() -> None:
    assert measure("turns", BIKE, prefix_turns=2) == Measured(3, 1)


def test_outcome_that_cannot_be_told_is_not_a_failure() -> None:
    outcome = BargainingOutcome(deal=Deal.CANNOT_TELL)
    assert measure("deal_rate", BIKE, outcome=outcome) == NOT_APPLICABLE


def test_nothing_said_is_not_applicable_or_empty() -> None:
    silent = BIKE.turns[1].model_copy(update={"index": 0, "kind": TurnKind.NONVERBAL})
    assert measure("words_per_turn", BIKE, turns=(silent,)) == Measured(0, 0)
    assert measure("speaker_imbalance", BIKE, turns=(silent,)) == NOT_APPLICABLE


@pytest.mark.parametrize("each", PROPERTIES, ids=lambda each: each.name)
def test_every_property_measures_a_blind_episode(each: object) -> None:
    (dialogue,) = prepare([blind_episode(BIKE)])
    assert isinstance(dialogue, Dialogue)
    measured = next(other for other in PROPERTIES if other is each).measure(dialogue)
    assert measured.count >= 0


def test_ends_and_outcomes_of_a_blind_episode_are_not_applicable() -> None:
    (dialogue,) = prepare([blind_episode(BIKE)])
    names = {each.name for each in PROPERTIES if each.measure(dialogue) == NOT_APPLICABLE}
    assert {"ended_left", "deal_rate", "friend_found_rate", "completion_tokens_per_turn"} <= names
