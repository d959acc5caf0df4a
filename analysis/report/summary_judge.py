"""Whether a judge can stand in for people, in sentences made from rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analysis.estimate import Estimate
from analysis.report.plain import interval, number, percent, visible
from analysis.report.results import Results, Topic

__all__ = ["JudgeAnswer", "judge_answer"]

_PASSES = 0.5
_PANEL = "panel"

Found = Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class JudgeAnswer:
    """A short answer and what it rests on."""

    short: str
    sentences: tuple[str, ...]


def judge_answer(results: Results) -> JudgeAnswer:
    """Answer for every judge and dimension: as good as a person, and does it mislead a comparison."""
    rows = results.rows(Topic.JUDGE)
    if not rows:
        return JudgeAnswer("No judge was given.", (results.findings[Topic.JUDGE].absent,))
    sentences: list[str] = []
    verdicts: list[str] = []
    for judge in results.judges:
        for dimension in dict.fromkeys(row.dimension for row in rows):
            own = [row for row in rows if (row.judge, row.dimension) == (judge, dimension)]
            if own:
                verdict = _verdict(own)
                verdicts.append(verdict)
                sentences.append(_sentence(judge, dimension, own, verdict))
    if len(set(verdicts)) == 1:
        return JudgeAnswer(f"{verdicts[0][:1].upper()}{verdicts[0][1:]}.", tuple(sentences))
    return JudgeAnswer("It depends on the judge and the question.", tuple(sentences))


def _pooled(rows: Sequence[Estimate]) -> Found:
    found: dict[str, Estimate] = {}
    for row in rows:
        if row.condition is None and row.rater is None and row.value is not None:
            found.setdefault(row.statistic, row)
    return found


def _misleading(rows: Sequence[Estimate]) -> list[Estimate]:
    return [
        row
        for row in rows
        if row.statistic == "bias_difference"
        and row.low is not None
        and row.high is not None
        and (row.low > 0 or row.high < 0)
    ]


def _verdict(rows: Sequence[Estimate]) -> str:
    omega = _pooled(rows).get("alt_test_omega")
    passes = omega is not None and omega.value is not None and omega.value >= _PASSES
    if _misleading(rows):
        return "not for comparing these conditions"
    if omega is None:
        return "it cannot be said"
    return "as well as another person could" if passes else "no"


def _sentence(judge: str, dimension: str, rows: Sequence[Estimate], verdict: str) -> str:
    name = "The judges' panel" if judge == _PANEL else visible(judge)
    parts = [f"{name} on {visible(dimension)}: {verdict}.", *_parts(rows)]
    return " ".join(parts)


def _parts(rows: Sequence[Estimate]) -> Iterator[str]:
    found = _pooled(rows)
    for row in _misleading(rows):
        yield _favours(row)
    yield from _beside_ceiling(found)
    omega = found.get("alt_test_omega")
    if omega is not None and omega.value is not None:
        passed = "passes" if omega.value >= _PASSES else "does not pass"
        yield (
            f"It {passed} the alternative annotator test: it could replace {percent(omega.value)} of people "
            f"({visible(omega.note.partition(';')[0])}; half is needed)."
        )
    position = found.get("position_bias")
    if position is not None and _excludes_zero(position):
        yield _position(position)
    failure = found.get("judge_failure_rate")
    if failure is not None and failure.value:
        yield f"It gave no usable answer to {percent(failure.value)} of what it was asked."


def _favours(row: Estimate) -> str:
    value = row.value or 0.0
    first, second = visible(row.condition or ""), visible(row.reference or "")
    favoured, other = (first, second) if value > 0 else (second, first)
    unit = "" if "win rate" in row.note else " points"
    return (
        f"Compared with people it favours {favoured} over {other} by {number(abs(value))}{unit} "
        f"(95 % interval of the difference {interval(row)})."
    )


def _beside_ceiling(found: Found) -> Iterator[str]:
    pairs = (
        ("pearson_leave_one_out", "ceiling_pearson", "follows the mean of people with a correlation of {}"),
        ("accuracy_leave_one_out", "ceiling_accuracy", "gives the majority's answer in {} of cases"),
    )
    for own, ceiling, words in pairs:
        judge, person = found.get(own), found.get(ceiling)
        if judge is None or person is None or judge.value is None or person.value is None:
            continue
        shown = [
            number(row.value or 0.0) if "pearson" in own else percent(row.value or 0.0)
            for row in (judge, person)
        ]
        yield f"It {words.format(shown[0])}; a person against the others reaches {shown[1]}."
        return


def _excludes_zero(row: Estimate) -> bool:
    return row.low is not None and row.high is not None and (row.low > 0 or row.high < 0)


def _position(row: Estimate) -> str:
    value = row.value or 0.0
    if row.note.startswith("P(first)"):
        return (
            f"It prefers what it is shown first in {percent(value + 0.5)} of choices, where half would be "
            f"fair (95 % interval of the excess {interval(row)})."
        )
    return f"Being shown first is worth {number(value)} points to it (95 % interval {interval(row)})."
