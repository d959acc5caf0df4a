"""Episodes: one dialogue each, with everything that is known of how it came about."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, JsonValue, model_validator

from sim.schema.base import SCHEMA_VERSION, Contract, Identifier, Mode, OpaqueId, Text, UtcTime, WrittenText
from sim.schema.outcome import Outcome
from sim.schema.scenario import BlindScenario, Scenario, blind_scenario

__all__ = [
    "BlindEpisode",
    "EndReason",
    "Episode",
    "InformationAccess",
    "Provenance",
    "Role",
    "TokenUsage",
    "Turn",
    "TurnKind",
    "blind_episode",
    "speaker_names",
]

CharacterIndex = Literal[0, 1]
Count = Annotated[int, Field(ge=0)]
SchemaVersion = Literal[1]


class TurnKind(StrEnum):
    """What a character does in a turn. `none` is a deliberate silence, never a failed call."""

    SPEAK = "speak"
    NONVERBAL = "nonverbal"
    ACTION = "action"
    LEAVE = "leave"
    NONE = "none"


class EndReason(StrEnum):
    """Why the dialogue stopped. `finished`: its writer, or the people in it, simply ended it."""

    LEFT = "left"
    TURN_LIMIT = "turn_limit"
    STALE = "stale"
    FINISHED = "finished"
    UNKNOWN = "unknown"


class Role(StrEnum):
    """Whose calls a model answered."""

    WRITER = "writer"
    CHARACTER_0 = "character_0"
    CHARACTER_1 = "character_1"


class Turn(Contract):
    """One act of one character. Only `leave` and `none` may be without text."""

    index: Count
    speaker: CharacterIndex
    kind: TurnKind
    text: Text

    @model_validator(mode="after")
    def _has_text(self) -> Self:
        if not self.text.strip() and self.kind not in {TurnKind.LEAVE, TurnKind.NONE}:
            raise ValueError(f"a text for a turn of kind '{self.kind}'")
        return self


InformationField = Annotated[
    str, Field(pattern=r"^(setting|(name|profile|personality|secret|goal|hints)_[01])$")
]
"""`setting`, or what is seen of a character: name, profile (age, gender, pronouns, occupation, public
information), personality, secret, goal, hints, each followed by `_0` or `_1`."""


class InformationAccess(Contract):
    """What one speaker or the writer saw, as measured from the prompts really sent."""

    viewer: Role
    fields: tuple[InformationField, ...]


class TokenUsage(Contract):
    """What the endpoint counted. None where it did not say."""

    calls: Count = 0
    prompt_tokens: Count | None = None
    completion_tokens: Count | None = None
    cached_tokens: Count | None = None


class Provenance(Contract):
    """How the dialogue came about.

    Attributes
    ----------
    origin
        `simulated`, `authored-sample` (written for this project), or `imported`.
    models
        Model name per role; empty where no model was involved.
    sampling
        The parameters really sent, per name.
    prompt_hashes
        SHA-256 per prompt template.
    cost_usd
        None where the price is unknown.
    """

    origin: Literal["simulated", "authored-sample", "imported"]
    models: Mapping[Role, WrittenText] = {}
    sampling: Mapping[str, JsonValue] = {}
    prompt_hashes: Mapping[str, str] = {}
    seed: int | None = None
    code_version: Text = ""
    started_at: UtcTime | None = None
    finished_at: UtcTime | None = None
    usage: TokenUsage | None = None
    cost_usd: Annotated[float, Field(ge=0)] | None = None
    source: Text = ""
    note: Text = ""


class _Dialogue(Contract):
    """What an episode and its blind form share: the dialogue itself and its consistency."""

    schema_version: SchemaVersion = SCHEMA_VERSION
    episode_id: OpaqueId
    pair_id: Identifier
    speakers: tuple[WrittenText, WrittenText] | None = None
    setting: WrittenText | None = None
    turns: Annotated[tuple[Turn, ...], Field(min_length=1)]
    prefix_turns: Count = 0

    @model_validator(mode="after")
    def _turns_are_numbered(self) -> Self:
        for position, turn in enumerate(self.turns):
            if turn.index != position:
                raise ValueError(
                    f"turns numbered 0, 1, 2, ...; the one at position {position} says {turn.index}"
                )
        if self.prefix_turns > len(self.turns):
            raise ValueError(f"prefix_turns no greater than the {len(self.turns)} turns")
        return self


def _check_speakers(scenario: Scenario | BlindScenario | None, dialogue: _Dialogue) -> None:
    if (scenario is None) == (dialogue.speakers is None):
        raise ValueError("either a scenario or the speakers' names, not both or neither")
    if scenario is not None and dialogue.setting is not None:
        raise ValueError("a setting only where there is no scenario, which has its own")


class Episode(_Dialogue):
    """One dialogue with its turns, end reason and provenance.

    Attributes
    ----------
    speakers
        The two names where there is no scenario to take them from; only HUMAN and REPLAY may lack one.
    setting
        Where and when people talked, as far as known; only where there is no scenario to say it.
    condition
        Mode × model (× any other label the researcher compares).
    prefix_turns
        How many opening turns are shared with the other episodes of the pair.
    labels
        Free strings: language, topic, ...
    """

    scenario: Scenario | None = None
    mode: Mode
    condition: WrittenText
    end_reason: EndReason
    outcome: Outcome | None = None
    information_access: tuple[InformationAccess, ...] = ()
    labels: Mapping[str, Text] = {}
    provenance: Provenance

    @model_validator(mode="after")
    def _scenario_fits_mode(self) -> Self:
        _check_speakers(self.scenario, self)
        if self.scenario is None and self.mode not in {Mode.HUMAN, Mode.REPLAY}:
            raise ValueError(f"a scenario for mode {self.mode}")
        return self


class BlindEpisode(_Dialogue):
    """An episode as raters may know it.

    It has no field for mode, condition, outcome, information access, labels or provenance, and none for the
    end reason either: how a dialogue may end depends on the mode that wrote it.
    """

    scenario: BlindScenario | None = None

    @model_validator(mode="after")
    def _names_its_speakers(self) -> Self:
        _check_speakers(self.scenario, self)
        return self


def blind_episode(episode: Episode) -> BlindEpisode:
    """Reduce an episode to what raters may know."""
    return BlindEpisode(
        episode_id=episode.episode_id,
        pair_id=episode.pair_id,
        speakers=episode.speakers,
        setting=episode.setting,
        turns=episode.turns,
        prefix_turns=episode.prefix_turns,
        scenario=None if episode.scenario is None else blind_scenario(episode.scenario),
    )


def speaker_names(episode: Episode | BlindEpisode) -> tuple[str, str]:
    """Name the two speakers, whether or not there is a scenario."""
    if episode.scenario is not None:
        first, second = episode.scenario.characters
        return first.name, second.name
    if episode.speakers is None:
        raise ValueError("an episode has either a scenario or speakers")
    return episode.speakers
