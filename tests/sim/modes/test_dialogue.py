import asyncio
from collections.abc import Sequence
from itertools import pairwise

import pytest

from sim.llm.chat import Message
from sim.llm.readable import UnreadableReplyError
from sim.modes.agents import simulate_agents
from sim.modes.dialogue import Dialogue, Ending
from sim.modes.script import simulate_script
from sim.prompts.preset import load_preset
from sim.schema.episode import EndReason, TurnKind
from sim.schema.run import FailureKind
from sim.schema.scenario import Relationship
from tests.sim.fakes import RecordingAsk, say
from tests.sim.modes.scenarios import pieces

SCENARIO = pieces(Relationship.FRIEND)
DEFAULT = load_preset("default")


def in_turn(*answers: str) -> RecordingAsk:
    left = list(answers)

    def answer(role: str, messages: Sequence[Message]) -> str:
        return left.pop(0)

    return RecordingAsk(answer)


def agents(ask: RecordingAsk, turn_limit: int = 20) -> Dialogue:
    return asyncio.run(simulate_agents(SCENARIO, ask, DEFAULT, Ending(turn_limit)))


def script(ask: RecordingAsk, turn_limit: int = 20) -> Dialogue:
    return asyncio.run(simulate_script(SCENARIO, ask, DEFAULT, Ending(turn_limit)))


def test_agents_take_turns_from_the_first_character_on() -> None:
    dialogue = agents(in_turn(say("a"), say("b"), say("", "leave")))
    assert [(turn.speaker, turn.kind, turn.text) for turn in dialogue.turns] == [
        (0, TurnKind.SPEAK, "a"),
        (1, TurnKind.SPEAK, "b"),
        (0, TurnKind.LEAVE, ""),
    ]
    assert dialogue.end_reason is EndReason.LEFT


def test_agents_stop_at_the_turn_limit() -> None:
    dialogue = agents(in_turn(*[say("a")] * 4), turn_limit=4)
    assert len(dialogue.turns) == 4
    assert dialogue.end_reason is EndReason.TURN_LIMIT


@pytest.mark.parametrize("n_before", [0, 1])
def test_two_silent_turns_end_the_dialogue_whoever_is_silent_first(n_before: int) -> None:
    dialogue = agents(in_turn(*[say("a")] * n_before, say("", "none"), say("", "none")))
    assert len(dialogue.turns) == n_before + 2
    assert dialogue.end_reason is EndReason.STALE


def test_a_script_ends_where_any_dialogue_would() -> None:
    lines = 'Name0 said: "a"\nName1 did nothing\nName0 did nothing\nName1 said: "b"'
    dialogue = script(in_turn(lines))
    assert dialogue.end_reason is EndReason.STALE
    assert len(dialogue.turns) == 3
    assert "1 turns after" in dialogue.note
    assert script(in_turn(lines), turn_limit=2).end_reason is EndReason.TURN_LIMIT


def test_a_script_that_simply_stops_is_finished() -> None:
    assert script(in_turn('Name0 said: "a"\nName1 said: "b"')).end_reason is EndReason.FINISHED


def test_every_request_extends_the_same_speakers_last_one() -> None:
    ask = in_turn(say("a"), "no JSON", say("b"), say("c"), say("d"), say("e", "none"), say("", "leave"))
    agents(ask)
    for role in ("character_0", "character_1"):
        requests = [messages for who, messages in ask.sent if who == role]
        assert len(requests) > 2
        for before, after in pairwise(requests):
            assert after[: len(before)] == before


def test_an_unreadable_turn_is_asked_for_once_more() -> None:
    ask = in_turn("What?", say("a"), say("", "leave"))
    assert agents(ask).turns[0].text == "a"
    assert "could not be read" in ask.sent[1][1][-1].content


def test_a_turn_that_stays_unreadable_is_a_failure() -> None:
    with pytest.raises(UnreadableReplyError, match="asked twice") as failure:
        agents(in_turn("What?", "Who?"))
    assert failure.value.kind is FailureKind.UNREADABLE
    assert failure.value.calls == 2


def test_a_script_is_asked_for_once_more() -> None:
    dialogue = script(in_turn("Sorry.", 'Name0 said: "a"\nName1 said: "b"'))
    assert len(dialogue.turns) == 2


def test_a_character_that_never_acted_saw_nothing() -> None:
    dialogue = agents(in_turn(say("", "leave")))
    assert [access.viewer for access in dialogue.access] == ["character_0"]
