"""Read a whole dialogue from a writer's free text, however untidily it was written.

A turn starts where a line starts with a character's name in any of its forms, or where, after a closed
quotation or a sentence, a full name starts another turn in the same line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sim.llm.json_reply import without_thinking
from sim.llm.readable import UnreadableError
from sim.modes.name_forms import NameForm, fold, name_forms, name_pattern
from sim.modes.script_act import read_block
from sim.modes.turn_reply import Act

__all__ = ["ScriptLine", "ScriptReply", "read_script"]

_FENCE = re.compile(r"^[ \t]*(```|~~~)[^\n]*$", re.MULTILINE)
_MARKER = re.compile(r"^[ \t>*_#\[(]*turn\s*#?\s*\d+[\])*_:. \t]*$", re.MULTILINE | re.IGNORECASE)
_NUMBER_ALONE = re.compile(r"^[ \t]*[*_#]*\(?\d{1,3}[.):]?[*_]*[ \t]*$", re.MULTILINE)
_DECORATION = (
    r"[ \t>*_#•·–-]*(?:[\[(]?(?:turn\s*)?#?\d{1,3}[\])]?[.):\-]*[ \t*_]*)?"
    r"(?:[-–][ \t]+)?[*_\[\"]*"
)
_AFTER_NAME = r"(?=[ \t]*[\]*_\"]*[ \t]*\n?[ \t]*(?:\([^()\n]{1,80}\)[ \t*_]*)?(?::|\[|\(|\*|--?[ \t]|%s))"
_VERBS = (
    r"(?:said|says|say|asked|asks|replied|replies|responded|responds|answered|answers|exclaimed|exclaims|"
    r"whispered|whispers|added|adds|continued|continues|did[ \t]+nothing|does[ \t]+nothing|"
    r"(?:has[ \t]+)?left(?:[ \t]+the)?|leaves)\b"
)
_INLINE_AFTER = (
    r"(?=[*_]*[ \t]*(?:[*_]*:|(?:said|says|asked|replied)\b[^\n]{0,12}[:,]|"
    r"\[(?:action|non|speak|leave)|did[ \t]+nothing|left[ \t]+the))"
)
_OPENERS = '"“«„'
_CLOSERS = '"”»“'
_MOST_LEFT_OUT = 300


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One act and who does it."""

    speaker: Literal[0, 1]
    act: Act


@dataclass(frozen=True, slots=True)
class ScriptReply:
    """The acts in order, and what was written around them (a preamble, an epilogue), shortened."""

    lines: tuple[ScriptLine, ...]
    left_out: str


@dataclass(frozen=True, slots=True)
class _Head:
    start: int
    end: int
    speaker: Literal[0, 1]


def read_script(reply: str, names: tuple[str, str]) -> ScriptReply:
    """Read a script.

    Raises
    ------
    UnreadableError
        If no turn can be found, or everything is said by one of the two.
    """
    text = _cleaned(reply)
    heads = _heads(text, name_forms(names))
    if not heads:
        raise UnreadableError(f"no line starts with '{names[0]}' or '{names[1]}'")
    lines: list[ScriptLine] = []
    left_out = [text[: heads[0].start]]
    for head, end in zip(heads, [*(head.start for head in heads[1:]), len(text)], strict=True):
        block = read_block(text[head.end : end])
        lines += [ScriptLine(head.speaker, act) for act in block.acts]
        left_out.append(block.left_out)
    if len(lines) > 2 and len({line.speaker for line in lines}) == 1:
        raise UnreadableError(f"every turn is {names[lines[0].speaker]}'s")
    if not lines:
        raise UnreadableError("its turns are empty")
    outside = " ".join(part for part in map(_visible, left_out) if part)
    return ScriptReply(tuple(lines), outside[:_MOST_LEFT_OUT])


def _cleaned(reply: str) -> str:
    text = without_thinking(reply).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    for pattern in (_FENCE, _MARKER, _NUMBER_ALONE):
        text = pattern.sub("", text)
    return text


def _visible(text: str) -> str:
    return " ".join(text.split()).strip("*_-#=> ")


def _heads(text: str, forms: Sequence[NameForm]) -> list[_Head]:
    found: list[_Head] = []
    for head in sorted(_candidates(text, forms), key=lambda head: head.start):
        if not found or head.start >= found[-1].end:
            found.append(head)
    return found


def _candidates(text: str, forms: Sequence[NameForm]) -> Iterator[_Head]:
    folded = fold(text)
    speaker = {form.text: form.speaker for form in forms}
    any_name = f"(?P<name>{name_pattern(forms)})"
    line_start = re.compile(rf"^{_DECORATION}{any_name}{_AFTER_NAME % _VERBS}", re.MULTILINE)
    full_name = f"(?P<name>{name_pattern(form for form in forms if form.full)})"
    inline = re.compile(rf"(?<=[\s\"”»*_\])]){full_name}{_INLINE_AFTER}")
    starts: list[int] = []
    for match in line_start.finditer(folded.text):
        starts.append(match.start())
        yield _head(match, speaker, folded.origin)
    for match in inline.finditer(folded.text):
        before = folded.text[
            max((start for start in starts if start < match.start()), default=0) : match.start()
        ]
        if _may_end(before):
            starts.append(match.start())
            yield _head(match, speaker, folded.origin)


def _head(match: re.Match[str], speaker: dict[str, int], origin: tuple[int, ...]) -> _Head:
    name = " ".join(match["name"].split())
    return _Head(origin[match.start()], origin[match.end()], 1 if speaker[name] else 0)


def _may_end(before: str) -> bool:
    """Whether a turn may end here: its quotation is closed, or it had none and its sentence is over."""
    text = before.rstrip(" \t\n*_")
    quotes = sum(text.count(mark) for mark in '"') % 2 == 0
    curly = text.count("\u201c") <= text.count("\u201d")
    return bool(text) and quotes and curly and text[-1] in f"{_CLOSERS}.!?…)]"
