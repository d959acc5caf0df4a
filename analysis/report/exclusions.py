"""What did not enter the numbers, and why, in plain words."""

from collections.abc import Iterable, Iterator, Mapping

from analysis.judge.join import Joined
from analysis.report.results import Coverage, Exclusion
from analysis.tables import RatingTable

__all__ = ["exclusions_of"]

_WHY: Mapping[str, str] = {
    "superseded by a revision": "The same rater answered again later; the last answer counts.",
    "skipped": "The rater passed over the question. A missing answer is never filled in.",
    "cannot_judge": "The rater said that this cannot be judged. A missing answer is never filled in.",
    "empty": "The cell has no value. A missing answer is never filled in.",
    "purpose practice": "Practice items teach the task; their answers are known beforehand.",
    "purpose attention": "Attention checks test the rater, not the dialogues.",
    "purpose repeat": "The same rater rated the same item twice; only the first counts as a rating.",
    "purpose pilot": "Pilot ratings were made before the study proper, perhaps with other instructions.",
    "purpose main": "Another purpose was asked for.",
    "by an LLM, in RATINGS": "A judge's ratings among people's; judges are compared with people by --judge.",
    "of a dimension that only one side has": "Only people or only the judge answered that question.",
    "people's, of a unit that no judge rated": "There is nothing of a judge to compare them with; they do "
    "count for agreement and conditions.",
    "judges', of a unit that no person rated": "There is nothing of people to compare them with; they do "
    "count for the judge's own reliability.",
}
_JUDGE = "judge, "


def exclusions_of(
    table: RatingTable, coverage: Iterable[Coverage], joined: Joined | None
) -> Iterator[Exclusion]:
    """List everything that was left out before any number was computed, with counts."""
    for reason, count in table.left_out.items():
        yield Exclusion("all results", reason, count, _why(reason))
    n_llm = int(table.is_llm.sum())
    if n_llm and n_llm < len(table):
        reason = "by an LLM, in RATINGS"
        yield Exclusion("agreement", reason, n_llm, _why(reason))
    for each in coverage:
        if each.n_single:
            yield Exclusion(
                f"agreement on {each.dimension}",
                "units with one rating",
                each.n_single,
                "Agreement needs two ratings of the same unit.",
            )
    if joined is not None:
        yield from _of_judges(table, joined)


def _of_judges(table: RatingTable, joined: Joined) -> Iterator[Exclusion]:
    for reason, count in joined.left_out.items():
        if table.left_out.get(reason) != count:
            yield Exclusion("judge against people", reason, count, _why(reason.removeprefix(_JUDGE)))
    if joined.failures:
        yield Exclusion(
            "judge against people",
            "judgements that failed",
            len(joined.failures),
            "The judge was asked and gave no usable value. A failure is counted, never turned into a value.",
        )


def _why(reason: str) -> str:
    return _WHY.get(reason, "Left out as the option says.")
