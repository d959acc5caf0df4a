"""Say in one line what a set of scenarios holds."""

from collections import Counter
from collections.abc import Sequence

from sim.schema.scenario import BargainingCheck, MutualFriendCheck, Scenario

__all__ = ["summary_of"]


def summary_of(scenarios: Sequence[Scenario]) -> str:
    """Count scenarios, environments, kinds and outcome checks."""
    environments = len({scenario.environment_id for scenario in scenarios})
    kinds = Counter(str(scenario.kind) for scenario in scenarios)
    checks = [scenario.outcome_check for scenario in scenarios]
    friends = sum(isinstance(check, MutualFriendCheck) for check in checks)
    bargains = [check for check in checks if isinstance(check, BargainingCheck)]
    zones = sum(check.has_zone_of_agreement for check in bargains)
    listed = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
    return (
        f"{len(scenarios)} scenarios in {environments} environments; {listed}; outcome checks: "
        f"{friends} common friends, {len(bargains)} bargains ({zones} with a zone of agreement)"
    )
