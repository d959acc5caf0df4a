"""One way to write a turn down, the same for every mode, for speakers, judges and training rows."""

from collections.abc import Iterable

from sim.schema.episode import Turn, TurnKind

__all__ = ["turn_line", "turn_lines"]


def turn_line(turn: Turn, name: str) -> str:
    """Write one turn as one line (its text may hold line breaks of its own)."""
    match turn.kind:
        case TurnKind.SPEAK:
            return f'{name} said: "{turn.text}"'
        case TurnKind.NONVERBAL:
            return f"{name} [non-verbal communication] {turn.text}"
        case TurnKind.ACTION:
            return f"{name} [action] {turn.text}"
        case TurnKind.LEAVE:
            return f"{name} left the conversation"
        case TurnKind.NONE:
            return f"{name} did nothing"


def turn_lines(turns: Iterable[Turn], names: tuple[str, str]) -> str:
    """Write a dialogue, one turn a line, nothing numbered."""
    return "\n".join(turn_line(turn, names[turn.speaker]) for turn in turns)
