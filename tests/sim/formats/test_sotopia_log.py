import pytest

from sim.formats.sotopia_log import Act, LogError, end_reason_of, read_log
from sim.schema.base import Mode
from sim.schema.episode import EndReason, TurnKind
from tests.sim.formats.sotopia_records import NAMES, agents_messages, context, mindreaders_messages


def groups(messages: list[list[list[str]]]) -> list[list[tuple[str, str, str]]]:
    return [[(a, b, c) for a, b, c in group] for group in messages]


def test_read_log_background_lost_is_empty() -> None:
    assert read_log(groups(agents_messages())).contexts[0].backgrounds[1] == ""


def test_read_log_whole_contexts_with_acts_are_mindreaders() -> None:
    assert read_log(groups(mindreaders_messages())).mode is Mode.MINDREADERS


def test_read_log_partner_goal_shown_to_one_only_is_refused() -> None:
    messages = agents_messages()
    messages[0][1][2] = context(("", "x"), ("Known", "Known too"))
    with pytest.raises(LogError, match="shown to one of the two only"):
        read_log(groups(messages))


def test_read_log_own_goal_withheld_is_refused() -> None:
    messages = agents_messages()
    messages[0][0][2] = context(("x", ""), ("Unknown", "Unknown"))
    with pytest.raises(LogError, match="own goal"):
        read_log(groups(messages))


def test_read_log_same_name_twice_is_refused() -> None:
    messages = agents_messages()
    messages[0][1][1] = NAMES[0]
    with pytest.raises(LogError, match="differently named"):
        read_log(groups(messages))


def test_read_log_turn_without_acts_in_the_middle_is_refused() -> None:
    messages = agents_messages()
    del messages[1][2:]
    with pytest.raises(LogError, match=r"messages\.1: found acts by nobody"):
        read_log(groups(messages))


@pytest.mark.parametrize("act", ["", 'said: ""', "sang", "[action]"])
def test_read_log_act_that_cannot_be_read_is_refused(act: str) -> None:
    messages = agents_messages()
    messages[0][2][2] = act
    with pytest.raises(LogError, match="cannot be read"):
        read_log(groups(messages))


@pytest.mark.parametrize(
    ("kind", "comments", "reason"),
    [
        (TurnKind.LEAVE, "terminated: The conversation is too long; Agent 1 is leaving; ", EndReason.LEFT),
        (TurnKind.NONE, "terminated: The conversation stales for too long; ", EndReason.STALE),
        (TurnKind.SPEAK, "terminated: The conversation is too long; ", EndReason.TURN_LIMIT),
        (TurnKind.SPEAK, "no word of it", EndReason.UNKNOWN),
    ],
)
def test_end_reason_of_last_act_and_comments(kind: TurnKind, comments: str, reason: EndReason) -> None:
    assert end_reason_of([Act(0, kind, "x")], comments) is reason
