"""Dialogues from elsewhere as HUMAN episodes: two named speakers, their words, and nothing else known."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sim.errors import ContractError, Problem, shown
from sim.formats.reading import ForeignRecord, validated
from sim.schema.base import Mode, opaque_id
from sim.schema.episode import EndReason, Episode, Provenance, Role, TurnKind

__all__ = ["HUMAN_CONDITION", "HumanDialogue", "Utterance", "human_episode", "two_speakers"]

HUMAN_CONDITION = "HUMAN"
_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/-]{0,99}")


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one speaker said in one turn; `field` is its place in the record, for messages."""

    speaker: Literal[0, 1]
    text: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class HumanDialogue:
    """A dialogue as read from a foreign format.

    Attributes
    ----------
    name
        The dialogue's id in its file; "" where it has none.
    models
        The model that spoke in a role, where one did.
    """

    name: str
    speakers: tuple[str, str]
    utterances: Sequence[Utterance]
    pair_id: str | None = None
    condition: str | None = None
    setting: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    models: Mapping[Role, str] = field(default_factory=dict[Role, str])


def human_episode(record: ForeignRecord, dialogue: HumanDialogue, *, origin: str) -> Episode:
    """Make an episode of mode HUMAN; its id depends on the dialogue's name and words alone.

    Raises
    ------
    ContractError
        With every problem: words missing, and fields that do not keep the contract.
    """
    blank = [
        record.problem(said.field, "no words", "something said in every turn")
        for said in dialogue.utterances
        if not said.text.strip()
    ]
    if blank:
        raise ContractError(blank)
    words = json.dumps([dialogue.speakers, [(said.speaker, said.text) for said in dialogue.utterances]])
    digest = hashlib.sha256(words.encode("utf-8", errors="surrogatepass")).hexdigest()
    name = opaque_id(origin, hashlib.sha256(dialogue.name.encode("utf-8", errors="replace")).hexdigest())
    readable = f"{origin}-{dialogue.name}" if _IDENTIFIER.fullmatch(dialogue.name) else f"{origin}-{name}"
    fields = {
        "episode_id": opaque_id(name, digest, dialogue.condition or ""),
        "pair_id": dialogue.pair_id or (readable if dialogue.name else f"{origin}-{digest[:20]}"),
        "speakers": dialogue.speakers,
        "setting": dialogue.setting,
        "turns": [
            {"index": index, "speaker": said.speaker, "kind": TurnKind.SPEAK, "text": said.text}
            for index, said in enumerate(dialogue.utterances)
        ],
        "mode": Mode.HUMAN,
        "condition": dialogue.condition or HUMAN_CONDITION,
        "end_reason": EndReason.UNKNOWN,
        "labels": dict(dialogue.labels),
        "provenance": Provenance(
            origin="imported",
            models=dict(dialogue.models),
            source=f"{record.source}" + (f", dialogue {shown(dialogue.name)}" if dialogue.name else ""),
        ),
    }
    return validated(record, fields)


def two_speakers(record: ForeignRecord, found: Sequence[str], field: str) -> tuple[str, str] | Problem:
    """Name the two speakers in order of appearance, or the problem if there are not exactly two."""
    names = list(dict.fromkeys(found))
    if len(names) == 2:
        return names[0], names[1]
    listed = ", ".join(shown(name) for name in names[:8]) + (", ..." if len(names) > 8 else "")
    return record.problem(field, f"{len(names)} speakers ({listed})", "exactly two")
