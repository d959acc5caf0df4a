"""Compare two conditions: win rates, paired differences, effect sizes, tests."""

from analysis.conditions.run import condition_rows
from analysis.conditions.statistics import PREFERENCES, SCORES
from analysis.conditions.study import ComparedStudy, load_study

__all__ = ["PREFERENCES", "SCORES", "ComparedStudy", "condition_rows", "load_study"]
