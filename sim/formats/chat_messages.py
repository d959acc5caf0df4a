"""What chat formats share: messages by a user and an assistant, after at most one system message."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from sim.errors import ContractError, Problem, shown
from sim.formats.human_dialogue import HumanDialogue, Utterance, human_episode
from sim.formats.reading import Conversion, ForeignRecord, convert_records, read_records
from sim.schema.episode import Episode, Role

__all__ = ["Message", "MessageReader", "convert_chats", "text_field"]

_SPEAKERS = ("Human", "Assistant")
_PLACES: dict[str, Literal[0, 1]] = {"user": 0, "assistant": 1}
_IDS = ("id", "dialogue_id", "conversation_id", "conversation_hash")
_LABELS = ("language", "topic", "toxic", "redacted")


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `role` is `user`, `assistant`, `system`, or what else the file calls the sender."""

    role: str
    text: str


MessageReader = Callable[[ForeignRecord, str, dict[str, Any]], Message]
"""Reads one message at a place of a record; raises `ContractError`."""


def convert_chats(
    path: Path, key: str, read_message: MessageReader, *, origin: str, condition: str | None
) -> Conversion:
    """Convert every conversation whose messages stand under `key`.

    Speaker 0 is the user, whoever begins. A system message at the start becomes the label `system`; one
    elsewhere, or any other sender, is a problem: only two people talk in an episode.

    Raises
    ------
    OSError
        If the file cannot be read.
    """

    def convert(record: ForeignRecord) -> Episode:
        return _convert(record, key, read_message, origin, condition)

    return convert_records(_conversations(path), convert)


def text_field(record: ForeignRecord, place: str, fields: dict[str, Any], name: str) -> str:
    """Read a field that must be text.

    Raises
    ------
    ContractError
        If it is missing or something else.
    """
    value = fields.get(name)
    if not isinstance(value, str):
        found = shown(value) if name in fields else "nothing"
        raise ContractError([record.problem(f"{place}.{name}", found, "text")])
    return value


def _conversations(path: Path) -> Iterator[ForeignRecord | Problem]:
    """Read the records; a bare list of messages, as a line or as the whole file, is one conversation."""
    records = list(read_records(path))
    values = [record.value if isinstance(record, ForeignRecord) else None for record in records]
    if values and all(isinstance(value, dict) and {"role", "content"} <= set(value) for value in values):
        yield ForeignRecord(path.name, None, "", {"messages": values})
        return
    for record in records:
        if isinstance(record, ForeignRecord) and isinstance(record.value, list):
            yield replace(record, value={"messages": record.value})
        else:
            yield record


def _convert(
    record: ForeignRecord, key: str, read_message: MessageReader, origin: str, condition: str | None
) -> Episode:
    value: dict[str, Any] = record.value if isinstance(record.value, dict) else {}
    key = next((name for name in (key, "messages", "conversation") if name in value), key)
    listed = value.get(key)
    if not isinstance(listed, list) or not listed:
        found = shown(listed if value else record.value)
        raise ContractError([record.problem(key, found, f"an object with a list of {key}")])
    messages = _messages(record, key, listed, read_message)
    utterances = _utterances(record, key, messages)
    name = next((str(value[field]) for field in _IDS if isinstance(value.get(field), str | int)), "")
    labels = {field: str(value[field]) for field in _LABELS if isinstance(value.get(field), str | bool)}
    if messages[0].role == "system":
        labels["system"] = messages[0].text
    model = value.get("model")
    dialogue = HumanDialogue(
        name=name,
        speakers=_SPEAKERS,
        utterances=utterances,
        pair_id=_optional(record, value, "pair_id"),
        condition=_optional(record, value, "condition") or condition,
        setting=_optional(record, value, "setting"),
        labels=labels,
        models={Role.CHARACTER_1: model} if isinstance(model, str) and model.strip() else {},
    )
    return human_episode(record, dialogue, origin=origin)


def _optional(record: ForeignRecord, value: dict[str, Any], field: str) -> str | None:
    found = value.get(field)
    if found is not None and not isinstance(found, str):
        raise ContractError([record.problem(field, shown(found), "text")])
    return found


def _messages(
    record: ForeignRecord, key: str, listed: list[Any], read_message: MessageReader
) -> list[Message]:
    messages: list[Message] = []
    problems = []
    for number, fields in enumerate(listed):
        place = f"{key}.{number}"
        try:
            if not isinstance(fields, dict):
                raise ContractError([record.problem(place, shown(fields), "a message object")])  # noqa: TRY301
            messages.append(read_message(record, place, fields))
        except ContractError as error:
            problems += error.problems
    if problems:
        raise ContractError(problems)
    return messages


def _utterances(record: ForeignRecord, key: str, messages: list[Message]) -> list[Utterance]:
    start = 1 if messages[0].role == "system" else 0
    said = [(message, f"{key}.{number}") for number, message in enumerate(messages[start:], start=start)]
    problems = [
        record.problem(place, f"a message by {shown(message.role)}", "only a user and an assistant talking")
        for message, place in said
        if message.role not in _PLACES
    ]
    if not problems and {message.role for message, _ in said} != set(_PLACES):
        found = f"messages by {', '.join(sorted({message.role for message, _ in said})) or 'nobody'} only"
        problems = [record.problem(key, found, "messages by a user and an assistant")]
    if problems:
        raise ContractError(problems)
    return [Utterance(_PLACES[message.role], message.text, place) for message, place in said]
