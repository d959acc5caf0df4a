"""The sample batch: twelve scenarios, each as a SCRIPT and an AGENTS episode.

Each file in `sample/` holds one scenario and its two dialogues. They were written for this project, not
simulated, to show what the two modes typically produce.
"""

import re
import tomllib
from importlib import resources
from typing import Annotated, Literal

from pydantic import Field

from sim.schema.base import Contract, Mode, WrittenText, opaque_id
from sim.schema.episode import EndReason, Episode, InformationAccess, Provenance, Role, Turn, TurnKind
from sim.schema.outcome import MutualFriendOutcome, Outcome
from sim.schema.scenario import MutualFriendCheck, Relationship, Scenario

__all__ = ["sample_episodes", "sample_scenarios"]

_MODES = (Mode.SCRIPT, Mode.AGENTS)
_ROLES = (Role.CHARACTER_0, Role.CHARACTER_1)
_OWN_FIELDS = ("name", "profile", "personality", "secret", "goal", "hints")
_PARTNER_FIELDS = {
    Relationship.STRANGER: (),
    Relationship.KNOW_BY_NAME: ("name",),
    Relationship.ACQUAINTANCE: ("name", "profile"),
    Relationship.FRIEND: ("name", "profile", "personality"),
    Relationship.ROMANTIC: ("name", "profile", "personality"),
    Relationship.FAMILY: ("name", "profile", "personality"),
}
_PROVENANCE = Provenance(
    origin="authored-sample",
    source="Blindpair sample batch",
    note="Written for this project in the manner of this mode; not the output of a simulation.",
)


class _Dialogue(Contract):
    """One authored dialogue: its turns as (speaker, kind, text), how it ends, and what came of it."""

    end_reason: EndReason
    outcome: Outcome
    turns: Annotated[tuple[tuple[Literal[0, 1], TurnKind, str], ...], Field(min_length=1)]


class _SampleFile(Contract):
    """One file of `sample/`."""

    scenario: Scenario
    dialogues: dict[Literal[Mode.SCRIPT, Mode.AGENTS], _Dialogue]


def sample_scenarios() -> tuple[Scenario, ...]:
    """Load the sample scenarios, cooperative and competitive ones in turn."""
    return tuple(file.scenario for file in _files())


def sample_episodes() -> tuple[Episode, ...]:
    """Load the sample episodes, always the same: by scenario, SCRIPT before AGENTS."""
    return tuple(_episode(file.scenario, mode, file.dialogues[mode]) for file in _files() for mode in _MODES)


def _files() -> tuple[_SampleFile, ...]:
    folder = resources.files("sim.scenarios") / "sample"
    paths = sorted((p for p in folder.iterdir() if p.name.endswith(".toml")), key=lambda path: path.name)
    return tuple(
        _SampleFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))) for path in paths
    )


def _episode(scenario: Scenario, mode: Literal[Mode.SCRIPT, Mode.AGENTS], dialogue: _Dialogue) -> Episode:
    return Episode(
        episode_id=opaque_id("sample", scenario.scenario_id, mode),
        pair_id=f"{scenario.scenario_id}-r0",
        scenario=scenario,
        mode=mode,
        condition=mode.value,
        turns=tuple(
            Turn(index=index, speaker=speaker, kind=kind, text=text)
            for index, (speaker, kind, text) in enumerate(dialogue.turns)
        ),
        end_reason=dialogue.end_reason,
        outcome=_outcome(scenario, dialogue),
        information_access=_access(mode, scenario.relationship),
        labels={"language": "en"},
        provenance=_PROVENANCE,
    )


def _outcome(scenario: Scenario, dialogue: _Dialogue) -> Outcome:
    """Complete an authored outcome by where the friend is first named, which the text itself tells."""
    check = scenario.outcome_check
    if not isinstance(dialogue.outcome, MutualFriendOutcome) or not isinstance(check, MutualFriendCheck):
        return dialogue.outcome
    return _with_first_mention(dialogue.outcome, tuple(text for _, _, text in dialogue.turns), check.friend)


def _with_first_mention(
    outcome: MutualFriendOutcome, texts: tuple[str, ...], friend: WrittenText
) -> MutualFriendOutcome:
    name = re.compile(rf"(?<!\w){re.escape(friend)}(?!\w)")
    mentions = ((turn, match) for turn, text in enumerate(texts) if (match := name.search(text)))
    turn, match = next(mentions, (None, None))
    if turn is None or match is None:
        return outcome
    before = " ".join((*texts[:turn], match.string[: match.start()]))
    return MutualFriendOutcome(
        found=outcome.found,
        first_mention_turn=turn / len(texts),
        first_mention_word=len(before.split()) / len(" ".join(texts).split()),
    )


def _access(mode: Mode, relationship: Relationship) -> tuple[InformationAccess, ...]:
    if mode is Mode.SCRIPT:
        fields = tuple(f"{field}_{character}" for character in (0, 1) for field in _OWN_FIELDS)
        return (InformationAccess(viewer=Role.WRITER, fields=("setting", *fields)),)
    return tuple(
        InformationAccess(
            viewer=role,
            fields=(
                "setting",
                *(f"{field}_{character}" for field in _OWN_FIELDS),
                *(f"{field}_{1 - character}" for field in _PARTNER_FIELDS[relationship]),
            ),
        )
        for character, role in enumerate(_ROLES)
    )
