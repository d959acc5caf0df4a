"""What the prompts of a Sotopia log really showed, measured from its contexts."""

from sim.formats.sotopia_log import Context, SotopiaLog
from sim.scenarios.tagged_text import tidy
from sim.schema.base import Mode
from sim.schema.episode import InformationAccess, Role
from sim.schema.scenario import Character, Goal, Scenario

__all__ = ["access_of", "leaked_facts"]


def access_of(log: SotopiaLog, scenario: Scenario) -> tuple[InformationAccess, ...]:
    """Measure, field by field, what each speaker or the writer was shown."""
    return tuple(
        InformationAccess(viewer=role, fields=_fields(context, scenario)) for role, context in _viewers(log)
    )


def leaked_facts(log: SotopiaLog, scenario: Scenario) -> tuple[str, ...]:
    """Name the viewers who were shown a fact that nobody in the dialogue may know."""
    facts = [_flat(fact) for fact in scenario.hidden_facts]
    return tuple(
        str(role) for role, context in _viewers(log) if any(fact in _flat(context.text) for fact in facts)
    )


def _viewers(log: SotopiaLog) -> tuple[tuple[Role, Context], ...]:
    if log.mode is Mode.SCRIPT:
        return ((Role.WRITER, log.contexts[0]),)
    return tuple(zip((Role.CHARACTER_0, Role.CHARACTER_1), log.contexts, strict=True))


def _fields(context: Context, scenario: Scenario) -> tuple[str, ...]:
    fields = ["setting"] if _flat(scenario.setting) in _flat(context.setting) else []
    for place in (0, 1):
        background = _flat(context.backgrounds[place])
        # Both names stand in the line of participants.
        fields.append(f"name_{place}")
        fields += [f"{field}_{place}" for field in _background(background, scenario.characters[place])]
        goal = context.goals[place]
        fields += [f"{field}_{place}" for field in _goal(_flat(goal or ""), scenario.goals[place])]
    return tuple(fields)


def _background(text: str, character: Character) -> list[str]:
    shown = {
        "profile": character.public_info,
        "personality": character.personality,
        "secret": character.secret,
    }
    return [field for field, value in shown.items() if value and _flat(value) in text]


def _goal(text: str, goal: Goal) -> list[str]:
    fields = ["goal"] if text and _flat(goal.text) in text else []
    return fields + (["hints"] if goal.hints and all(_flat(hint) in text for hint in goal.hints) else [])


def _flat(text: str) -> str:
    return " ".join(tidy(text).split())
