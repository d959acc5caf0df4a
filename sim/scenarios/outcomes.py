"""Check a dialogue's outcome from its words, without a model."""

from collections.abc import Sequence

from sim.scenarios.bargaining_outcome import bargaining_outcome
from sim.scenarios.friend_lists import friends_known
from sim.scenarios.friend_outcome import friend_outcome
from sim.schema.episode import Turn
from sim.schema.outcome import Outcome
from sim.schema.scenario import BargainingCheck, Scenario

__all__ = ["check_outcome"]


def check_outcome(turns: Sequence[Turn], scenario: Scenario) -> Outcome | None:
    """Check what a dialogue came to; None where its scenario has nothing to check."""
    check = scenario.outcome_check
    if check is None:
        return None
    if isinstance(check, BargainingCheck):
        return bargaining_outcome(turns, check)
    return friend_outcome(
        turns,
        check,
        speakers=[character.name for character in scenario.characters],
        others=[name for goal in scenario.goals for name in friends_known(goal)],
    )
