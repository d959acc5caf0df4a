"""Compare two conditions: win rates, paired differences, effect sizes, tests."""

from analysis.conditions.family import FAMILY
from analysis.conditions.preference_statistics import PREFERENCES
from analysis.conditions.run import condition_rows
from analysis.conditions.score_statistics import SCORES
from analysis.conditions.study import ComparedStudy, load_study

__all__ = ["FAMILY", "PREFERENCES", "SCORES", "ComparedStudy", "condition_rows", "load_study"]
