"""Read what stands after a character's name in a script: one act, seldom two."""

import re
from dataclasses import dataclass

from sim.modes.turn_reply import Act
from sim.schema.episode import TurnKind

__all__ = ["Block", "read_block"]

_VERB = (
    "(?:said|says|say|asked|asks|replied|replies|responded|responds|answered|answers|exclaimed|exclaims|"
    "whispered|whispers|added|adds|continued|continues)"
)
_SAYS = re.compile(
    rf"^{_VERB}\b(?:(?:\s+[\w'-]+){{0,4}}\s*(?::\s*|,?\s*(?=[\"“«„]))|,\s*|\s+|$)", re.IGNORECASE
)
_TAG = re.compile(
    r"^[\[(*]{1,3}\s*(speak|non[- ]?verbal(?: communication)?|action|none|leave)\s*[\])*]{1,3}\s*:?\s*",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"^[\[(*\s]*(?:did|does|do|said|says)\s+nothing[\])*.\s]*$", re.IGNORECASE)
_PLACE = r"(?:conversation|chat|scene|room|dialogue|interaction)"
_LEAVES = re.compile(
    rf"^[\[(*\s]*(?:(?:has\s+)?left|leaves)(?:\s+(?:the\s+)?{_PLACE})?[\])*.!\s]*$", re.IGNORECASE
)
_LEAVES_ANYHOW = re.compile(r"^(?:(?:has\s+)?left|leaves)\b", re.IGNORECASE)
_LEAVES_AFTER = re.compile(
    r"(?:\s*[\[(*]{1,2}\s*|(?<=[\"”»])[\s,.]*(?:and\s+)?(?:then\s+)?)"
    rf"(?:(?:has\s+)?left|leaves)\s+the\s+{_PLACE}[\])*.!\s]*$",
    re.IGNORECASE,
)
_STAGE_ONLY = re.compile(r"^(?:\*+([^*\n]+)\*+|\(([^()\n]+)\)|\[([^\[\]\n]+)\])[.\s]*$")
_DIRECTION = re.compile(r"^(\([^()\n]{1,80}\))[*_]*\s*:[*_]*\s*")
_EPILOGUE = re.compile(
    r"\n\s*(?:---+|\*\*\*+|===+|[\[(*_#\s]*(?:the end|end of|end\b|fin\b|scene\b|note:|note that|i hope|"
    r"let me know|(?:this|in this) (?:script|dialogue|conversation)|the conversation ends|conversation ends))"
    r"[\s\S]*$",
    re.IGNORECASE,
)
_AROUND_COLON = re.compile(
    r"^[\s\]\"]*(?:\*\*|__|[*_](?=\s*:))?\s*(?:[:\uff1a]|(?:--?|[–—])(?=\s))?\s*(?:\*\*(?!\w)|__)?[ \t]*"
)
_PAIRS = {'"': '"', "“": "”", "«": "»", "„": "“", "”": "”"}
_KINDS = {"speak": TurnKind.SPEAK, "action": TurnKind.ACTION, "none": TurnKind.NONE, "leave": TurnKind.LEAVE}


@dataclass(frozen=True, slots=True)
class Block:
    """The acts of one block and the text in it that belongs to none."""

    acts: tuple[Act, ...]
    left_out: str


def read_block(text: str) -> Block:
    """Read the text between one name and the next; an empty block has no act."""
    epilogue = _EPILOGUE.search(text)
    left_out = epilogue[0] if epilogue else ""
    body = text[: epilogue.start()] if epilogue else text
    opening = _AROUND_COLON.match(body)
    start = opening.end() if opening else 0
    quoted = start > 0 and body[start - 1] == '"' and ":" not in body[:start]
    body = body[start - 1 if quoted else start :].strip()
    if body.count("**") % 2:
        body = body.removesuffix("**").rstrip()
    if not body:
        return Block((), left_out)
    if ":" not in text[:start] and _LEAVES_ANYHOW.match(body):
        return Block((Act(TurnKind.LEAVE, ""),), left_out)
    return _classified(body, left_out)


def _classified(body: str, left_out: str) -> Block:
    if _NOTHING.match(body):
        return Block((Act(TurnKind.NONE, ""),), left_out)
    if _LEAVES.match(body):
        return Block((Act(TurnKind.LEAVE, ""),), left_out)
    if leaving := _LEAVES_AFTER.search(body):
        before = _classified(body[: leaving.start()], left_out) if body[: leaving.start()].strip() else None
        acts = () if before is None else before.acts
        return Block((*acts, Act(TurnKind.LEAVE, "")), left_out if before is None else before.left_out)
    if tag := _TAG.match(body):
        return _tagged(tag[1].lower(), body[tag.end() :], left_out)
    stage = _STAGE_ONLY.match(body)
    if stage:
        return Block((Act(TurnKind.NONVERBAL, next(filter(None, stage.groups())).strip()),), left_out)
    return _spoken(body, left_out)


def _tagged(tag: str, rest: str, left_out: str) -> Block:
    kind = _KINDS.get(tag, TurnKind.NONVERBAL)
    if kind in {TurnKind.NONE, TurnKind.LEAVE}:
        return Block((Act(kind, ""),), left_out)
    if kind is TurnKind.SPEAK:
        return _spoken(rest, left_out)
    text = rest.split("\n\n", maxsplit=1)[0].strip().removesuffix("*").strip()
    return Block((Act(kind, text),) if text else (), left_out)


def _spoken(body: str, left_out: str) -> Block:
    words = _SAYS.sub("", _DIRECTION.sub(r"\1 ", body), count=1).removeprefix(":").strip()
    quoted = _quotation(words)
    if quoted is None:
        text = words
    else:
        text, after = quoted
        left_out = f"{after.strip()} {left_out}".strip()
    text = text.strip()
    return Block((Act(TurnKind.SPEAK, text),) if text else (), left_out)


def _quotation(words: str) -> tuple[str, str] | None:
    """Split a text that starts with a quotation into what is quoted and what follows on later lines.

    A quotation ends at the last closing mark of the first paragraph that has one at its end, so that inner
    quotations stay inside; without any closing mark it ends where the text ends.
    """
    closing = _PAIRS.get(words[:1])
    if closing is None:
        return None
    ends = re.compile(rf"{re.escape(closing)}[.,*_]*[ \t]*(?:\n|$)").search(words, 1)
    if ends is not None:
        return words[1 : ends.start()], words[ends.end() :]
    inside = words[1:]
    if closing in inside:
        return None
    return inside, ""
