"""What a step shows of an item, and what it cannot hold."""

import dataclasses

from annotate_app.design.blind_item import BlindItem, Bubble, blind_item
from sim.schema.episode import BlindEpisode, Turn, TurnKind, blind_episode
from sim.schema.rubric import builtin_rubric
from tests.golden import records

BLIND = tuple(blind_episode(episode) for episode in records.EPISODES)
FIRST_STEP, SECOND_STEP = builtin_rubric("naturalness-then-goals").steps


def test_first_step_has_no_goals_secrets_or_hints() -> None:
    item = blind_item(FIRST_STEP, BLIND[:2])
    for character in item.characters:
        assert (character.goal, character.hints, character.secret, character.personality) == (
            None,
            (),
            None,
            None,
        )
    shown = repr(item)
    for words in ("at most $140", "Start low", "already sold", "Patient, exact"):
        assert words not in shown


def test_second_step_shows_goals_and_secrets() -> None:
    buyer, seller = blind_item(SECOND_STEP, BLIND[:2]).characters
    assert buyer.goal == "Buy the bike for at most $140."
    assert buyer.hints == ("Start low.",)
    assert seller.secret == "Moves on Friday."
    assert seller.personality is None


def test_profile_has_public_facts_only() -> None:
    buyer, seller = blind_item(FIRST_STEP, BLIND[:2]).characters
    assert buyer.profile == ("41, woman, she/her, vet", "Cycles to work.")
    assert seller.profile == ("29, man, he/him, nurse",)


def test_setting_comes_with_relationship_in_words() -> None:
    item = blind_item(FIRST_STEP, BLIND[:2])
    assert item.setting == "A used touring bike is for sale. The list price is $200."
    assert item.relationship == "Dr. Inés Núñez-Öz and 松本 蓮 have never met before."


def test_dialogues_stand_in_served_order() -> None:
    there, back = blind_item(FIRST_STEP, BLIND[:2]), blind_item(FIRST_STEP, BLIND[1::-1])
    assert (there.a, there.b) == (back.b, back.a)
    assert len(there.a) == len(BLIND[0].turns)


def test_leaving_and_silence_read_the_same_whatever_was_written() -> None:
    turns = tuple(
        Turn(index=index, speaker=0, kind=kind, text=text)
        for index, (kind, text) in enumerate(
            [
                (TurnKind.LEAVE, ""),
                (TurnKind.LEAVE, "left the conversation"),
                (TurnKind.NONE, ""),
                (TurnKind.NONE, "did nothing"),
            ]
        )
    )
    episode = BlindEpisode(episode_id="a" * 20, pair_id="p", speakers=("Ann", "Bo"), turns=turns)
    texts = [bubble.text for bubble in blind_item(FIRST_STEP, (episode,)).a]
    assert texts == ["Ann leaves", "Ann leaves", "Ann says nothing", "Ann says nothing"]


def test_questions_have_keys_that_say_side_and_character() -> None:
    keys = [question.key for question in blind_item(SECOND_STEP, BLIND[:2]).questions]
    assert keys == ["goal.a.0", "goal.a.1", "goal.b.0", "goal.b.1", "remark"]


def test_question_names_the_character() -> None:
    question = blind_item(SECOND_STEP, BLIND[:2]).questions[1]
    assert question.text == "How far did 松本 蓮 reach this goal by the end?"


def test_episode_without_scenario_shows_names_only() -> None:
    episode = BlindEpisode(episode_id="b" * 20, pair_id="p", speakers=("A\u202e", "B"), turns=BLIND[0].turns)
    item = blind_item(SECOND_STEP, (episode,))
    assert (item.setting, item.relationship, item.b) == (None, None, ())
    assert [character.name for character in item.characters] == ["A⟦RLO⟧", "B"]


def test_setting_of_an_episode_without_scenario_is_shown() -> None:
    people = {"scenario": None, "speakers": ("Ann", "Bo"), "setting": "A bus stop, \u202elate."}
    item = blind_item(FIRST_STEP, (BLIND[0].model_copy(update=people),))
    assert item.setting == "A bus stop, ⟦RLO⟧late."
    assert item.relationship is None


def test_types_have_no_field_from_which_a_condition_could_be_told() -> None:
    fields = {field.name for kind in (BlindItem, Bubble) for field in dataclasses.fields(kind)}
    assert fields == {
        *("setting", "relationship", "characters", "a", "b", "shared_turns", "questions"),
        *("speaker", "name", "kind", "text"),
    }


def test_item_holds_no_id_or_condition_of_its_episodes() -> None:
    shown = repr(blind_item(SECOND_STEP, BLIND[:2]))
    for episode in records.EPISODES[:2]:
        for secret in (episode.episode_id, episode.pair_id, episode.condition, episode.mode.value):
            assert secret not in shown
