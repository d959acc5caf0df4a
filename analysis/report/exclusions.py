"""What did not enter the numbers, and why, in plain words."""

import re
from collections.abc import Iterable, Iterator, Mapping

from analysis.estimate import Estimate
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
    "units without a majority": "Two answers were equally frequent: there is no majority for the judge to "
    "match.",
    "ratings without a majority of the others": "The others had no majority to compare this rating with.",
    "ratings without a counterpart": "The same rater did not score the other dialogue of the pair.",
    "judges', of a unit that no person rated": "There is nothing of people to compare them with; they do "
    "count for the judge's own reliability.",
}
_JUDGE = "judge, "


_SURPLUS = (
    "Not left out, but listed here to be known: these answers came after their place had gone to somebody "
    "else, so that the item has more ratings than planned. They were given blind and under the same "
    "conditions as all others; to drop them would be to choose ratings by how fast they came."
)
_APART = (
    "Dialogues that raters saw in practice, attention checks or a pilot only, and not in the study proper. "
    "They do not count where dialogues are described or compared."
)


def exclusions_of(
    table: RatingTable,
    coverage: Iterable[Coverage],
    joined: Joined | None,
    rows: Iterable[Estimate],
    *,
    n_apart: int = 0,
) -> Iterator[Exclusion]:
    """List everything that was left out, with counts: of all numbers, then of single statistics.

    `n_apart` dialogues were shown for other purposes alone. Surplus ratings, which stay, are listed as well.
    """
    for reason, count in table.left_out.items():
        yield Exclusion("all results", reason, count, _why(reason))
    if table.n_surplus:
        yield Exclusion("nothing: they count", "surplus ratings", table.n_surplus, _SURPLUS)
    if n_apart:
        yield Exclusion("text, leaks and conditions", "dialogues of other purposes", n_apart, _APART)
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
    yield from _of_statistics(rows)


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


_EXCLUDED = re.compile(r"^ratings of \d+ excluded raters?$")
_NOTE = re.compile(r"^(\d+)(?: of \d+)? (.+) left out$")


def _of_statistics(rows: Iterable[Estimate]) -> Iterator[Exclusion]:
    """Read what single statistics say that they left out; several that say the same count once."""
    found: dict[tuple[str, str], int] = {}
    for row in rows:
        judge = "" if row.judge is None else f", {row.judge}"
        about = "" if row.condition is None else f", {row.condition}"
        over = "" if row.reference is None else f" over {row.reference}"
        for part in row.note.split("; "):
            if (noted := _NOTE.match(part)) and noted[2] in _WHY:
                found.setdefault((f"{row.dimension}{judge}{about}{over}", noted[2]), int(noted[1]))
    for (where, reason), count in found.items():
        yield Exclusion(where, reason, count, _why(reason))


def _why(reason: str) -> str:
    if _EXCLUDED.match(reason):
        return "The researcher excluded them, with a reason that raters.csv of an unblinded bundle has."
    return _WHY.get(reason, "Left out as the option says.")
