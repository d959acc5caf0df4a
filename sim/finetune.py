"""Training rows in chat format: each turn of a SCRIPT episode as the reply to what AGENTS would have shown.

One row a turn (Zhou et al. 2024, AGENTS-ft): the system message that the speaker gets in AGENTS mode, what it
would have heard and done so far, and its turn as the action JSON. Only that last message is to be learnt;
earlier ones of the same speaker carry `weight` 0.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from sim.modes.dialogue import Ending, character_prompt
from sim.modes.turn_reply import Act, act_json
from sim.modes.views import CharacterIndex, character_view
from sim.prompts.preset import Preset
from sim.schema.base import Mode
from sim.schema.episode import Episode, Turn, TurnKind, speaker_names
from sim.transcript import turn_line

__all__ = ["ChatMessage", "TrainingRow", "training_rows"]

_SILENCE = Act(TurnKind.NONE, "")


class ChatMessage(BaseModel):
    """One message of a training row; `weight` is 1 where it is to be learnt, and None where never."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Literal["system", "user", "assistant"]
    content: str
    weight: Literal[0, 1] | None = None


class TrainingRow(BaseModel):
    """A conversation that ends with the message to be learnt."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    messages: tuple[ChatMessage, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """What one character heard (`user`) or did (`assistant`)."""

    role: Literal["user", "assistant"]
    text: str


def training_rows(episodes: Iterable[Episode], preset: Preset, ending: Ending) -> Iterator[TrainingRow]:
    """Make one row of each turn of the SCRIPT episodes, in order; other episodes make none."""
    for episode in episodes:
        if episode.mode is Mode.SCRIPT:
            yield from (_row(episode, turn, preset, ending) for turn in episode.turns)


def _row(episode: Episode, turn: Turn, preset: Preset, ending: Ending) -> TrainingRow:
    scenario = episode.scenario
    if scenario is None:
        raise ValueError("a SCRIPT episode has a scenario")
    speaker = turn.speaker
    view = character_view(scenario, speaker, Mode.AGENTS)
    names = speaker_names(episode)
    heard = [*_heard(episode.turns[: turn.index], speaker, names, preset)]
    messages = [
        ChatMessage(role="system", content=character_prompt(scenario, view, speaker, preset, ending)),
        *(_message(told) for told in heard),
        ChatMessage(role="assistant", content=act_json(Act(turn.kind, turn.text)), weight=1),
    ]
    return TrainingRow(messages=tuple(messages))


def _message(told: _Told) -> ChatMessage:
    return ChatMessage(role=told.role, content=told.text, weight=0 if told.role == "assistant" else None)


def _heard(
    turns: tuple[Turn, ...], speaker: CharacterIndex, names: tuple[str, str], preset: Preset
) -> list[_Told]:
    """Tell a dialogue as one character lived it, ending with what it answers.

    A writer may give one person two turns in a row. In turns taken by two, the other did nothing in between:
    that is what is heard, or done, there.
    """
    told: list[_Told] = []
    if not turns or turns[0].speaker == speaker:
        told.append(_Told("user", preset.fill("opening", name=names[speaker])))
    for turn in turns:
        own = turn.speaker == speaker
        if told and told[-1].role == ("assistant" if own else "user"):
            told.append(_silence(speaker, names, own=not own))
        line = act_json(Act(turn.kind, turn.text)) if own else turn_line(turn, names[turn.speaker])
        told.append(_Told("assistant" if own else "user", line))
    if told[-1].role == "assistant":
        told.append(_silence(speaker, names, own=False))
    return told


def _silence(speaker: CharacterIndex, names: tuple[str, str], *, own: bool) -> _Told:
    if own:
        return _Told("assistant", act_json(_SILENCE))
    return _Told("user", f"{names[1 - speaker]} did nothing")
