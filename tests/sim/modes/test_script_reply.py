import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.llm.readable import UnreadableError
from sim.modes.script_reply import read_script
from sim.schema.episode import Turn, TurnKind
from sim.transcript import turn_lines

CORPUS = json.loads((Path(__file__).parent / "script_replies.json").read_text(encoding="utf-8"))
NAMES = ("Dr. J. R. Núñez-Öz", "Mia O'Hara")


def test_corpus_is_large_enough() -> None:
    assert len(CORPUS["cases"]) >= 40


@pytest.mark.parametrize("case", CORPUS["cases"], ids=lambda case: case["case"])
def test_awkward_reply(case: dict[str, Any]) -> None:
    first, second = case.get("names", CORPUS["names"])
    if "error" in case:
        with pytest.raises(UnreadableError, match=case["error"]):
            read_script(case["reply"], (first, second))
        return
    script = read_script(case["reply"], (first, second))
    assert [[line.speaker, line.act.kind, line.act.text] for line in script.lines] == case["turns"]
    if "left_out" in case:
        assert script.left_out == case["left_out"]


SPEECH = st.text(st.characters(categories=("L", "Nd", "Zs"), include_characters=".,!?'"), min_size=1).filter(
    lambda text: text.strip() == text and not text.startswith(("'", "."))
)


@given(st.lists(SPEECH, min_size=2, max_size=8))
def test_what_is_asked_for_reads_back(lines: list[str]) -> None:
    turns = [
        Turn(index=index, speaker=1 if index % 2 else 0, kind=TurnKind.SPEAK, text=text)
        for index, text in enumerate(lines)
    ]
    script = read_script(turn_lines(turns, NAMES), NAMES)
    assert [line.act.text for line in script.lines] == lines


@given(st.text())
def test_any_text_is_read_or_refused(reply: str) -> None:
    try:
        script = read_script(f"{NAMES[0]}: {reply}", NAMES)
    except UnreadableError:
        return
    assert script.lines
