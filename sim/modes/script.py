"""SCRIPT: one writer, who sees everything, produces the whole dialogue in one reply."""

from sim.llm.chat import Message
from sim.llm.readable import ask_readable
from sim.modes.context import write_context
from sim.modes.dialogue import Ask, Dialogue, Ending, write_rules
from sim.modes.script_reply import ScriptReply, read_script
from sim.modes.views import measured_access, writer_view
from sim.prompts.preset import Preset
from sim.schema.episode import EndReason, Role, Turn
from sim.schema.scenario import Scenario

__all__ = ["simulate_script"]


async def simulate_script(scenario: Scenario, ask: Ask, preset: Preset, ending: Ending) -> Dialogue:
    """Let the writer produce one dialogue in one call, and end it where any other mode would.

    Raises
    ------
    CallError
        If the call fails or the script stays unreadable after one repetition.
    """

    def prompt(scenario: Scenario) -> str:
        first, second = scenario.characters
        return preset.fill(
            "writer",
            context=write_context(writer_view(scenario), preset),
            rules=write_rules(scenario, preset, ending),
            first=first.name,
            second=second.name,
            turn_limit=ending.turn_limit,
        )

    first, second = scenario.characters
    script = await ask_readable(
        ask,
        Role.WRITER,
        [Message("user", prompt(scenario))],
        read=lambda reply: read_script(reply, (first.name, second.name)),
        again=lambda problem: preset.fill("reask_script", problem=problem),
    )
    turns, end = _until_end(script, ending)
    access = (measured_access(scenario, Role.WRITER, prompt),)
    return Dialogue(turns, end or EndReason.FINISHED, access, _note(script, len(turns)))


def _until_end(script: ScriptReply, ending: Ending) -> tuple[tuple[Turn, ...], EndReason | None]:
    turns: list[Turn] = []
    for line in script.lines:
        turns.append(Turn(index=len(turns), speaker=line.speaker, kind=line.act.kind, text=line.act.text))
        if end := ending.reached(turns):
            return tuple(turns), end
    return tuple(turns), None


def _note(script: ScriptReply, n_kept: int) -> str:
    notes: list[str] = []
    if dropped := len(script.lines) - n_kept:
        notes.append(f"{dropped} turns after the dialogue's end were dropped.")
    if script.left_out:
        notes.append(f"Text outside the turns was left out: {script.left_out!r}.")
    return " ".join(notes)
