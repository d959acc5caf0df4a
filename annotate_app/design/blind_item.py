"""What a rater sees of an item: types without any field from which a condition could be told.

The browser knows dialogues as `a` and `b` and questions by keys such as `naturalness` (the pair), `fluency.a`
(an episode) or `goal.b.1` (a character in an episode). Episode, pair and item ids do not appear here.
"""

import hashlib
from dataclasses import dataclass
from typing import Literal

from annotate_app.design.visible_text import visible_text
from annotate_app.language import Phrase, phrase
from sim.schema.base import Target
from sim.schema.episode import BlindEpisode, TurnKind, speaker_names
from sim.schema.rubric import Dimension, Step, Visible
from sim.schema.scale import Answer
from sim.schema.scenario import BlindScenario, Character, Relationship

__all__ = [
    "BlindItem",
    "Bubble",
    "CharacterView",
    "Question",
    "Side",
    "asked_dimensions",
    "blind_item",
    "bubbles_of",
    "questions_of",
]

Side = Literal["a", "b"]
Place = Literal[0, 1]

_SIDES: tuple[Side, Side] = ("a", "b")
_PLACES: tuple[Place, Place] = (0, 1)

_RELATIONSHIPS = {
    Relationship.STRANGER: phrase("{first} and {second} have never met before."),
    Relationship.KNOW_BY_NAME: phrase("{first} and {second} know each other by name only."),
    Relationship.ACQUAINTANCE: phrase("{first} and {second} are acquaintances."),
    Relationship.FRIEND: phrase("{first} and {second} are friends."),
    Relationship.ROMANTIC: phrase("{first} and {second} are a couple."),
    Relationship.FAMILY: phrase("{first} and {second} are family."),
}


@dataclass(frozen=True, slots=True)
class Bubble:
    """One turn, as literal text to show. `speaker` is the character's place, 0 or 1.

    For `speak` the text is what is said; for every other kind it is a stage direction. Leaving and silence
    read the same whatever wrote the dialogue: "NAME leaves", "NAME says nothing".
    """

    speaker: Place
    name: str
    kind: TurnKind
    text: str


@dataclass(frozen=True, slots=True)
class CharacterView:
    """A character, as far as the step shows it: what it does not show is absent, not merely hidden.

    Attributes
    ----------
    profile
        Lines of the public side, without labels that need translating; empty where profiles are not shown.
    goal, hints
        None and empty where goals are not shown (or there is none).
    secret, personality
        None where secrets are not shown (or there is none).
    """

    name: str
    profile: tuple[str, ...] = ()
    goal: str | None = None
    hints: tuple[str, ...] = ()
    secret: str | None = None
    personality: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the step, about the pair (`side` and `character` None), an episode or a character.

    Attributes
    ----------
    text
        The wording with the character's name filled in.
    answer
        Kind, scale and anchors, from the rubric. A preference is answered `a`, `b`, `tie` or `both_bad`;
        yes/no `yes` or `no`; several choices with a JSON list of the options' values; a scale or number
        with a number.
    """

    key: str
    dimension: str
    text: str
    help: str
    answer: Answer
    required: bool
    side: Side | None
    character: Place | None


@dataclass(frozen=True, slots=True)
class BlindItem:
    """Everything that the page of one step needs, and nothing else.

    Attributes
    ----------
    setting, relationship
        None where the step does not show the setting, or there is none.
    a, b
        The dialogues in served order; `b` is empty for an item of one episode.
    shared_turns
        How many opening turns both dialogues share.
    """

    setting: str | None
    relationship: str | None
    characters: tuple[CharacterView, CharacterView]
    a: tuple[Bubble, ...]
    b: tuple[Bubble, ...]
    shared_turns: int
    questions: tuple[Question, ...]


def asked_dimensions(step: Step, drawn_by: str | None) -> tuple[Dimension, ...]:
    """List a step's dimensions in the order they are asked.

    Parameters
    ----------
    drawn_by
        What decides a random order: the assignment, so that it is the same whenever the item is shown. None
        leaves the order as it is given.
    """
    if step.order == "given" or drawn_by is None:
        return step.dimensions

    def drawn(dimension: Dimension) -> bytes:
        return hashlib.sha256(f"{drawn_by}\x1f{dimension.dimension}".encode()).digest()

    return tuple(sorted(step.dimensions, key=drawn))


def blind_item(step: Step, served: tuple[BlindEpisode, ...], *, drawn_by: str | None = None) -> BlindItem:
    """Build what one step of a rubric shows of one or two episodes in served order.

    `drawn_by` decides the order of the questions, as in `asked_dimensions`.
    """
    scenario = served[0].scenario
    names = speaker_names(served[0])
    setting = served[0].setting if scenario is None else scenario.setting
    shows_setting = Visible.SETTING in step.visible
    dialogues = [bubbles_of(episode) for episode in served]
    return BlindItem(
        setting=visible_text(setting) if setting is not None and shows_setting else None,
        relationship=_relationship(scenario) if scenario is not None and shows_setting else None,
        characters=(_character(step, scenario, names, 0), _character(step, scenario, names, 1)),
        a=dialogues[0],
        b=dialogues[1] if len(dialogues) > 1 else (),
        shared_turns=min(episode.prefix_turns for episode in served) if len(served) > 1 else 0,
        questions=questions_of(step, names, n_episodes=len(served), drawn_by=drawn_by),
    )


def questions_of(
    step: Step, names: tuple[str, str], *, n_episodes: int, drawn_by: str | None = None
) -> tuple[Question, ...]:
    """List a step's questions in the order they are asked: by dimension, then dialogue, then character."""
    return tuple(
        question
        for dimension in asked_dimensions(step, drawn_by)
        for question in _questions(dimension, names, sides=_SIDES[:n_episodes])
    )


