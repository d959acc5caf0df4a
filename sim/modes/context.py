"""Write a view down as the context of a prompt, in the words of a preset."""

from sim.modes.views import CharacterView, ProfileView, View
from sim.prompts.preset import Preset

__all__ = ["write_context"]

_HIDDEN = "Unknown"
_EMPTY = "None"


def write_context(view: View, preset: Preset) -> str:
    """Write the setting and what is seen of both characters; the same lines whoever sees however much."""
    return _as_published(view) if preset.name == "paper" else _in_sections(view)


def _in_sections(view: View) -> str:
    first, second = view.characters
    return "\n".join(
        (
            f"Setting: {view.setting}",
            f"People: {first.name} and {second.name}",
            "",
            *_section(first),
            "",
            *_section(second),
        )
    )


def _section(character: CharacterView) -> tuple[str, ...]:
    hints = None if character.hints is None else " ".join(character.hints)
    profile = None if character.profile is None else _profile(character.profile)
    return (
        f"About {character.name}",
        f"Profile: {_shown(profile)}",
        f"Personality and values: {_shown(character.personality)}",
        f"Secret: {_shown(character.secret)}",
        f"Goal: {_shown(character.goal)}",
        f"Hints: {_shown(hints)}",
    )


def _shown(text: str | None) -> str:
    return _HIDDEN if text is None else text or _EMPTY


def _profile(profile: ProfileView) -> str:
    age = f"{profile.age} years old" if profile.age else ""
    words = ", ".join(part for part in (age, profile.gender, profile.pronouns, profile.occupation) if part)
    return " ".join(part for part in (f"{words}." if words else "", profile.public_info) if part)


def _as_published(view: View) -> str:
    """Follow the wording of the published prompts, which leave hidden backgrounds out."""
    first, second = view.characters
    backgrounds = tuple(
        f"{character.name}'s background: {text}"
        for character in view.characters
        if (text := _published_background(character))
    )
    return "\n".join(
        (
            "Here is the context of this interaction:",
            f"Scenario: {view.setting}",
            f"Participants: {first.name} and {second.name}",
            *backgrounds,
            f"{first.name}'s goal: {_published_goal(first)}",
            f"{second.name}'s goal: {_published_goal(second)}",
        )
    )


def _published_background(character: CharacterView) -> str:
    parts: list[str] = []
    if character.profile is not None:
        profile = character.profile
        age = f"{profile.age}-year-old" if profile.age else ""
        words = " ".join(part for part in (age, profile.gender, profile.occupation) if part)
        parts.append(f"{character.name} is a {words}." if words else "")
        parts.append(f"{profile.pronouns} pronouns." if profile.pronouns else "")
        parts.append(profile.public_info)
    if character.personality:
        parts.append(f"Personality and values description: {character.personality}")
    if character.secret:
        parts.append(f"{character.name}'s secrets: {character.secret}")
    return " ".join(part for part in parts if part)


def _published_goal(character: CharacterView) -> str:
    if character.goal is None:
        return _HIDDEN
    return " ".join((character.goal, *(character.hints or ())))
