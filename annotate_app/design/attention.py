"""Attention checks: a dialogue beside the same one out of order, so that only reading tells them apart."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sim.schema.episode import BlindEpisode, Turn

__all__ = [
    "LEAST_TURNS",
    "CheckDesign",
    "CheckKind",
    "altered_dialogue",
    "check_design",
    "is_check_due",
    "n_checks_left",
]

LEAST_TURNS = 6
_CELLS = 4


class CheckKind(StrEnum):
    """What was done to the other dialogue."""

    SHUFFLED = "shuffled"
    EXCHANGED = "exchanged"


@dataclass(frozen=True, slots=True)
class CheckDesign:
    """What a check is to be.

    Attributes
    ----------
    intact_first
        Whether the intact dialogue is shown first.
    """

    kind: CheckKind
    intact_first: bool


def check_design(seed: int, *, rater_number: int, wanted: int, number: int) -> CheckDesign:
    """Choose kind and side of a rater's check: in every four of the study's, each way once.

    The condition is not chosen here: whoever has a blind bundle, with its seed, could tell it.

    Parameters
    ----------
    rater_number
        The rater's number in the study, from 1.
    wanted
        How many checks a rater gets.
    number
        Which of them this is, from 0.
    """
    block, place = divmod((rater_number - 1) * wanted + number, _CELLS)
    cell = sorted(range(_CELLS), key=lambda one: _drawn(seed, "cell", str(block), str(one)))[place]
    kind = CheckKind.EXCHANGED if cell & 2 else CheckKind.SHUFFLED
    return CheckDesign(kind=kind, intact_first=bool(cell & 1))


def is_check_due(*, n_done: int, n_expected: int, n_given: int, wanted: int) -> bool:
    """Tell whether a check comes next: they divide the items of a session into equal parts.

    Parameters
    ----------
    n_done, n_expected
        Items, without checks, that the rater submitted, and will have submitted in all.
    n_given
        Checks that the rater was given, of `wanted`.
    """
    if n_given >= wanted or not n_done:
        return False
    return n_done * (wanted + 1) >= (n_given + 1) * n_expected


def n_checks_left(wanted: int, *, n_given: int, n_items: int) -> int:
    """Count the checks to come for a rater who will have rated `n_items` items in all."""
    return max(0, wanted - n_given) if n_items else 0


def altered_dialogue(episode: BlindEpisode, kind: CheckKind, *, episode_id: str) -> BlindEpisode:
    """Shuffle a dialogue's turns, or exchange who says them; the same dialogue is always altered alike."""
    turns = _shuffled(episode) if kind is CheckKind.SHUFFLED else episode.turns
    altered = [
        turn.model_copy(
            update={
                "index": index,
                "speaker": 1 - turn.speaker if kind is CheckKind.EXCHANGED else turn.speaker,
            }
        )
        for index, turn in enumerate(turns)
    ]
    document = episode.model_copy(update={"episode_id": episode_id, "turns": tuple(altered)})
    return BlindEpisode.model_validate_json(document.model_dump_json())


def _shuffled(episode: BlindEpisode) -> Sequence[Turn]:
    drawn = sorted(episode.turns, key=lambda turn: _drawn(0, episode.episode_id, str(turn.index)))
    moved = sum(turn.index != place for place, turn in enumerate(drawn))
    # Where chance leaves most turns in their places, the second half comes first.
    half = len(drawn) // 2
    return drawn if 2 * moved > len(drawn) else (*episode.turns[half:], *episode.turns[:half])


def _drawn(seed: int, *parts: str) -> bytes:
    return hashlib.sha256("\x1f".join((str(seed), "attention", *parts)).encode()).digest()
