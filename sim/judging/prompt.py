"""Write what a judge is shown: what raters see in the same step, and nothing else."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sim.judging.items import Item
from sim.judging.questions import SIDES, Question, allowed_words, value_schema
from sim.llm.chat import ReplySchema
from sim.prompts.preset import Preset
from sim.schema.episode import BlindEpisode, speaker_names
from sim.schema.rubric import Step, Visible
from sim.schema.scenario import BlindScenario, Character, Relationship
from sim.transcript import turn_lines

__all__ = ["reply_schema", "step_prompt"]

_RELATIONSHIPS = {
    Relationship.STRANGER: "{} and {} have never met before.",
    Relationship.KNOW_BY_NAME: "{} and {} know each other by name only.",
    Relationship.ACQUAINTANCE: "{} and {} are acquaintances.",
    Relationship.FRIEND: "{} and {} are friends.",
    Relationship.ROMANTIC: "{} and {} are a couple.",
    Relationship.FAMILY: "{} and {} are family.",
}


def step_prompt(
    preset: Preset, item: Item, step: Step, questions: Sequence[Question], seen: frozenset[Visible] | None
) -> str:
    """Write one step: what has come into sight since the earlier steps, and the questions.

    Parameters
    ----------
    seen
        What earlier steps showed; None for the first step, which shows the dialogues as well.
    """
    visible = frozenset(step.visible) - (seen or frozenset())
    parts = [*_scenario(item.episodes[0].scenario, visible)]
    if seen is None:
        parts += _dialogues(item)
    return preset.fill(
        "questions" if seen is None else "more",
        shown="\n\n".join(parts) or "(nothing new)",
        questions="\n".join(_question(question) for question in questions),
        form=_form(questions),
    )


def reply_schema(questions: Sequence[Question]) -> ReplySchema:
    """Write the JSON schema of the reply to a step."""
    entries = {question.key: _entry(question) for question in questions}
    return ReplySchema("judgement", _object(entries))


def _scenario(scenario: BlindScenario | None, visible: frozenset[Visible]) -> Iterator[str]:
    if scenario is None:
        return
    first, second = scenario.characters
    if Visible.SETTING in visible:
        relationship = _RELATIONSHIPS[scenario.relationship].format(first.name, second.name)
        yield f"Setting: {scenario.setting} {relationship}"
    for character, goal in zip(scenario.characters, scenario.goals, strict=True):
        lines = []
        if Visible.PROFILES in visible:
            lines += [line for line in _profile(character) if line]
        if Visible.SECRETS in visible:
            lines += [f"Personality and values: {character.personality}"] * bool(character.personality)
            lines += [f"Secret: {character.secret}"] * bool(character.secret)
        if Visible.GOALS in visible:
            lines += [f"Goal: {goal.text}", *(f"Hint: {hint}" for hint in goal.hints)]
        if lines:
            yield "\n".join((f"About {character.name}", *lines))


def _profile(character: Character) -> tuple[str, str]:
    age = "" if character.age is None else str(character.age)
    facts = (age, character.gender, character.pronouns, character.occupation)
    return ", ".join(fact for fact in facts if fact), character.public_info


def _dialogues(item: Item) -> Iterator[str]:
    for side, episode in zip(SIDES, item.episodes, strict=False):
        title = f"Dialogue {side}" if len(item.episodes) > 1 else "Dialogue"
        yield f"{title}\n{_transcript(episode)}"


def _transcript(episode: BlindEpisode) -> str:
    return turn_lines(episode.turns, speaker_names(episode))


def _question(question: Question) -> str:
    help_text = f" {question.dimension.help}" if question.dimension.help else ""
    return (
        f"{question.key}. About {question.about}: {question.text}{help_text} "
        f"Value: {allowed_words(question.dimension)}."
    )


def _form(questions: Sequence[Question]) -> str:
    entries = {
        question.key: {"about": question.about, "reason": "...", "value": "..."} for question in questions
    }
    return json.dumps(entries, ensure_ascii=False)


def _entry(question: Question) -> dict[str, Any]:
    return _object(
        {
            "about": {"type": "string", "enum": [question.about]},
            "reason": {"type": "string"},
            "value": dict(value_schema(question.dimension)),
        }
    )


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
