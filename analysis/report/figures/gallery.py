"""All figures of a report."""

from collections.abc import Iterator

from analysis.rater_names import with_names
from analysis.report.figures.conditions import score_differences, win_rates
from analysis.report.figures.draw import Figure
from analysis.report.figures.judges import calibrations, scatters
from analysis.report.figures.raters import alpha_forest, dots_by_rater, matrices
from analysis.report.results import Results, Topic

__all__ = ["figures_of"]

_SEVERITY = (
    "How far every rater lies above (+) or below (−) the others on the same units, in points; the thick line "
    "is the 95 % interval. Differences of severity cancel where every rater rates both conditions."
)
_NO_SEVERITY = "No figure of severity: it takes numbers that several people gave to the same units."
_NO_TIME = "No figure of time: no answer has a measured time."
_TIME = (
    "Median seconds of an answer of every rater, the thick line its 95 % interval. Much faster than the rest "
    "may mean that little was read."
)


def figures_of(results: Results) -> Iterator[Figure]:
    """Prepare the figures of every topic that has rows."""
    agreement = with_names(results.rows(Topic.AGREEMENT), results.rater_numbers)
    yield alpha_forest(agreement)
    yield from matrices(agreement)
    yield dots_by_rater(agreement, "severity", "severity in points", _SEVERITY, _NO_SEVERITY)
    yield dots_by_rater(agreement, "seconds_median", "median seconds", _TIME, _NO_TIME)
    if judge := results.rows(Topic.JUDGE):
        yield from scatters(results.points, judge)
        yield from calibrations(results.calibrated)
    if conditions := results.rows(Topic.CONDITIONS):
        yield win_rates(conditions)
        yield score_differences(conditions)
