import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.scenarios.tagged_text import TagError, find_tags, read_tagged, tidy

NESTED = "Do it (<extra_info>You may <strategy_hint>Hint: ask</strategy_hint>wait</extra_info>)"


def test_read_tagged_nested_hint_stands_on_its_own() -> None:
    read = read_tagged(NESTED)
    assert read.text == "Do it"
    assert read.hints == ("You may wait", "Hint: ask")


def test_read_tagged_environment_is_hidden() -> None:
    read = read_tagged('A party. <p viewer="environment">They know <extra_info>Mo</extra_info>.</p>')
    assert read.text == "A party."
    assert read.hidden == ("They know .", "Mo")
    assert read.hints == ()


def test_read_tagged_agent_is_private() -> None:
    read = read_tagged("<root>A party.<p viewer='agent_1'>You are late.</p></root>")
    assert read.text == "A party."
    assert read.private == ((), ("You are late.",))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("a <extra_info>b", "</extra_info>"),
        ("a </p>", "an opening tag before it"),
        ("<extra_info>a</p>", "</extra_info>"),
        ("<p viewer='judge'>a</p>", "a viewer"),
        ("<p>a</p>", "a viewer"),
        ("a <secret>b</secret>", "no tags but"),
    ],
)
def test_read_tagged_bad_tags_are_refused(raw: str, expected: str) -> None:
    with pytest.raises(TagError, match=expected):
        read_tagged(raw)


def test_read_tagged_less_than_sign_is_text() -> None:
    assert read_tagged("I <3 it, 2 < 4").text == "I <3 it, 2 < 4"


def test_tidy_undoes_escaped_apostrophes_and_blank_lines() -> None:
    assert tidy("It\\'s \n\n\n here ( ) ") == "It's\nhere"


TEXT = st.text("ab <>()\n", max_size=12).filter(lambda text: not list(find_tags(text)))


@given(
    st.lists(
        st.tuples(st.sampled_from(["extra_info", "strategy_hint", "clarification_hint"]), TEXT, TEXT),
        max_size=5,
    )
)
def test_read_tagged_leaves_no_known_tag(parts: list[tuple[str, str, str]]) -> None:
    raw = "".join(f"{before}<{tag}>{inside}</{tag}>" for tag, inside, before in parts)
    try:
        read = read_tagged(raw)
    except TagError:
        return
    everything = " ".join((read.text, *read.hints, *read.hidden))
    assert "extra_info" not in everything
    assert "hint" not in everything
