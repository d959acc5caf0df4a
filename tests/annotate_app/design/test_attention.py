"""When attention checks come, what they are, and what they do to a dialogue."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate_app.design.attention import (
    CheckKind,
    altered_dialogue,
    check_design,
    is_check_due,
    n_checks_left,
)
from sim.schema.episode import blind_episode
from tests.annotate_app.studio import lengthened
from tests.golden import records

EPISODE = blind_episode(lengthened(records.EPISODES)[0])
ALTERED = "ab" * 16


@given(seed=st.integers(0, 999), wanted=st.sampled_from([1, 2, 4]))
def test_every_four_checks_hold_each_way_once(seed: int, wanted: int) -> None:
    designs = Counter(
        check_design(seed, rater_number=rater, wanted=wanted, number=number)
        for rater in range(1, 4 // wanted + 1)
        for number in range(wanted)
    )
    assert len(designs) == 4


@given(wanted=st.integers(1, 5), n_items=st.integers(1, 30))
def test_all_checks_come_and_none_comes_first(wanted: int, n_items: int) -> None:
    shown = list[str]()
    done = n_given = 0
    while True:
        if is_check_due(n_done=done, n_expected=n_items, n_given=n_given, wanted=wanted):
            shown.append("check")
            n_given += 1
        elif done < n_items:
            shown.append("item")
            done += 1
        else:
            break
    assert shown[0] == "item"
    assert Counter(shown) == {"item": n_items, "check": wanted}


def test_checks_left_end_at_none() -> None:
    assert [n_checks_left(2, n_given=given, n_items=4) for given in (0, 1, 2, 3)] == [2, 1, 0, 0]
    assert n_checks_left(2, n_given=0, n_items=0) == 0


def test_shuffled_turns_are_the_same_in_another_order() -> None:
    altered = altered_dialogue(EPISODE, CheckKind.SHUFFLED, episode_id=ALTERED)
    said = [(turn.speaker, turn.text) for turn in EPISODE.turns]
    shuffled = [(turn.speaker, turn.text) for turn in altered.turns]
    assert sorted(said) == sorted(shuffled)
    assert said != shuffled
    assert altered.episode_id == ALTERED


def test_exchanged_turns_are_said_by_the_other() -> None:
    altered = altered_dialogue(EPISODE, CheckKind.EXCHANGED, episode_id=ALTERED)
    assert [turn.text for turn in altered.turns] == [turn.text for turn in EPISODE.turns]
    assert all(one.speaker != other.speaker for one, other in zip(altered.turns, EPISODE.turns, strict=True))


@pytest.mark.parametrize("kind", list(CheckKind))
def test_the_same_dialogue_is_altered_alike(kind: CheckKind) -> None:
    first, second = (altered_dialogue(EPISODE, kind, episode_id=ALTERED) for _ in range(2))
    assert first == second
