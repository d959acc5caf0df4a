"""Read ShareGPT conversations: `{"id": ..., "conversations": [{"from": "human", "value": ...}, ...]}`."""

from pathlib import Path

from sim.formats.chat_messages import Message, convert_chats, text_field
from sim.formats.reading import Conversion, ForeignRecord

__all__ = ["convert_sharegpt"]

_ROLES = {
    **dict.fromkeys(("human", "user"), "user"),
    **dict.fromkeys(("gpt", "assistant", "chatgpt", "bing", "bard", "model", "bot"), "assistant"),
    "system": "system",
}


def convert_sharegpt(path: Path, *, condition: str | None = None) -> Conversion:
    """Convert every conversation of a file (JSON Lines or one JSON list).

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    return convert_chats(path, "conversations", _message, origin="sharegpt", condition=condition)


def _message(record: ForeignRecord, place: str, fields: dict[str, object]) -> Message:
    sender = text_field(record, place, fields, "from")
    return Message(_ROLES.get(sender, sender), text_field(record, place, fields, "value"))
