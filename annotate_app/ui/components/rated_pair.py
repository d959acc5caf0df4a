"""A pair that was rated, to be looked at again: how both dialogues begin, and the rest on request."""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from annotate_app.design.blind_item import Bubble
from annotate_app.design.views import RatedPair
from annotate_app.language import Translation
from annotate_app.ui.words import DIALOGUES
from sim.schema.episode import TurnKind

__all__ = ["show_dialogues", "show_pair"]

_N_TURNS = 3


def show_pair(pair: RatedPair, translation: Translation) -> None:
    """Show both dialogues in the order in which they were served."""
    names = (translation.say(name) for name in DIALOGUES)
    show_dialogues(dict(zip(names, (pair.a, pair.b), strict=True)), translation)


def show_dialogues(dialogues: Mapping[str, Sequence[Bubble]], translation: Translation) -> None:
    """Show dialogues side by side under their names, as literal text."""
    columns = "".join(_dialogue(name, turns, translation) for name, turns in dialogues.items())
    st.html(f'<div class="bp-pair">{columns}</div>')


def _dialogue(name: str, turns: Sequence[Bubble], translation: Translation) -> str:
    rest = "".join(map(_turn, turns[_N_TURNS:]))
    rest_of = translation.say("The rest of {dialogue}", dialogue=name)
    more = f"<details><summary>{escape(rest_of)}</summary>{rest}</details>" if rest else ""
    begin = "".join(map(_turn, turns[:_N_TURNS]))
    return f'<section aria-label="{escape(name)}"><h3>{escape(name)}</h3>{begin}{more}</section>'


def _turn(turn: Bubble) -> str:
    if turn.kind is TurnKind.SPEAK:
        return f'<p dir="auto"><b>{escape(turn.name)}:</b> {escape(turn.text)}</p>'
    named = turn.kind in {TurnKind.LEAVE, TurnKind.NONE}
    text = turn.text if named else f"{turn.name} {turn.text}"
    return f'<p dir="auto"><i>{escape(text)}</i></p>'
