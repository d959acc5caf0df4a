import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.llm.readable import UnreadableError
from sim.modes.turn_reply import Act, act_json, read_act
from sim.schema.episode import TurnKind


@pytest.mark.parametrize(
    ("reply", "act"),
    [
        ('{"action_type": "speak", "argument": "Hi."}', Act(TurnKind.SPEAK, "Hi.")),
        ('```json\n{"action_type": "speak", "argument": "Hi."}\n```', Act(TurnKind.SPEAK, "Hi.")),
        ('Sure: {"action_type": "Speak", "argument": " Hi. "} Done.', Act(TurnKind.SPEAK, "Hi.")),
        ('{"action_type": "non_verbal_communication", "argument": "nods"}', Act(TurnKind.NONVERBAL, "nods")),
        ('{"action_type": "action", "argument": "sits {down}"}', Act(TurnKind.ACTION, "sits {down}")),
        ('{"action_type": "none"}', Act(TurnKind.NONE, "")),
        ('{"action_type": "leave", "argument": null}', Act(TurnKind.LEAVE, "")),
        ('{"action_type": "speak", "argument": "a\nb"}', Act(TurnKind.SPEAK, "a\nb")),
        ('<think>{"action_type": "leave"}</think>{"action_type": "none"}', Act(TurnKind.NONE, "")),
        ('{"action_type": "speak", "argument": "\\ud800!"}', Act(TurnKind.SPEAK, "?!")),
        ('{oops} {"action_type": "none"}', Act(TurnKind.NONE, "")),
    ],
)
def test_reply_is_read(reply: str, act: Act) -> None:
    assert read_act(reply) == act


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "no complete JSON object"),
        ('{"action_type": "speak", "argument": "cut', "no complete JSON object"),
        ('{"action_type": "sing", "argument": "la"}', "'sing', not one of"),
        ('{"argument": "la"}', "None, not one of"),
        ('{"action_type": "speak", "argument": ""}', "empty"),
        ('{"action_type": "speak", "argument": ["a"]}', "not text"),
        ('["speak"]', "no complete JSON object"),
    ],
)
def test_reply_is_refused(reply: str, problem: str) -> None:
    with pytest.raises(UnreadableError, match=problem):
        read_act(reply)


@given(
    st.sampled_from([TurnKind.SPEAK, TurnKind.NONVERBAL, TurnKind.ACTION]),
    st.text().filter(lambda text: "\x00" not in text and text.strip() == text and text),
)
def test_acts_read_back(kind: TurnKind, text: str) -> None:
    assert read_act(act_json(Act(kind, text))) == Act(kind, text)


@given(st.text())
def test_any_reply_is_read_or_refused(reply: str) -> None:
    with suppress(UnreadableError):
        assert read_act(reply).kind in TurnKind


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_any_json_value_is_read_or_refused(value: object) -> None:
    with suppress(UnreadableError):
        read_act(json.dumps({"action_type": value, "argument": value}))
