"""Scenarios: a situation, two characters, what each wants, and what nobody in the dialogue may know."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from sim.schema.base import Contract, Identifier, Text, WrittenText

__all__ = [
    "BargainingCheck",
    "BlindScenario",
    "Character",
    "Goal",
    "MutualFriendCheck",
    "OutcomeCheck",
    "Relationship",
    "Scenario",
    "ScenarioKind",
    "blind_scenario",
]


class ScenarioKind(StrEnum):
    """How the two goals relate."""

    COOPERATIVE = "cooperative"
    COMPETITIVE = "competitive"
    MIXED = "mixed"


class Relationship(StrEnum):
    """How well the characters know each other, from least to most (the six levels of SOTOPIA)."""

    STRANGER = "stranger"
    KNOW_BY_NAME = "know_by_name"
    ACQUAINTANCE = "acquaintance"
    FRIEND = "friend"
    ROMANTIC = "romantic"
    FAMILY = "family"


class Character(Contract):
    """A person in the scenario. `public_info` is what acquaintances know; the secret is the owner's alone."""

    name: WrittenText
    age: Annotated[int, Field(ge=0, le=150)] | None = None
    gender: Text = ""
    pronouns: Text = ""
    occupation: Text = ""
    public_info: Text = ""
    personality: Text = ""
    secret: Text = ""


class Goal(Contract):
    """What a character wants, with hints that belong to the goal's owner only."""

    text: WrittenText
    hints: tuple[WrittenText, ...] = ()


class BargainingCheck(Contract):
    """What a deal is measured against, in one currency; `buyer` is the buying character's index."""

    kind: Literal["bargaining"] = "bargaining"
    buyer: Literal[0, 1]
    list_price: Annotated[float, Field(gt=0)] | None = None
    buyer_target: Annotated[float, Field(gt=0)]
    seller_target: Annotated[float, Field(gt=0)]

    @property
    def has_zone_of_agreement(self) -> bool:
        """Whether one price satisfies both targets."""
        return self.buyer_target >= self.seller_target


class MutualFriendCheck(Contract):
    """The friend that both characters know, as the dialogue would name them."""

    kind: Literal["mutual_friend"] = "mutual_friend"
    friend: WrittenText


OutcomeCheck = Annotated[BargainingCheck | MutualFriendCheck, Field(discriminator="kind")]


class BlindScenario(Contract):
    """A scenario without hidden facts and outcome check: all that a rater's page may know of it."""

    scenario_id: Identifier
    environment_id: Identifier
    kind: ScenarioKind
    setting: WrittenText
    relationship: Relationship
    characters: tuple[Character, Character]
    goals: tuple[Goal, Goal]


class Scenario(Contract):
    """An environment with its two characters filled in.

    Attributes
    ----------
    environment_id
        The default cluster of every interval.
    hidden_facts
        Verbatim statements known to nobody in the dialogue and to no writer; only outcome checks use them.
    """

    scenario_id: Identifier
    environment_id: Identifier
    kind: ScenarioKind
    setting: WrittenText
    hidden_facts: tuple[WrittenText, ...] = ()
    relationship: Relationship
    characters: tuple[Character, Character]
    goals: tuple[Goal, Goal]
    outcome_check: OutcomeCheck | None = None
    source: Text = ""
    licence: Text = ""


def blind_scenario(scenario: Scenario) -> BlindScenario:
    """Drop what neither raters nor speakers may know."""
    return BlindScenario(
        scenario_id=scenario.scenario_id,
        environment_id=scenario.environment_id,
        kind=scenario.kind,
        setting=scenario.setting,
        relationship=scenario.relationship,
        characters=scenario.characters,
        goals=scenario.goals,
    )
