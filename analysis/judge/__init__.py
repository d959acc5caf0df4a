"""Judges against people: association, error, bias, ceilings, the alternative annotator test, correction."""

from analysis.judge.comparison import Comparison, comparisons
from analysis.judge.join import Joined, join_judges, load_joined
from analysis.judge.options import AltTestMetric, JudgeOptions
from analysis.judge.run import judge_rows
from analysis.judge.statistics import JUDGE

__all__ = [
    "JUDGE",
    "AltTestMetric",
    "Comparison",
    "Joined",
    "JudgeOptions",
    "comparisons",
    "join_judges",
    "judge_rows",
    "load_joined",
]
