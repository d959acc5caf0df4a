import json

from hypothesis import given
from hypothesis import strategies as st

from sim.finetune import TrainingRow, training_rows
from sim.modes.dialogue import Ending
from sim.prompts.preset import load_preset
from sim.schema.base import Mode
from sim.schema.episode import Episode, Turn, TurnKind
from tests.golden.records import EPISODES

SCRIPT, AGENTS = EPISODES[0], EPISODES[1]
KINDS = st.sampled_from([TurnKind.SPEAK, TurnKind.ACTION, TurnKind.NONE])


def rows_of(episode: Episode) -> list[TrainingRow]:
    return list(training_rows([episode], load_preset("default"), Ending()))


def spoken_by(*speakers: int) -> Episode:
    turns = [
        {"index": index, "speaker": speaker, "kind": "speak", "text": f"line {index}"}
        for index, speaker in enumerate(speakers)
    ]
    return Episode.model_validate({**SCRIPT.model_dump(), "turns": turns})


def test_training_rows_one_for_each_turn_of_a_script() -> None:
    rows = rows_of(SCRIPT)
    assert len(rows) == len(SCRIPT.turns)
    last = json.loads(rows[0].messages[-1].content)
    assert last == {"action_type": "speak", "argument": SCRIPT.turns[0].text}


def test_training_rows_other_modes_make_none() -> None:
    assert AGENTS.mode is Mode.AGENTS
    assert rows_of(AGENTS) == []


def test_training_rows_never_show_the_partners_goal_or_secret() -> None:
    assert SCRIPT.scenario is not None
    for turn, row in zip(SCRIPT.turns, rows_of(SCRIPT), strict=True):
        system = row.messages[0].content
        own, partner = SCRIPT.scenario.goals[turn.speaker], SCRIPT.scenario.goals[1 - turn.speaker]
        assert own.text in system
        assert partner.text not in system
        assert SCRIPT.scenario.characters[1 - turn.speaker].secret not in system


def test_training_rows_only_the_last_message_is_learnt() -> None:
    row = rows_of(SCRIPT)[-1]
    weights = [message.weight for message in row.messages if message.role == "assistant"]
    assert weights == [0] * (len(weights) - 1) + [1]


def test_training_rows_partner_did_nothing_between_two_own_turns() -> None:
    roles = [(m.role, m.content) for m in rows_of(spoken_by(0, 0))[1].messages[1:]]
    assert roles[2] == ("user", "松本 蓮 did nothing")
    assert roles[3][0] == "assistant"


def test_training_rows_own_silence_between_two_partner_turns() -> None:
    messages = rows_of(spoken_by(0, 0, 1))[2].messages
    assert [message.role for message in messages] == ["system", "user", "assistant", "user", "assistant"]
    assert json.loads(messages[2].content)["action_type"] == "none"


@given(st.lists(st.integers(0, 1), min_size=1, max_size=9))
def test_training_rows_roles_alternate(speakers: list[int]) -> None:
    for row in rows_of(spoken_by(*speakers)):
        roles = [message.role for message in row.messages]
        assert roles[0] == "system"
        assert roles[1::2] == ["user"] * len(roles[1::2])
        assert roles[2::2] == ["assistant"] * len(roles[2::2])
        assert roles[-1] == "assistant"


def test_training_rows_follow_the_agents_prompt() -> None:
    episode = spoken_by(0, 1, 0)
    first, second, third = rows_of(episode)
    assert first.messages[1].content.startswith("The conversation begins.")
    assert (
        second.messages[1].content == f'{episode.scenario.characters[0].name} said: "line 0"'
        if episode.scenario
        else ""
    )
    assert third.messages[:2] == first.messages[:2]
    assert isinstance(episode.turns[0], Turn)
