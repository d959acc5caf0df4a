"""Find the JSON object in a reply that was asked to hold one."""

import json
import re
from typing import Any

from sim.llm.readable import UnreadableError

__all__ = ["find_json_object", "without_thinking"]

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_DECODER = json.JSONDecoder(strict=False)


def without_thinking(reply: str) -> str:
    """Drop the reasoning that some models put before their reply."""
    return _THINKING.sub("", reply)


def find_json_object(reply: str) -> dict[str, Any]:
    """Find the first complete JSON object, whatever stands before and after it.

    Raises
    ------
    UnreadableError
        If there is none.
    """
    text = without_thinking(reply)
    start = text.find("{")
    while start >= 0:
        try:
            found, _ = _DECODER.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError):
            found = None
        if isinstance(found, dict):
            return _storable(found)
        start = text.find("{", start + 1)
    raise UnreadableError("it holds no complete JSON object")


def _storable(fields: dict[str, Any]) -> dict[str, Any]:
    """Replace lone surrogates, which no file can store."""
    text = json.dumps(fields, ensure_ascii=False)
    return json.loads(text.encode("utf-8", "replace").decode("utf-8"))
