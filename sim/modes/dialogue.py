"""What the modes share: how a dialogue ends, what a mode hands back, and two speakers taking turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sim.llm.chat import Completion, Message, ReplySchema
from sim.llm.readable import ask_readable
from sim.modes.context import write_context
from sim.modes.turn_reply import TURN_SCHEMA, Act, act_json, read_act
from sim.modes.views import CharacterIndex, View, measured_access, role_of
from sim.prompts.preset import Preset
from sim.schema.episode import EndReason, InformationAccess, Role, Turn, TurnKind
from sim.schema.scenario import Scenario
from sim.transcript import turn_line

__all__ = ["Ask", "Dialogue", "Ending", "character_prompt", "converse", "write_rules"]

MakeView = Callable[[Scenario, CharacterIndex], View]


class Ask(Protocol):
    """Send messages in a role and get the model's reply, journaled and paid for."""

    async def __call__(
        self, role: Role, messages: Sequence[Message], reply_schema: ReplySchema | None = None
    ) -> Completion:
        """Ask once.

        Raises
        ------
        CallError
            If there is no usable reply.
        """
        ...


@dataclass(frozen=True, slots=True)
class Ending:
    """One rule for every mode: someone leaves, nobody does anything, or the turn limit is reached."""

    turn_limit: int = 20
    stale_after: int = 2

    def reached(self, turns: Sequence[Turn]) -> EndReason | None:
        """Say why the dialogue is over after these turns, or None where it goes on."""
        if turns and turns[-1].kind is TurnKind.LEAVE:
            return EndReason.LEFT
        last = turns[-self.stale_after :]
        if len(last) == self.stale_after and all(turn.kind is TurnKind.NONE for turn in last):
            return EndReason.STALE
        return EndReason.TURN_LIMIT if len(turns) >= self.turn_limit else None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What a mode produced.

    Attributes
    ----------
    access
        Per viewer, as measured from the prompts that were sent.
    note
        What the reader of the episode should know of its making; mostly empty.
    """

    turns: tuple[Turn, ...]
    end_reason: EndReason
    access: tuple[InformationAccess, ...]
    note: str = ""


def write_rules(scenario: Scenario, preset: Preset, ending: Ending) -> str:
    """Write the instructions that all modes share, word for word."""
    first, second = scenario.characters
    return preset.fill("rules", first=first.name, second=second.name, turn_limit=ending.turn_limit)


def character_prompt(
    scenario: Scenario, view: View, character: CharacterIndex, preset: Preset, ending: Ending
) -> str:
    """Write the system message of a character that acts turn by turn."""
    return preset.fill(
        "character",
        context=write_context(view, preset),
        rules=write_rules(scenario, preset, ending),
        name=view.characters[character].name,
        partner=view.characters[1 - character].name,
    )


async def converse(
    scenario: Scenario, *, view: MakeView, ask: Ask, preset: Preset, ending: Ending
) -> Dialogue:
    """Let two characters act in turn, each call extending the same character's previous messages.

    Raises
    ------
    CallError
        If a call fails or a turn stays unreadable after one repetition.
    """
    names = (scenario.characters[0].name, scenario.characters[1].name)
    speakers = tuple(_Speaker(scenario, index, view, preset, ending) for index in (0, 1))
    turns: list[Turn] = []
    speakers[0].hear(preset.fill("opening", name=names[0]))
    end = ending.reached(turns)
    while end is None:
        index: CharacterIndex = 1 if len(turns) % 2 else 0
        act = await speakers[index].act(ask)
        turn = Turn(index=len(turns), speaker=index, kind=act.kind, text=act.text)
        turns.append(turn)
        speakers[1 - index].hear(turn_line(turn, names[index]))
        end = ending.reached(turns)
    access = tuple(speaker.access() for speaker in speakers if speaker.has_acted)
    return Dialogue(tuple(turns), end, access)


class _Speaker:
    """One character's side of the dialogue: its growing list of messages."""

    def __init__(
        self, scenario: Scenario, index: CharacterIndex, view: MakeView, preset: Preset, ending: Ending
    ) -> None:
        self._scenario = scenario
        self._index: CharacterIndex = index
        self._view = view
        self._preset = preset
        self._ending = ending
        self._messages = [Message("system", self._system(scenario))]
        self.has_acted = False

    def hear(self, text: str) -> None:
        self._messages.append(Message("user", text))

    async def act(self, ask: Ask) -> Act:
        self.has_acted = True
        act = await ask_readable(
            ask,
            role_of(self._index),
            self._messages,
            read=read_act,
            again=lambda problem: self._preset.fill("reask_turn", problem=problem),
            reply_schema=TURN_SCHEMA,
        )
        self._messages.append(Message("assistant", act_json(act)))
        return act

    def access(self) -> InformationAccess:
        return measured_access(self._scenario, role_of(self._index), self._system)

    def _system(self, scenario: Scenario) -> str:
        view = self._view(scenario, self._index)
        return character_prompt(scenario, view, self._index, self._preset, self._ending)
