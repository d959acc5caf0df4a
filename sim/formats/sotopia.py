"""Read Sotopia's episode files: the JSON Lines export, and `EpisodeLog` with profiles at hand."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.errors import ContractError, shown
from sim.formats.reading import Conversion, ForeignRecord, convert_records, read_records, validated
from sim.formats.sotopia_access import access_of, leaked_facts
from sim.formats.sotopia_log import LogError, SotopiaLog, end_reason_of, read_log
from sim.formats.sotopia_record import SotopiaRecord, read_sotopia_record
from sim.formats.sotopia_scenario import scenario_from_export, scenario_from_profiles
from sim.scenarios.outcomes import check_outcome
from sim.scenarios.sotopia import SotopiaProfiles
from sim.schema.base import Mode, opaque_id
from sim.schema.episode import Episode, Provenance, Role, Turn, TurnKind
from sim.schema.scenario import Relationship, Scenario

__all__ = ["SotopiaSource", "convert_sotopia"]

_LABELS = {
    Mode.SCRIPT: r"script",
    Mode.MINDREADERS: r"omniscient|mind-?readers?",
    Mode.AGENTS: r"agents",
}


@dataclass(frozen=True, slots=True)
class SotopiaSource:
    """What the user knows of a file beyond the file.

    Attributes
    ----------
    mode
        How the file is labelled; refused where the log shows another mode. None: taken from the log.
    profiles
        Environments and agents; needed for `EpisodeLog`, and where relationships cannot be told.
    condition
        Overrides mode and models as name of the condition.
    """

    mode: Mode | None = None
    profiles: SotopiaProfiles | None = None
    condition: str | None = None


def convert_sotopia(path: Path, source: SotopiaSource) -> Conversion:
    """Convert every episode of a file; episodes of one environment and two agents become pairs.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    repeats: Counter[str] = Counter()

    def convert(record: ForeignRecord) -> Episode:
        return _convert(record, source, repeats)

    return convert_records(read_records(path), convert)


def _convert(record: ForeignRecord, source: SotopiaSource, repeats: Counter[str]) -> Episode:
    fields = read_sotopia_record(record)
    try:
        log = read_log(fields.messages)
    except LogError as error:
        raise ContractError([record.problem(error.field, error.found, error.expected)]) from None
    _check_label(record, fields, source, log.mode)
    if source.profiles is None:
        scenario = scenario_from_export(record, fields, log)
    else:
        scenario = scenario_from_profiles(record, fields, log, source.profiles)
    condition = source.condition or _condition(log.mode, fields.models)
    repeat = repeats[key := opaque_id(scenario.scenario_id, condition)]
    episode = validated(
        record, _fields(fields, log, scenario, condition, repeat, told=source.profiles is not None)
    )
    repeats[key] += 1
    return episode


def _check_label(
    record: ForeignRecord, fields: SotopiaRecord, source: SotopiaSource, shown_mode: Mode
) -> None:
    labels = {
        mode: f"the tag {shown(fields.tag)}"
        for mode, pattern in _LABELS.items()
        if re.search(rf"(?:^|[_\W])(?:{pattern})(?:[_\W]|$)", fields.tag or "", re.IGNORECASE)
    }
    if source.mode is not None:
        labels = {source.mode: "--mode"}
    wrong = [
        record.problem("messages", f"a log of {shown_mode}", f"one of {mode}, as {label} says")
        for mode, label in labels.items()
        if mode is not shown_mode
    ]
    if wrong and shown_mode not in labels:
        raise ContractError(wrong)


def _condition(mode: Mode, models: tuple[str, str, str] | None) -> str:
    if models is None:
        return str(mode)
    writer, first, second = models
    if mode is Mode.SCRIPT:
        return f"{mode}:{writer}"
    return f"{mode}:{first}" if first == second else f"{mode}:{first}+{second}"


def _fields(
    record: SotopiaRecord, log: SotopiaLog, scenario: Scenario, condition: str, repeat: int, *, told: bool
) -> dict[str, Any]:
    turns = tuple(
        Turn(index=index, speaker=act.speaker, kind=act.kind, text=act.text)
        for index, act in enumerate(log.acts)
    )
    return {
        "episode_id": opaque_id("sotopia", record.episode_id),
        "pair_id": f"sotopia-{opaque_id(scenario.scenario_id)}-r{repeat}",
        "scenario": scenario,
        "mode": log.mode,
        "condition": condition,
        "turns": turns,
        "end_reason": end_reason_of(log.acts, record.reasoning or ""),
        "outcome": check_outcome(turns, scenario),
        "information_access": access_of(log, scenario),
        "labels": {"codename": record.codename} if record.codename else {},
        "provenance": Provenance(
            origin="imported",
            models=_models(log.mode, record.models),
            source=f"Sotopia episode {record.episode_id}" + (f", tag {record.tag}" if record.tag else ""),
            note=_note(log, scenario, told=told),
        ),
    }


def _models(mode: Mode, models: tuple[str, str, str] | None) -> dict[Role, str]:
    if models is None:
        return {}
    # Sotopia's script writer is the environment's model, which stands first.
    if mode is Mode.SCRIPT:
        return {Role.WRITER: models[0]}
    return {Role.CHARACTER_0: models[1], Role.CHARACTER_1: models[2]}


def _note(log: SotopiaLog, scenario: Scenario, *, told: bool) -> str:
    silent = sum(act.kind is TurnKind.NONE for act in log.acts)
    notes: list[str] = []
    if not told and scenario.relationship is Relationship.FRIEND:
        notes.append("relationship told by what the partners were shown: friend or closer")
    if silent:
        notes.append(f"turns without an act: {silent}; Sotopia logs a failed call in the same way")
    if leaked_facts(log, scenario):
        notes.append("a hidden fact was shown to " + " and ".join(leaked_facts(log, scenario)))
    return "; ".join(notes)
