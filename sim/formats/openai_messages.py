"""Read OpenAI message lists: `{"messages": [{"role": "user", "content": ...}, ...]}`, and WildChat's form."""

from pathlib import Path
from typing import Any

from sim.errors import ContractError, shown
from sim.formats.chat_messages import Message, convert_chats, text_field
from sim.formats.reading import Conversion, ForeignRecord

__all__ = ["convert_openai"]


def convert_openai(path: Path, *, condition: str | None = None) -> Conversion:
    """Convert every message list of a file (JSON Lines or one JSON document).

    The list stands under `messages`, under `conversation` (WildChat), or is the record itself.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    return convert_chats(path, "messages", _message, origin="openai", condition=condition)


def _message(record: ForeignRecord, place: str, fields: dict[str, Any]) -> Message:
    role = text_field(record, place, fields, "role")
    content = fields.get("content")
    if isinstance(content, list):
        return Message(role, "\n".join(_parts(record, place, content)))
    return Message(role, text_field(record, place, fields, "content"))


def _parts(record: ForeignRecord, place: str, parts: list[Any]) -> list[str]:
    texts: list[str] = []
    for number, part in enumerate(parts):
        text = part.get("text") if isinstance(part, dict) and part.get("type", "text") == "text" else None
        if not isinstance(text, str):
            field = f"{place}.content.{number}"
            raise ContractError([record.problem(field, shown(part), "a part of text")])
        texts.append(text)
    return texts
