import pytest

from sim.scenarios.friend_outcome import friend_outcome
from sim.schema.episode import Turn, TurnKind
from sim.schema.outcome import Found, MutualFriendOutcome
from sim.schema.scenario import MutualFriendCheck


def outcome(
    friend: str, *texts: str, speakers: tuple[str, ...] = (), others: tuple[str, ...] = ()
) -> MutualFriendOutcome:
    turns = [
        Turn(index=index, speaker=0 if index % 2 == 0 else 1, kind=TurnKind.SPEAK, text=text)
        for index, text in enumerate(texts)
    ]
    return friend_outcome(turns, MutualFriendCheck(friend=friend), speakers=speakers, others=others)


@pytest.mark.parametrize(
    ("friend", "texts", "found"),
    [
        ("Noor", ("Do you know Noor?", "Noor? Of course."), Found.BOTH),
        ("Noor", ("Do you know Noor?", "No, sorry."), Found.ONE),
        ("Noor", ("Do you know Nora?", "No, sorry."), Found.NOBODY),
        ("Noor", ("do you know noor", "NOOR!!"), Found.BOTH),
        ("Noor", ("Noor's brother?", "Yes, Noor’s brother."), Found.BOTH),
        ("José", ("I know Jose.", "You mean JOSÉ?"), Found.BOTH),
        ("Jose", ("I know Jose\u0301.", "José who?"), Found.BOTH),
        ("Núñez-Öz", ("Nunez-Oz?", "Núñez-Öz."), Found.BOTH),
        ("Ann", ("Annabel and Joann came.", "Ann-Marie, too."), Found.NOBODY),
        ("Ann", ("I like Ann—really.", "**Ann**, yes."), Found.BOTH),
        ("Don", ("Don't you know?", "I don't."), Found.NOBODY),
        ("Don", ("He is called Don.", "I know Don's wife."), Found.BOTH),
        ("Will", ("Will you come?", "I will."), Found.CANNOT_TELL),
        ("Will", ("It's my friend Will.", "Oh, you know Will?"), Found.BOTH),
        ("Rose", ("The price rose.", "Rose is a nurse."), Found.CANNOT_TELL),
        ("Mary Ann", ("Is it Mary Ann?", "Mary  Ann, right."), Found.BOTH),
        ("O'Hara", ("O’Hara!", "O'Hara it is."), Found.BOTH),
        ("田中", ("田中さんを知っていますか？", "はい、田中です。"), Found.BOTH),
        ("Noor", ("هل تعرف نور؟", "نعم أعرفها جيدا"), Found.CANNOT_TELL),
        ("Noor", ("", ""), Found.NOBODY),
    ],
)
def test_friend_outcome_who_named_the_friend(friend: str, texts: tuple[str, ...], found: Found) -> None:
    texts = tuple(text or "..." for text in texts)
    assert outcome(friend, *texts).found is found


def test_friend_outcome_name_inside_another_friend_is_not_it() -> None:
    result = outcome("Ann", "I know Mary Ann.", "Mary Ann, too.", others=("Mary Ann", "Bo"))
    assert result.found is Found.NOBODY


def test_friend_outcome_speaker_of_the_same_name_cannot_be_told() -> None:
    texts = ("Hello, I'm Rafael.", "Hi Rafael, do you know Rafael?")
    assert outcome("Rafael", *texts, speakers=("Rafael Cortez", "Ana")).found is Found.CANNOT_TELL
    assert outcome("Rafael", "Hi.", "Hi.", speakers=("Rafael Cortez", "Ana")).found is Found.NOBODY


def test_friend_outcome_first_mention_is_a_share_of_turns_and_words() -> None:
    result = outcome("Noor", "one two three", 'four "Noor" six', "Noor", "nine ten")
    assert result == MutualFriendOutcome(found=Found.BOTH, first_mention_turn=1 / 4, first_mention_word=4 / 9)


def test_friend_outcome_mention_in_the_first_word_stands_at_zero() -> None:
    result = outcome("Noor", "Noor?", "Noor!")
    assert (result.first_mention_turn, result.first_mention_word) == (0, 0)


def test_friend_outcome_uncertain_mention_has_no_position() -> None:
    assert outcome("Will", "Will you come?", "No.").first_mention_turn is None
