"""The scenario of a Sotopia episode, from the export's own texts or from profiles."""

import re
from collections.abc import Sequence

from sim.errors import ContractError, shown
from sim.formats.reading import ForeignRecord
from sim.formats.sotopia_log import SotopiaLog
from sim.formats.sotopia_record import SotopiaRecord
from sim.scenarios.sotopia import SotopiaProfiles
from sim.scenarios.sotopia_profiles import EnvironmentRow, build_scenario
from sim.scenarios.tagged_text import tidy
from sim.schema.base import Mode
from sim.schema.scenario import Character, Relationship, Scenario

__all__ = ["scenario_from_export", "scenario_from_profiles"]

_PERSONALITY = "Personality and values description:"
_BACKGROUND = re.compile(
    r"is an? (?P<age>\d+)-year-old (?:(?P<gender>male|female|nonbinary) )?(?P<occupation>.*?)\. "
    r"(?P<pronouns>\S+) pronouns\. (?P<public_info>.*?)\s*Personality and values description: "
    r"(?P<personality>.*?)\s*\S+'s secrets: (?P<secret>.*)",
    re.DOTALL,
)
_GENDERS = {"male": "Man", "female": "Woman", "nonbinary": "Nonbinary"}


def scenario_from_profiles(
    record: ForeignRecord, fields: SotopiaRecord, log: SotopiaLog, profiles: SotopiaProfiles
) -> Scenario:
    """Take the scenario from profiles and check that the episode really was about it.

    Raises
    ------
    ContractError
        If ids are unknown, or the episode's names, setting or goals are not the profiles'.
    """
    known = {"environment_id": (fields.environment_id, profiles.environments)}
    known |= {f"agent_ids.{at}": (name, profiles.agents) for at, name in enumerate(fields.agent_ids)}
    unknown = [
        record.problem(field, name, "an id of the profiles")
        for field, (name, rows) in known.items()
        if name not in rows
    ]
    if unknown:
        raise ContractError(unknown)
    scenario = profiles.scenario(fields.environment_id, fields.agent_ids)
    _check_same(record, scenario, log)
    return scenario


def scenario_from_export(record: ForeignRecord, fields: SotopiaRecord, log: SotopiaLog) -> Scenario:
    """Rebuild the scenario from the texts that the JSON Lines export carries.

    Raises
    ------
    ContractError
        If texts are missing or cannot be read, or the log does not tell the relationship.
    """
    if fields.scenario is None or fields.agents_background is None or fields.social_goals is None:
        expected = "scenario, agents_background and social_goals; or profiles (--profiles DIR)"
        raise ContractError([record.problem("", "an EpisodeLog without its scenario", expected)])
    wrong = [
        record.problem(field, f"{' and '.join(texts)}", f"texts for {' and '.join(log.names)}")
        for field, texts in (
            ("agents_background", fields.agents_background),
            ("social_goals", fields.social_goals),
        )
        if set(texts) != set(log.names)
    ]
    if wrong:
        raise ContractError(wrong)
    first, second = (_character(record, fields.agents_background[name], name) for name in log.names)
    row = EnvironmentRow.model_validate(
        {
            "env_id": fields.environment_id,
            "codename": fields.codename,
            "scenario": fields.scenario,
            "agent_goals": tuple(fields.social_goals[name] for name in log.names),
            "relationship": list(Relationship).index(_relationship(record, log)),
        }
    )
    scenario = build_scenario(row, (first, second), fields.agent_ids, source=record.source, line=record.line)
    _check_same(record, scenario, log)
    return scenario


def _character(record: ForeignRecord, background: str, name: str) -> Character:
    match = _BACKGROUND.fullmatch(background.removeprefix(name).strip())
    if match is None:
        expected = "age, occupation, pronouns, public information, personality and secret"
        raise ContractError([record.problem(f"agents_background.{name}", shown(background), expected)])
    return Character(
        name=name,
        age=int(match["age"]),
        gender=_GENDERS.get(match["gender"], ""),
        pronouns=match["pronouns"],
        occupation=tidy(match["occupation"]),
        public_info=tidy(match["public_info"]),
        personality=tidy(match["personality"]),
        secret=tidy(match["secret"]),
    )


def _relationship(record: ForeignRecord, log: SotopiaLog) -> Relationship:
    """Tell the relationship by what each agent saw of its partner; friend stands for friend or closer."""
    seen = [context.backgrounds[1 - own] for own, context in enumerate(log.contexts)]
    levels = {_level(text, log.names[1 - own]) for own, text in enumerate(seen)}
    if log.mode is not Mode.AGENTS or len(levels) != 1:
        expected = "partners' backgrounds that tell the relationship; or profiles (--profiles DIR)"
        raise ContractError([record.problem("messages.0", f"a log of {log.mode}", expected)])
    return levels.pop()


def _level(partner: str, name: str) -> Relationship:
    if not partner:
        return Relationship.STRANGER
    if partner == name:
        return Relationship.KNOW_BY_NAME
    return Relationship.FRIEND if _PERSONALITY in partner else Relationship.ACQUAINTANCE


def _check_same(record: ForeignRecord, scenario: Scenario, log: SotopiaLog) -> None:
    names = tuple(character.name for character in scenario.characters)
    told = {scenario.setting: _without(log.contexts[0].setting, scenario.hidden_facts)}
    told |= {
        goal.text: _without(log.contexts[place].goals[place] or "", goal.hints)
        for place, goal in enumerate(scenario.goals)
    }
    problems = [
        record.problem("messages.0", shown(found), shown(expected))
        for expected, found in told.items()
        if found != _flat(expected)
    ]
    if names != log.names:
        problems.insert(0, record.problem("messages.0", " and ".join(log.names), " and ".join(names)))
    if problems:
        raise ContractError(problems)


def _without(text: str, parts: Sequence[str]) -> str:
    text = _flat(text)
    for part in sorted(parts, key=len, reverse=True):
        text = text.replace(_flat(part), "", 1)
    return _flat(text)


def _flat(text: str) -> str:
    return " ".join(tidy(text).split())