def _questions(
    dimension: Dimension, names: tuple[str, str], *, sides: tuple[Side, ...]
) -> tuple[Question, ...]:
    def question(side: Side | None, character: Place | None) -> Question:
        name = "" if character is None else visible_text(names[character])
        parts = (dimension.dimension, side, character)
        return Question(
            key=".".join(str(part) for part in parts if part is not None),
            dimension=dimension.dimension,
            text=visible_text(dimension.question).replace("{name}", name),
            help=visible_text(dimension.help).replace("{name}", name),
            answer=dimension.answer,
            required=dimension.required,
            side=side,
            character=character,
        )

    match dimension.target:
        case Target.PAIR:
            return (question(None, None),)
        case Target.EPISODE:
            return tuple(question(side, None) for side in sides)
        case Target.CHARACTER:
            return tuple(question(side, place) for side in sides for place in _PLACES)


def bubbles_of(episode: BlindEpisode) -> tuple[Bubble, ...]:
    """Build what is shown of every turn of a dialogue."""
    names = tuple(visible_text(name) for name in speaker_names(episode))
    return tuple(
        Bubble(
            turn.speaker, names[turn.speaker], turn.kind, _shown(turn.kind, names[turn.speaker], turn.text)
        )
        for turn in episode.turns
    )


def _shown(kind: TurnKind, name: str, text: str) -> str:
    match kind:
        case TurnKind.LEAVE:
            return f"{name} leaves"
        case TurnKind.NONE:
            return f"{name} says nothing"
        case TurnKind.SPEAK | TurnKind.ACTION | TurnKind.NONVERBAL:
            return visible_text(text)


def _relationship(scenario: BlindScenario) -> Phrase:
    first, second = (visible_text(character.name) for character in scenario.characters)
    return Phrase(_RELATIONSHIPS[scenario.relationship], first=first, second=second)


def _character(
    step: Step, scenario: BlindScenario | None, names: tuple[str, str], place: Place
) -> CharacterView:
    if scenario is None:
        return CharacterView(visible_text(names[place]))
    character, goal = scenario.characters[place], scenario.goals[place]
    goals, secrets = Visible.GOALS in step.visible, Visible.SECRETS in step.visible
    return CharacterView(
        name=visible_text(character.name),
        profile=_profile(character) if Visible.PROFILES in step.visible else (),
        goal=visible_text(goal.text) if goals else None,
        hints=tuple(visible_text(hint) for hint in goal.hints) if goals else (),
        secret=visible_text(character.secret) or None if secrets else None,
        personality=visible_text(character.personality) or None if secrets else None,
    )


def _profile(character: Character) -> tuple[str, ...]:
    facts = (
        "" if character.age is None else str(character.age),
        character.gender,
        character.pronouns,
        character.occupation,
    )
    lines = (", ".join(fact for fact in facts if fact.strip()), character.public_info)
    return tuple(visible_text(line) for line in lines if line.strip())
