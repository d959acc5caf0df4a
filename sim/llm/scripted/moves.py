"""What a scripted character does in a turn."""

import json
from dataclasses import dataclass

from sim.schema.episode import TurnKind

__all__ = ["LEAVE", "Move"]

_NAMES = {TurnKind.NONVERBAL: "non-verbal communication"}


@dataclass(frozen=True, slots=True)
class Move:
    """One act."""

    kind: TurnKind
    text: str

    def as_json(self) -> str:
        """Write the move as the JSON object that characters are asked for."""
        return json.dumps(
            {"action_type": _NAMES.get(self.kind, self.kind.value), "argument": self.text}, ensure_ascii=False
        )


LEAVE = Move(TurnKind.LEAVE, "")
