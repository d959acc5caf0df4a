"""How large a study must be, and what a study of some size can find."""

from analysis.power.plan import Plan, detectable_size, plan_of, power_of, required_plan
from analysis.power.question import Effect, ErrorRates, ScoreDifference, Sharing, WinRate
from analysis.power.run import POWER, PowerQuestion, checked, power_rows

__all__ = [
    "POWER",
    "Effect",
    "ErrorRates",
    "Plan",
    "PowerQuestion",
    "ScoreDifference",
    "Sharing",
    "WinRate",
    "checked",
    "detectable_size",
    "plan_of",
    "power_of",
    "power_rows",
    "required_plan",
]
