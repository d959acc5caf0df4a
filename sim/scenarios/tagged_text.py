"""Sotopia's tagged text, taken apart: what everyone may read, what one character may, and what nobody may.

Three tags mark hints that belong to the goal's owner (`extra_info`, `strategy_hint`, `clarification_hint`,
often one inside another); `<p viewer="...">` marks text for one viewer, and the viewer `environment` is
nobody in the dialogue.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["TagError", "TaggedText", "find_tags", "read_tagged", "tidy"]

_HINTS = ("extra_info", "strategy_hint", "clarification_hint")
_KNOWN = re.compile(r"<(?P<slash>/?)(?P<name>root|p|" + "|".join(_HINTS) + r")(?P<attributes>\s[^<>]*)?>")
_ANY = re.compile(r"</?[A-Za-z][^<>]*>")
_VIEWER = re.compile(r"""\bviewer\s*=\s*(?P<quote>["'])(?P<viewer>environment|agent_[01])(?P=quote)""")
_EMPTY_PARENTHESES = re.compile(r"\s*\(\s*\)")
_BLANK_LINES = re.compile(r"\n{2,}")


class TagError(ValueError):
    """Tags that cannot be taken apart; the message says what was found and what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        self.found = found
        self.expected = expected
        super().__init__(f"found {found}, expected {expected}")


@dataclass(frozen=True, slots=True)
class TaggedText:
    """A text taken apart.

    Attributes
    ----------
    text
        What stands outside of every tag.
    hints
        The content of each hint tag, in the order of their opening; a nested hint stands on its own.
    private
        For character 0 and 1, what `<p viewer="agent_0">` and `<p viewer="agent_1">` hold.
    hidden
        What `<p viewer="environment">` holds: known to nobody in the dialogue.
    """

    text: str
    hints: tuple[str, ...] = ()
    private: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    hidden: tuple[str, ...] = ()


@dataclass(slots=True)
class _Element:
    name: str
    viewer: str = ""
    pieces: list[str] = field(default_factory=list[str])


def read_tagged(raw: str) -> TaggedText:
    """Take a text apart, tidying each part; no tag is left in any.

    Raises
    ------
    TagError
        If a tag is unknown, not closed, closed without having been opened, or has an unknown viewer.
    """
    top, elements = _parse(raw)
    parts = [(element, tidy("".join(element.pieces))) for element in elements]
    result = TaggedText(
        text=tidy("".join(top.pieces)),
        hints=tuple(
            text for element, text in parts if element.name in _HINTS and not element.viewer and text
        ),
        private=(_seen_by(parts, "agent_0"), _seen_by(parts, "agent_1")),
        hidden=_seen_by(parts, "environment"),
    )
    left = list(find_tags(raw))
    unknown = [tag for tag in left if not _KNOWN.fullmatch(tag)]
    if unknown:
        raise TagError(f"the tag {unknown[0]}", f"no tags but {', '.join((*_HINTS, 'p'))}")
    return result


def find_tags(text: str) -> Iterator[str]:
    """Find everything in a text that looks like a tag."""
    return (match.group() for match in _ANY.finditer(text))


def tidy(text: str) -> str:
    r"""Strip every line and blank lines, drop empty parentheses, and undo `\'`, an artefact of the data."""
    lines = (line.strip() for line in _EMPTY_PARENTHESES.sub("", text).replace("\\'", "'").split("\n"))
    return _BLANK_LINES.sub("\n", "\n".join(lines)).strip()


def _seen_by(parts: list[tuple[_Element, str]], viewer: str) -> tuple[str, ...]:
    return tuple(text for element, text in parts if element.viewer == viewer and text)


def _parse(raw: str) -> tuple[_Element, list[_Element]]:
    top = _Element("")
    elements: list[_Element] = []
    stack = [top]
    end = 0
    for match in _KNOWN.finditer(raw):
        stack[-1].pieces.append(raw[end : match.start()])
        end = match.end()
        if match["slash"]:
            if stack[-1].name != match["name"]:
                opened = f"</{stack[-1].name}>" if stack[-1].name else "an opening tag before it"
                raise TagError(match.group(), opened)
            stack.pop()
        else:
            stack.append(_opened(match, stack[-1]))
            elements.append(stack[-1])
    if len(stack) > 1:
        raise TagError(f"<{stack[-1].name}> without its end", f"</{stack[-1].name}>")
    top.pieces.append(raw[end:])
    return top, elements


def _opened(match: re.Match[str], parent: _Element) -> _Element:
    if match["name"] == "p":
        viewer = _VIEWER.search(match["attributes"] or "")
        if viewer is None:
            raise TagError(match.group(), "a viewer: environment, agent_0 or agent_1")
        return _Element("p", viewer["viewer"])
    element = _Element(match["name"], parent.viewer)
    if match["name"] == "root":
        element.pieces = parent.pieces
    return element
