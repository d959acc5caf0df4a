"""Who sees what. Nothing else in the package decides whether a piece of information is shown or hidden.

=============  ==============  ============================  ================  ============
viewer         own everything  partner's profile             partner's secret  partner goal
=============  ==============  ============================  ================  ============
AGENTS         yes             by relationship               never             never
MINDREADERS    yes             all of it                     yes               yes
SCRIPT writer  both characters, everything
=============  ==============  ============================  ================  ============

The setting and both names are seen by everybody. Hidden facts and the outcome check are no part of a view, so
no prompt can hold them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from sim.errors import SimError
from sim.schema.base import Mode
from sim.schema.episode import InformationAccess, Role
from sim.schema.scenario import Character, Goal, Relationship, Scenario

__all__ = [
    "CharacterIndex",
    "CharacterView",
    "HiddenFactError",
    "ProfileView",
    "View",
    "character_view",
    "information_access",
    "measured_access",
    "role_of",
    "writer_view",
]

CharacterIndex = Literal[0, 1]

_OWN = ("name", "profile", "personality", "secret", "goal", "hints")
_SEEN_OF_PARTNER: Mapping[Relationship, tuple[str, ...]] = {
    Relationship.STRANGER: ("name",),
    Relationship.KNOW_BY_NAME: ("name",),
    Relationship.ACQUAINTANCE: ("name", "profile"),
    Relationship.FRIEND: ("name", "profile", "personality"),
    Relationship.ROMANTIC: ("name", "profile", "personality"),
    Relationship.FAMILY: ("name", "profile", "personality"),
}
"""Zhou et al. (2024), after SOTOPIA (Zhou et al., ICLR 2024); the speakers of a dialogue are always named."""


class HiddenFactError(SimError):
    """A prompt holds what nobody in the dialogue and no writer may know."""

    exit_status = 1


@dataclass(frozen=True, slots=True)
class ProfileView:
    """What acquaintances know of a character; "" where the scenario says nothing."""

    age: str
    gender: str
    pronouns: str
    occupation: str
    public_info: str


@dataclass(frozen=True, slots=True)
class CharacterView:
    """What is seen of one character; None is hidden from the viewer, "" or () is seen to be empty."""

    name: str
    profile: ProfileView | None = None
    personality: str | None = None
    secret: str | None = None
    goal: str | None = None
    hints: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one viewer may be told, and which fields that is.

    Attributes
    ----------
    characters
        In the scenario's order.
    fields
        As in `InformationAccess`: the setting first, then the viewer's own character.
    """

    viewer: Role
    setting: str
    characters: tuple[CharacterView, CharacterView]
    fields: tuple[str, ...]


def role_of(character: CharacterIndex) -> Role:
    """Name the role of a character."""
    return Role.CHARACTER_1 if character else Role.CHARACTER_0


def writer_view(scenario: Scenario) -> View:
    """Show both characters completely."""
    return _view(scenario, Role.WRITER, {0: _OWN, 1: _OWN})


def character_view(
    scenario: Scenario, character: CharacterIndex, mode: Literal[Mode.AGENTS, Mode.MINDREADERS]
) -> View:
    """Show a character itself and what it may know of its partner."""
    partner = _OWN if mode is Mode.MINDREADERS else _SEEN_OF_PARTNER[scenario.relationship]
    own_first = {character: _OWN, 1 - character: partner}
    return _view(scenario, role_of(character), own_first)


def information_access(view: View) -> InformationAccess:
    """State what a view shows, in the form that an episode keeps."""
    return InformationAccess(viewer=view.viewer, fields=view.fields)


def measured_access(scenario: Scenario, viewer: Role, prompt: Callable[[Scenario], str]) -> InformationAccess:
    """Measure what a viewer saw: the prompt is written once more with a mark in the place of every field.

    Parameters
    ----------
    prompt
        Writes the prompt that was really sent when it is given the true scenario.

    Raises
    ------
    HiddenFactError
        If the prompt depends on what nobody may know.
    """
    marked = prompt(_marked(scenario))
    if _mark(_HIDDEN) in marked:
        raise HiddenFactError("A prompt depends on hidden facts; no episode may be made with it.")
    order = (1, 0) if viewer is Role.CHARACTER_1 else (0, 1)
    names = ("setting", *(f"{field}_{index}" for index in order for field in _OWN))
    return InformationAccess(viewer=viewer, fields=tuple(name for name in names if _mark(name) in marked))


def _view(scenario: Scenario, viewer: Role, seen: Mapping[int, tuple[str, ...]]) -> View:
    first, second = (
        _character_view(scenario.characters[index], scenario.goals[index], seen[index]) for index in (0, 1)
    )
    fields = ("setting", *(f"{field}_{index}" for index, shown in seen.items() for field in shown))
    return View(viewer=viewer, setting=scenario.setting, characters=(first, second), fields=fields)


def _character_view(character: Character, goal: Goal, seen: tuple[str, ...]) -> CharacterView:
    return CharacterView(
        name=character.name,
        profile=_profile(character) if "profile" in seen else None,
        personality=character.personality if "personality" in seen else None,
        secret=character.secret if "secret" in seen else None,
        goal=goal.text if "goal" in seen else None,
        hints=goal.hints if "hints" in seen else None,
    )


def _profile(character: Character) -> ProfileView:
    return ProfileView(
        age="" if character.age is None else str(character.age),
        gender=character.gender,
        pronouns=character.pronouns,
        occupation=character.occupation,
        public_info=character.public_info,
    )


_HIDDEN = "hidden"


def _mark(field: str) -> str:
    return f"\u2042{field}\u2042"


def _marked(scenario: Scenario) -> Scenario:
    characters = tuple(
        Character.model_construct(
            name=_mark(f"name_{index}"),
            age=None,
            gender="",
            pronouns="",
            occupation="",
            public_info=_mark(f"profile_{index}"),
            personality=_mark(f"personality_{index}"),
            secret=_mark(f"secret_{index}"),
        )
        for index in (0, 1)
    )
    goals = tuple(
        Goal.model_construct(text=_mark(f"goal_{index}"), hints=(_mark(f"hints_{index}"),))
        for index in (0, 1)
    )
    return scenario.model_copy(
        update={
            "setting": _mark("setting"),
            "hidden_facts": (_mark(_HIDDEN),),
            "characters": characters,
            "goals": goals,
        }
    )
